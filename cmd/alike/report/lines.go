package report

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/text/encoding"

	"alike/cmd/alike/terminal"
	"alike/scan/compare"
)

// passageFile is a file whose passages are shown.
type passageFile struct {
	*compare.File
	decoder     *encoding.Decoder // to UTF-8; nil if the file is UTF-8 or not text
	hideReturns bool              // at the ends of lines
}

// fileLine is a line of a file, or a part of a long one.
type fileLine struct {
	number   int
	text     []byte // without its newline
	from, to int    // the part of text in the region
}

func (l *fileLine) same(m *fileLine) bool {
	return bytes.Equal(l.text, m.text) && l.from == m.from && l.to == m.to
}

// sameButBlanks reports whether lines differ only in white space, which the text and
// code views ignore.
func (l *fileLine) sameButBlanks(m *fileLine) bool {
	return equalButBlanks(l.text[:l.from], m.text[:m.from]) &&
		equalButBlanks(l.text[l.from:l.to], m.text[m.from:m.to]) && equalButBlanks(l.text[l.to:], m.text[m.to:])
}

func equalButBlanks(a, b []byte) bool {
	return slices.EqualFunc(bytes.Fields(a), bytes.Fields(b), bytes.Equal)
}

// linesFrom returns up to n lines, starting with the line that contains the byte at an
// offset.
func (f *passageFile) linesFrom(at, n int, e compare.Extent) (lines []fileLine) {
	if at >= len(f.Data) || n <= 0 {
		return nil
	}
	for number := f.Lines.At(at); len(lines) < n && at < len(f.Data); number++ {
		start, end := f.Lines.Around(at)
		lines = append(lines, f.line(number, start, end, e))
		at = end + f.Lines.Newline()
	}
	return lines
}

// linesBefore returns up to n lines before the line that contains the byte at an offset.
func (f *passageFile) linesBefore(at, n int, e compare.Extent) (lines []fileLine) {
	number := f.Lines.At(at)
	start, _ := f.Lines.Around(at)
	lines = make([]fileLine, min(n, number-1))
	for i := len(lines) - 1; i >= 0; i-- {
		number--
		var end int
		start, end = f.Lines.Around(start - 1)
		lines[i] = f.line(number, start, end, e)
	}
	return lines
}

// longestLine bounds the bytes examined of a line, because some files are a single line.
const longestLine = 16 << 10

func (f *passageFile) line(number, start, end int, e compare.Extent) fileLine {
	if e.Start < end {
		start = max(start, (e.Start-longestLine/2)&^1) // even, for UTF-16
	}
	to := min(end, start+longestLine)
	inside := func(at int) int { return min(max(at-start, 0), to-start) }
	l := fileLine{number, f.Data[start:to], inside(e.Start), inside(e.End)}
	if f.decoder != nil {
		l.decode(f.decoder)
	}
	if f.hideReturns && to == end && end < len(f.Data) {
		l.text = bytes.TrimSuffix(l.text, []byte("\r"))
		l.from, l.to = min(l.from, len(l.text)), min(l.to, len(l.text))
	}
	return l
}

// decode converts a line to UTF-8. If only the first bytes of a character are in the
// region, the character counts as after it; if only the last are, as in it.
func (l *fileLine) decode(d *encoding.Decoder) {
	var text []byte
	begun := 0 // bytes decoded so far
	for _, to := range []*int{&l.from, &l.to, nil} {
		end := len(l.text)
		if to != nil {
			end = *to
		}
		piece := make([]byte, 16+3*(end-begun)) // an invalid byte becomes a character of 3 bytes
		d.Reset()
		made, read, _ := d.Transform(piece, l.text[begun:end], to == nil) // fails only on a partial character
		text, begun = append(text, piece[:made]...), begun+read
		if to != nil {
			*to = len(text)
		}
	}
	l.text = text
}

// ahead is the number of bytes shown before the region in a line that does not fit.
const ahead = 40

// shown returns the line cut to a number of columns, with escapes for control characters.
// Text outside the region is dimmed.
func (l *fileLine) shown(columns int, paint terminal.Painter) string {
	// A character that is partly in the region differs on the two sides.
	from := terminal.CharacterEnd(l.text, l.from)
	to := max(from, terminal.CharacterStart(l.text, l.to))
	outside, inside, rest := l.text[:from], l.text[from:to], l.text[to:]
	var b strings.Builder
	if len(l.text) > columns && len(outside) > ahead && len(outside) < len(l.text) {
		outside = outside[terminal.CharacterStart(outside, len(outside)-ahead):]
		b.WriteString("…")
		columns--
	}
	at := 0 // column, for tabs
	for i, piece := range [][]byte{outside, inside, rest} {
		// A character takes at least a byte, but may take no column.
		s := terminal.Visible(untabbed(string(piece[:min(len(piece), 8*columns)]), at))
		if width := terminal.Width(s); width > columns-at {
			s = terminal.Cut(s, max(0, columns-at-1)) + "…"
			at = columns
		} else {
			at += width
		}
		if i != 1 {
			s = paint.Dim(s)
		}
		b.WriteString(s)
		if at == columns {
			break
		}
	}
	return b.String()
}

// untabbed replaces tabs by spaces up to the next multiple of 8 columns; s begins in
// column at.
func untabbed(s string, at int) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			n := 8 - at%8
			b.WriteString(strings.Repeat(" ", n))
			at += n
		}
		b.WriteString(part)
		at += terminal.Width(part)
	}
	return b.String()
}
