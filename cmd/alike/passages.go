package main

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"github.com/spf13/pflag"
	"golang.org/x/text/encoding"

	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	doctext "alike/fingerprint/text"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

// passageFlags say whether passages are shown, and how much of them.
type passageFlags struct {
	context int
	given   *pflag.Flag // --context
	lines   flagvalue.Count
	limited *pflag.Flag // --lines
}

const (
	terminalContext = 2 // lines around a passage that a person at a terminal gets unasked
	terminalLines   = 10
	plainColumns    = 500 // of a line of a passage where there is no terminal
)

func (o *passageFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.context, 0), "context", "show passages with `N` lines around each\nDefault: 2 on a terminal, otherwise no passages.")
	o.lines = flagvalue.All
	fs.Var(&o.lines, "lines", "show at most `N` lines of a passage, or all\nThe first and the last. 0 shows no passages. Default: 10 on a terminal, otherwise all.")
	o.given, o.limited = fs.Lookup("context"), fs.Lookup("lines")
	o.limited.DefValue = ""
}

// passages say how passages are shown in one run.
type passages struct {
	context, first, last int // lines around, and of a passage itself
	columns              int
}

// on returns how passages are shown on a printer.
func (o *passageFlags) on(p *printer) passages {
	s := passages{context: o.context, columns: p.columns}
	lines := int(o.lines)
	switch {
	case p.flags.format != "text", !p.onTerminal() && !o.given.Changed && !o.limited.Changed:
		lines = 0
	case p.onTerminal() && !o.limited.Changed:
		lines = terminalLines
	case o.lines == flagvalue.All:
		lines = 1 << 30
	}
	if p.onTerminal() && !o.given.Changed {
		s.context = terminalContext
	}
	if s.columns == 0 {
		s.columns = plainColumns
	}
	s.first, s.last = (lines+1)/2, lines/2
	return s
}

// fileLine is a line of a file, or a part of one.
type fileLine struct {
	number   int
	text     []byte // without its newline
	from, to int    // what of it lies in the region
}

func (l *fileLine) same(m *fileLine) bool {
	return bytes.Equal(l.text, m.text) && l.from == m.from && l.to == m.to
}

// like reports whether lines differ in white space alone, as a view sees them that
// leaves it aside.
func (l *fileLine) like(m *fileLine) bool {
	return alikeButBlanks(l.text[:l.from], m.text[:m.from]) &&
		alikeButBlanks(l.text[l.from:l.to], m.text[m.from:m.to]) && alikeButBlanks(l.text[l.to:], m.text[m.to:])
}

func alikeButBlanks(a, b []byte) bool {
	return slices.EqualFunc(bytes.Fields(a), bytes.Fields(b), bytes.Equal)
}

// linesFrom returns up to n lines of a file from that of the byte at an offset.
func (f *shownFile) linesFrom(at, n int, e compare.Extent) (lines []fileLine) {
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

// linesBefore returns up to n lines before that of the byte at an offset.
func (f *shownFile) linesBefore(at, n int, e compare.Extent) (lines []fileLine) {
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

// longestLine is how much of a line is looked at: there are files of one line.
const longestLine = 16 << 10

func (f *shownFile) line(number, start, end int, e compare.Extent) fileLine {
	if e.Start < end {
		// Even, for UTF-16.
		start = max(start, (e.Start-longestLine/2)&^1)
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

// decode makes the text of a line UTF-8. A character of which the region holds
// only the first bytes counts as what follows, one of which it holds the last as
// part of it.
func (l *fileLine) decode(d *encoding.Decoder) {
	var text []byte
	begun := 0 // of what was decoded
	for _, to := range []*int{&l.from, &l.to, nil} {
		end := len(l.text)
		if to != nil {
			end = *to
		}
		piece := make([]byte, 16+3*(end-begun)) // what is broken becomes a character of 3 bytes
		d.Reset()
		made, read, _ := d.Transform(piece, l.text[begun:end], to == nil) // cannot fail but for a character that is not whole
		text, begun = append(text, piece[:made]...), begun+read
		if to != nil {
			*to = len(text)
		}
	}
	l.text = text
}

// compared is a comparison with its files as they are shown.
type compared struct {
	*compare.Comparison
	files [2]*shownFile
}

// shownFile is a file and how its lines are shown.
type shownFile struct {
	*compare.File
	decoder     *encoding.Decoder // to UTF-8; nil if the file is UTF-8 or not text
	hideReturns bool              // at the ends of lines
}

// toShow has texts in any encoding shown as UTF-8. It hides the carriage returns at
// the ends of lines if all lines of both files have them.
func toShow(c *compare.Comparison) *compared {
	shown := &compared{Comparison: c}
	hide := c.Files[0].Lines.Returns() && c.Files[1].Lines.Returns()
	for i, f := range c.Files {
		shown.files[i] = &shownFile{f, doctext.Decoder(c.Figures.Encodings[i]), hide}
	}
	return shown
}

// passage prints the text of a region, both sides in one: lines that are the same
// on both once, with both of their numbers, as a has them where a view leaves white
// space aside; others with a - from a and a + from b.
// Of the first and the last line of a region the rest may differ, and of the
// lines around it anything.
func (p *comparePrinter) passage(c *compared, r compare.Region) error {
	s := p.passages
	if s.first == 0 {
		return nil
	}
	var before, first, last, after [2][]fileLine
	left := 0 // lines between first and last
	for i, e := range r.Sides {
		f, n := c.files[i], e.EndLine-e.Line+1
		end, _ := f.Lines.Around(e.End - 1)
		before[i] = f.linesBefore(e.Start, s.context, e)
		first[i] = f.linesFrom(e.Start, min(n, s.first), e)
		if tail := min(s.last, n-len(first[i])); tail > 0 {
			last[i] = append(f.linesBefore(end, tail-1, e), f.linesFrom(end, 1, e)...)
		}
		left = max(left, n-len(first[i])-len(last[i]))
		_, end = f.Lines.Around(e.End - 1)
		after[i] = f.linesFrom(end+f.Lines.Newline(), s.context, e)
	}
	width := len(itoa(max(c.files[0].Lines.Count(), c.files[1].Lines.Count())))
	out := &passageWriter{p: p, width: width, same: (*fileLine).same}
	if c.View == view.FoldText || c.View == view.FoldCode {
		out.same = (*fileLine).like
	}
	out.both(before, true)
	out.both(first, false)
	out.leftOut(left)
	out.both(last, true)
	out.both(after, false)
	if out.err == nil && p.onTerminal() {
		out.err = p.line("")
	}
	return out.err
}

// passageWriter prints the lines of one passage.
type passageWriter struct {
	p     *comparePrinter
	width int // of line numbers
	same  func(a, b *fileLine) bool
	err   error
}

// both prints lines of both sides, the k-th beside the k-th, counted from the
// last if end says so.
func (w *passageWriter) both(sides [2][]fileLine, end bool) {
	a, b := sides[0], sides[1]
	n := min(len(a), len(b))
	i, j := 0, 0 // the next lines to be compared
	if end {
		i, j = len(a)-n, len(b)-n
	}
	waitA, waitB := 0, 0 // the first lines that were not printed yet
	for range n {
		if w.same(&a[i], &b[j]) {
			w.only(a[waitA:i], b[waitB:j])
			w.line(' ', &a[i], &b[j], &a[i])
			waitA, waitB = i+1, j+1
		}
		i, j = i+1, j+1
	}
	w.only(a[waitA:], b[waitB:])
}

// only prints lines of a, then lines of b.
func (w *passageWriter) only(a, b []fileLine) {
	for i := range a {
		w.line('-', &a[i], nil, &a[i])
	}
	for i := range b {
		w.line('+', nil, &b[i], &b[i])
	}
}

func (w *passageWriter) leftOut(lines int) {
	if lines > 0 && w.err == nil {
		w.err = w.p.line("%s", w.p.paint.Dim(strings.Repeat(" ", 2*w.width+5)+"… "+terminal.Amount(int64(lines), "line", "lines")))
	}
}

// line prints a line that is in a, in b, or in both.
func (w *passageWriter) line(sign byte, a, b, l *fileLine) {
	if w.err != nil {
		return
	}
	number := func(l *fileLine) string {
		if l == nil {
			return strings.Repeat(" ", w.width)
		}
		return terminal.PadLeft(itoa(l.number), w.width)
	}
	paint := w.p.paint
	mark := map[byte]string{' ': " ", '-': paint.Paint("31", "-"), '+': paint.Paint("32", "+")}[sign]
	text := l.shown(max(20, w.p.passages.columns-2*w.width-5), paint)
	w.err = w.p.line("%s", paint.Dim(" "+number(a)+" "+number(b)+" ")+mark+" "+text)
}

// ahead is how much of a line is shown before the region begins in it, in bytes,
// where the line does not fit.
const ahead = 40

// shown is a line as it can be shown: in so many columns, nothing in it acting on
// the terminal, what lies outside the region in a fainter colour.
func (l *fileLine) shown(columns int, paint terminal.Painter) string {
	// A character of which the region holds a part differs on the two sides.
	from := characterEnd(l.text, l.from)
	to := max(from, characterStart(l.text, l.to))
	outside, inside, rest := l.text[:from], l.text[from:to], l.text[to:]
	var b strings.Builder
	if len(l.text) > columns && len(outside) > ahead && len(outside) < len(l.text) {
		outside = outside[characterStart(outside, len(outside)-ahead):]
		b.WriteString("…")
		columns--
	}
	at := 0 // column, for tabs
	for i, piece := range [][]byte{outside, inside, rest} {
		// Every character takes a byte at least, and some take no column.
		s := terminal.Visible(untabbed(string(piece[:min(len(piece), 8*columns)]), at))
		if width := uniseg.StringWidth(s); width > columns-at {
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

// characterStart returns where the UTF-8 character begins that a byte belongs to:
// at the byte itself, where it is the first one or no part of a character.
func characterStart(text []byte, at int) int {
	if at == len(text) {
		return at
	}
	for start := at; start >= 0 && at-start < utf8.UTFMax; start-- {
		if utf8.RuneStart(text[start]) {
			if _, n := utf8.DecodeRune(text[start:]); start+n > at {
				return start
			}
			break
		}
	}
	return at
}

// characterEnd returns the end of the character that begins before a byte and
// holds it, or the byte itself if there is none.
func characterEnd(text []byte, at int) int {
	start := characterStart(text, at)
	if start == at {
		return at
	}
	_, n := utf8.DecodeRune(text[start:])
	return start + n
}

// untabbed replaces tabs by spaces up to the next column that is a multiple of 8;
// s begins in column at.
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
		at += uniseg.StringWidth(part)
	}
	return b.String()
}
