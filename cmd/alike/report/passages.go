package report

import (
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	doctext "alike/fingerprint/text"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

// passageFlags control whether passages are shown, and how many lines of each.
type passageFlags struct {
	context int
	given   *pflag.Flag // --context
	lines   flagvalue.Count
	limited *pflag.Flag // --lines
}

const (
	terminalContext = 2   // default of --context on a terminal
	terminalLines   = 10  // default of --lines on a terminal
	plainColumns    = 500 // width of passages without a terminal
)

func (o *passageFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.context, 0), "context", "show passages with `N` lines around each\nDefault: 2 on a terminal, otherwise no passages.")
	o.lines = flagvalue.All
	fs.Var(&o.lines, "lines", "show at most `N` lines of a passage, or all\nThe first and the last. 0 shows no passages. Default: 10 on a terminal, otherwise all.")
	o.given, o.limited = fs.Lookup("context"), fs.Lookup("lines")
	o.limited.DefValue = ""
}

// amount returns the number of lines shown around a passage and of the passage itself.
func (o *passageFlags) amount(onTerminal bool) (context, lines int) {
	context, lines = o.context, int(o.lines)
	switch {
	case !onTerminal && !o.given.Changed && !o.limited.Changed:
		lines = 0
	case onTerminal && !o.limited.Changed:
		lines = terminalLines
	case o.lines == flagvalue.All:
		lines = 1 << 30
	}
	if onTerminal && !o.given.Changed {
		context = terminalContext
	}
	return context, lines
}

// passages prints the text of regions.
type passages struct {
	*setting
	files       [2]*passageFile
	context     int // lines around a passage
	first, last int // lines shown of a passage
	columns     int // of a line
	digits      int // of a line number
	same        func(a, b *fileLine) bool
}

// newPassages returns a printer of the passages of a comparison. It shows texts in
// any encoding as UTF-8 and hides the carriage returns at the ends of lines if all
// lines of both files have them.
func newPassages(s *setting, c *compare.Comparison) *passages {
	inTable := s.width > 0
	context, lines := s.passages.amount(inTable)
	p := &passages{
		setting: s, context: context, first: (lines + 1) / 2, last: lines / 2, columns: s.width,
		digits: len(itoa(max(c.Files[0].Lines.Count(), c.Files[1].Lines.Count()))), same: (*fileLine).same,
	}
	if !inTable {
		p.columns = plainColumns
	}
	if c.View == view.FoldText || c.View == view.FoldCode {
		p.same = (*fileLine).sameButBlanks
	}
	hide := c.Files[0].Lines.Returns() && c.Files[1].Lines.Returns()
	for i, f := range c.Files {
		p.files[i] = &passageFile{f, doctext.Decoder(c.Figures.Encodings[i]), hide}
	}
	return p
}

// print prints the passage of a region, both sides in one. A line that is the same on
// both sides appears once, as in a, with both line numbers. Other lines follow a - for a
// and a + for b: the first and the last line of a region may differ in part, and the
// lines around it may differ in any way.
func (p *passages) print(r compare.Region) {
	if p.first == 0 {
		return
	}
	var before, first, last, after [2][]fileLine
	left := 0 // lines between first and last
	for i, e := range r.Sides {
		f, n := p.files[i], e.EndLine-e.Line+1
		end, _ := f.Lines.Around(e.End - 1)
		before[i] = f.linesBefore(e.Start, p.context, e)
		first[i] = f.linesFrom(e.Start, min(n, p.first), e)
		if tail := min(p.last, n-len(first[i])); tail > 0 {
			last[i] = append(f.linesBefore(end, tail-1, e), f.linesFrom(end, 1, e)...)
		}
		left = max(left, n-len(first[i])-len(last[i]))
		_, end = f.Lines.Around(e.End - 1)
		after[i] = f.linesFrom(end+f.Lines.Newline(), p.context, e)
	}
	p.both(before, true)
	p.both(first, false)
	if left > 0 {
		p.out.line("%s", p.paint.Dim(strings.Repeat(" ", 2*p.digits+5)+"… "+terminal.Amount(int64(left), "line", "lines")))
	}
	p.both(last, true)
	p.both(after, false)
	if p.width > 0 {
		p.out.line("")
	}
}

// both prints lines of both sides, pairing the k-th lines, counted from the end if
// end is true.
func (p *passages) both(sides [2][]fileLine, end bool) {
	a, b := sides[0], sides[1]
	n := min(len(a), len(b))
	i, j := 0, 0 // the next lines to compare
	if end {
		i, j = len(a)-n, len(b)-n
	}
	waitA, waitB := 0, 0 // the first lines not yet printed
	for range n {
		if p.same(&a[i], &b[j]) {
			p.only(a[waitA:i], b[waitB:j])
			p.line(' ', &a[i], &b[j], &a[i])
			waitA, waitB = i+1, j+1
		}
		i, j = i+1, j+1
	}
	p.only(a[waitA:], b[waitB:])
}

// only prints lines of a, then lines of b.
func (p *passages) only(a, b []fileLine) {
	for i := range a {
		p.line('-', &a[i], nil, &a[i])
	}
	for i := range b {
		p.line('+', nil, &b[i], &b[i])
	}
}

// line prints a line that is in a, in b, or in both.
func (p *passages) line(sign byte, a, b, l *fileLine) {
	number := func(l *fileLine) string {
		if l == nil {
			return strings.Repeat(" ", p.digits)
		}
		return terminal.PadLeft(itoa(l.number), p.digits)
	}
	mark := map[byte]string{' ': " ", '-': p.paint.Paint("31", "-"), '+': p.paint.Paint("32", "+")}[sign]
	text := l.shown(max(20, p.columns-2*p.digits-5), p.paint)
	p.out.line("%s", p.paint.Dim(" "+number(a)+" "+number(b)+" ")+mark+" "+text)
}
