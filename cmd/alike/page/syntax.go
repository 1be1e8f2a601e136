package page

import (
	"bytes"
	"cmp"
	"path/filepath"

	"alike/fingerprint/view"
)

// letters gives the letter of each class of tokens, which names its colour in the style.
var letters = [...]byte{
	view.Comment: 'c', view.Directive: 'p', view.Keyword: 'w', view.TypeName: 't', view.String: 's', view.Number: 'd',
}

// brush cuts the text of rows, in order, into parts of one colour. Without a lexer there is none.
type brush struct {
	lexer *view.Lexer
	token view.Token // the first one that ends after at
	at    int        // offset of the next text
	lines []int      // offsets of lines, if the text was decoded
	next  int        // offset in the file of the row after this one
	lost  bool       // at is not known
}

// brush returns a brush for the rows of a file in order.
func (f *file) brush() *brush {
	b, text := &brush{}, f.Data
	if f.decoder != nil {
		decoded, err := f.decoder.Bytes(text[:min(len(text), maxBytes)])
		if err != nil {
			return b
		}
		text, b.lines = decoded, lineStarts(decoded)
	}
	if !f.hex {
		b.lexer = view.NewLexer(filepath.Base(cmp.Or(f.Name, f.Info.Path)), text)
	}
	return b
}

// lineStarts returns the offset of each line of a text.
func lineStarts(text []byte) (starts []int) {
	at := 0
	for line := range bytes.Lines(text) {
		starts = append(starts, at)
		at += len(line)
	}
	return starts
}

// place moves the brush to a row. In decoded text only the offsets of lines are known, and where the
// row before ended.
func (b *brush) place(r fileRow) {
	switch {
	case b.lines == nil:
		b.at = r.start
	case !r.continued && r.line <= len(b.lines):
		b.at, b.lost = b.lines[r.line-1], false
	default:
		b.lost = b.lost || !r.continued || r.start != b.next
	}
	b.next = r.next
}

// leading returns the length and the letter of the longest beginning of a text that has one
// colour.
func (b *brush) leading(text string) (n int, letter byte) {
	for more := b.lexer != nil && !b.lost; more && b.token.End <= b.at; {
		b.token, more = b.lexer.Next()
	}
	switch t := b.token; {
	case b.lost, t.End <= b.at:
		return len(text), 0
	case t.Start > b.at:
		return min(len(text), t.Start-b.at), 0
	default:
		return min(len(text), t.End-b.at), letters[t.Class]
	}
}
