package page

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
)

// row is a row of a file for the template, or a note in place of rows left out.
type row struct {
	LeftOut string
	Number  string
	All     *region // contains the whole row
	In      *region // the first region that contains a part of the row
	Tag     *region // begins before the text
	Pieces  []piece
}

// piece is a piece of a row.
type piece struct {
	Begins *region // set for the start of a region, which has no text
	Region *region // contains the piece
	Parts  []part
}

// part is a part of the text of a row.
type part struct {
	Text   string
	Letter string // of a token, or "o" for an escape such as \x1b of what cannot be shown
}

// rowSpan is the part of a row in a region.
type rowSpan struct {
	from, to int
	region   *region
	begins   bool // the first visible part of the region
}

// pageRows yields the rows of a file that are on the page.
func (f *file) pageRows(regions []*region) iter.Seq[row] {
	return func(yield func(row) bool) {
		shown, colours := f.shown(), f.brush()
		next := 0 // index in order
		var out foldedPart
		for n, r := range f.each() {
			for next < len(f.order) && f.extents[f.order[next]].End <= r.start {
				next++
			}
			for len(shown) > 0 && n >= shown[0].to {
				shown = shown[1:]
			}
			if len(shown) == 0 || n < shown[0].from {
				out.add(r)
				continue
			}
			if out.any && !yield(row{LeftOut: out.String(f.hex)}) {
				return
			}
			out = foldedPart{}
			if !yield(f.row(r, f.spans(n, r, next, regions), colours)) {
				return
			}
		}
		if out.any {
			yield(row{LeftOut: out.String(f.hex)})
		}
	}
}

// foldedPart is a range of rows that are left out.
type foldedPart struct {
	any         bool
	first, last fileRow
}

func (o *foldedPart) add(r fileRow) {
	if !o.any {
		o.any, o.first = true, r
	}
	o.last = r
}

func (o *foldedPart) String(hex bool) string {
	text := terminal.Size(int64(o.last.next - o.first.start))
	if from, to := int64(o.first.line), int64(o.last.line); !hex && from == to {
		text += " of line " + terminal.Comma(from)
	} else if !hex {
		text += ", lines " + terminal.Comma(from) + "–" + terminal.Comma(to)
	}
	return text + " left out"
}

// spans returns the parts of a row in regions, in order and disjoint. next is the
// first region in order that may be in the row.
func (f *file) spans(n int, r fileRow, next int, regions []*region) (spans []rowSpan) {
	last := r.start
	for _, i := range f.order[next:] {
		e := f.extents[i]
		if e.Start >= r.next {
			break
		}
		from := min(max(e.Start, last), r.end)
		s := rowSpan{from, max(from, min(e.End, r.end)), regions[i], f.within[i][0] == n}
		last = s.to
		if f.decoder == nil && !f.hex {
			// A character partly in the region differs on the two sides.
			text := f.Data[r.start:r.end]
			s.from = r.start + terminal.CharacterEnd(text, s.from-r.start)
			s.to = max(s.from, r.start+terminal.CharacterStart(text, s.to-r.start))
		}
		if s.from < s.to || s.begins || e.Start <= r.start && e.End >= r.next {
			spans = append(spans, s)
		}
	}
	return spans
}

// row makes a row with its text.
func (f *file) row(from fileRow, spans []rowSpan, colours *brush) row {
	r := row{}
	if !from.continued {
		r.Number = strconv.Itoa(from.line)
	}
	if f.hex {
		r.Number = fmt.Sprintf("%08x", from.start)
	}
	for _, s := range spans {
		if r.In == nil && s.from < s.to {
			r.In = s.region
		}
	}
	if f.isAll(from, spans) {
		r.All, r.In = spans[0].region, nil
	}
	if f.hex {
		f.hexPieces(&r, from, spans)
	} else {
		f.textPieces(&r, from, spans, colours)
	}
	if len(r.Pieces) > 0 && r.Pieces[0].Begins != nil {
		r.Tag, r.Pieces = r.Pieces[0].Begins, r.Pieces[1:]
	}
	return r
}

// isAll reports whether a row is in one region, except for blanks at its ends.
func (f *file) isAll(r fileRow, spans []rowSpan) bool {
	if len(spans) != 1 {
		return false
	}
	s := spans[0]
	if f.hex {
		return s.from == r.start && s.to == r.end
	}
	return f.seenIn(r.start, s.from) == s.from && f.seenIn(s.to, r.end) == r.end &&
		(s.from < s.to || !s.begins)
}

// seenIn returns the offset of the first visible character in a range, or the end of the
// range.
func (f *file) seenIn(from, to int) int {
	blanks := " \t\r\n"
	if f.Lines.Newline() == 2 { // UTF-16
		blanks += "\x00"
	}
	for at := from; at < to; at++ {
		if strings.IndexByte(blanks, f.Data[at]) < 0 {
			return at
		}
	}
	return to
}

// textPieces makes the pieces of a row of text.
func (f *file) textPieces(r *row, from fileRow, spans []rowSpan, colours *brush) {
	end := from.end
	if f.hideReturns && from.next > from.end && end > from.start {
		end -= trailingReturn(f.Data[from.start:end], f.Lines.Newline())
	}
	colours.place(from)
	take := f.taker(from.start)
	for _, s := range spans {
		r.add(take(min(s.from, end), end), nil, colours)
		if s.begins {
			r.Pieces = append(r.Pieces, piece{Begins: s.region})
		}
		r.add(take(min(s.to, end), end), s.region, colours)
	}
	r.add(take(end, end), nil, colours)
}

// trailingReturn returns the length of a carriage return at the end of a line, or 0.
// width is the length of a newline.
func trailingReturn(line []byte, width int) int {
	if n := len(line) - width; n >= 0 && strings.Trim(string(line[n:]), "\x00") == "\r" {
		return width
	}
	return 0
}

// taker returns a function that reads the file from at to one offset after another. Text
// becomes UTF-8 if its encoding is known. end is the end of the row.
func (f *file) taker(at int) func(to, end int) string {
	return func(to, end int) string {
		if to <= at {
			return ""
		}
		if f.decoder == nil {
			text := string(f.Data[at:to])
			at = to
			return text
		}
		f.decoder.Reset()
		text := make([]byte, 16+3*(to-at)) // an invalid byte becomes a character of 3 bytes
		made, read, _ := f.decoder.Transform(text, f.Data[at:to], to == end)
		at += read
		return string(text[:made])
	}
}

// add adds text to a row, with colours, and with escapes for characters that cannot be shown.
func (r *row) add(text string, in *region, colours *brush) {
	if text == "" {
		return
	}
	if r.All != nil {
		in = nil // the row has it
	}
	p := piece{Region: in}
	for text != "" {
		n, letter := colours.leading(text)
		p.Parts = appendShown(p.Parts, text[:n], letter)
		colours.at += n
		text = text[n:]
	}
	r.Pieces = append(r.Pieces, p)
}

// appendShown appends text of one colour.
func appendShown(parts []part, text string, letter byte) []part {
	for text != "" {
		shown := part{}
		if letter != 0 {
			shown.Letter = string(letter)
		}
		n := leading(text, true)
		shown.Text = text[:n]
		if n == 0 {
			n = leading(text, false)
			shown = part{terminal.Visible(text[:n]), "o"}
		}
		parts, text = append(parts, shown), text[n:]
	}
	return parts
}

// leading returns the length of the longest beginning of a text in which every character
// can be shown unchanged, or none can.
func leading(text string, shown bool) int {
	for i, c := range text {
		if isShown(text[i:], c) != shown {
			return i
		}
	}
	return len(text)
}

// isShown reports whether c, the first character of a text, can be shown. Tabs can.
func isShown(text string, c rune) bool {
	if c == utf8.RuneError {
		_, n := utf8.DecodeRuneInString(text)
		return n > 1
	}
	return c == '\t' || c >= ' ' && c != 0x7f && !terminal.Invisible(c)
}

// hexPieces makes the pieces of a row of bytes: hexadecimal, then ASCII.
func (f *file) hexPieces(r *row, from fileRow, spans []rowSpan) {
	both := [2]func(at int) string{
		func(at int) string {
			gap := " "
			if at-from.start == hexRow/2-1 {
				gap = "  "
			}
			return fmt.Sprintf("%02x", f.Data[at]) + gap
		},
		func(at int) string {
			if c := f.Data[at]; c >= ' ' && c < 0x7f {
				return string(rune(c))
			}
			return "·"
		},
	}
	plain := brush{}
	for i, shown := range both {
		at := from.start
		take := func(to int) string {
			var b strings.Builder
			for ; at < to; at++ {
				b.WriteString(shown(at))
			}
			return b.String()
		}
		for _, s := range spans {
			r.add(take(s.from), nil, &plain)
			if s.begins && i == 0 {
				r.Pieces = append(r.Pieces, piece{Begins: s.region})
			}
			r.add(take(s.to), s.region, &plain)
		}
		r.add(take(from.end), nil, &plain)
		if i == 0 {
			left := hexRow - (from.end - from.start)
			r.add(strings.Repeat("   ", left)+strings.Repeat(" ", 1+max(0, left-1)/(hexRow/2)), nil, &plain)
		}
	}
}
