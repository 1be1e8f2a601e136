package help

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"alike/cmd/alike/terminal"
)

// Brief returns a page that fits on one screen of 80 columns: the usage, some examples, a
// line for each common flag and the names of the others. columns is the width of the
// terminal, or 0 without one; on a narrower one lines are wrapped.
func (p *Page) Brief(columns int) string {
	l := newLayout(columns, Columns)
	l.wrapped("Usage: "+p.Usage, "  ")
	l.wrapped(sentence(p.Short), "")
	examples := briefExamples
	if len(p.Verbs) > 0 {
		examples-- // the verbs take the room
	}
	l.examples(p.Examples[:min(examples, len(p.Examples))])
	l.verbs(p.Verbs)
	var names []string
	indent := 0
	for _, g := range p.Groups {
		g.each(func(f *pflag.Flag) {
			if g.brief(f) {
				indent = max(indent, terminal.Width(left(f)))
			}
		})
	}
	for _, g := range p.Groups {
		if lines := l.briefGroup(g, min(indent, widestBrief)+2); lines != "" {
			names = append(names, lines)
		}
	}
	l.line("")
	for _, n := range names {
		l.text.WriteString(n)
	}
	l.wrapped("In full: "+p.More, "  ")
	return l.text.String()
}

// Full returns the whole page for a terminal of the given width, or 0 without one.
func (p *Page) Full(columns int) string {
	l := newLayout(columns, 100) // longer lines are hard to read
	l.wrapped("Usage: "+p.Usage, "  ")
	l.paragraphs(p.Long)
	l.examples(p.Examples)
	l.verbs(p.Verbs)
	for _, g := range p.Groups {
		l.fullGroup(g)
	}
	l.facts("Environment", p.Facts.Environment)
	l.facts("Files", p.Facts.Files)
	if len(p.Facts.Codes) > 0 {
		l.paragraphs(paragraph("Exit codes", p.Facts.Codes))
	}
	l.paragraphs(p.Closing)
	return l.text.String()
}

// The maximum widths of the left side of a flag in Full and Brief. If it is wider, the
// text begins on the next line in Full and further to the right in Brief.
const widest, widestBrief = 28, 25

// layout collects the lines of a page.
type layout struct {
	text    strings.Builder
	columns int
}

// newLayout returns the layout for a terminal, 0 columns without one, and for at most so
// many columns.
func newLayout(columns, most int) *layout {
	if columns == 0 {
		columns = Columns
	}
	return &layout{columns: min(columns, most)}
}

func (l *layout) line(format string, args ...any) {
	fmt.Fprintf(&l.text, format+"\n", args...)
}

// wrapped prints a line, wrapped if it does not fit.
func (l *layout) wrapped(line, indent string) {
	l.text.WriteString(terminal.Wrap(line, indent, l.columns))
}

// paragraphs prints paragraphs, refilled to the width of the page.
func (l *layout) paragraphs(text string) {
	if text == "" {
		return
	}
	for p := range strings.SplitSeq(text, "\n\n") {
		l.text.WriteString("\n" + terminal.Wrap(strings.Join(strings.Fields(p), " "), "", l.columns))
	}
}

// examples prints examples and aligns their comments if they fit.
func (l *layout) examples(examples []Example) {
	if len(examples) == 0 {
		return
	}
	l.line("\nExamples:")
	column := 0
	for _, e := range examples {
		if n := terminal.Width(e.Command); e.Comment != "" && n <= Columns/2 {
			column = max(column, n)
		}
	}
	for _, e := range examples {
		if e.Comment == "" {
			l.line("  %s", e.Command)
			continue
		}
		line := "  " + terminal.PadRight(e.Command, column) + "  # " + e.Comment
		if terminal.Width(line) > l.columns {
			line = "  " + e.Command + "\n      # " + e.Comment
		}
		l.line("%s", line)
	}
}

func (l *layout) verbs(groups []Verbs) {
	for _, g := range groups {
		l.line("\n%s:", g.Title)
		for _, v := range g.Verbs {
			l.wrapped(fmt.Sprintf("  %-12s %s", v.Name, v.Short), strings.Repeat(" ", 15))
		}
	}
}

// facts prints facts like flags.
func (l *layout) facts(title string, facts []Fact) {
	if len(facts) == 0 {
		return
	}
	l.line("\n%s:", title)
	indent := 0
	for _, f := range facts {
		indent = max(indent, terminal.Width(f.Name))
	}
	for _, f := range facts {
		l.text.WriteString(terminal.Wrap("  "+terminal.PadRight(f.Name, indent)+"  "+f.Meaning, strings.Repeat(" ", indent+4), l.columns))
	}
}

// briefGroup prints the lines of a group and the names of its other flags. If the group
// has no lines, it returns the names, to be printed after all groups with lines.
func (l *layout) briefGroup(g Group, indent int) (names string) {
	var others []string
	titled := false
	g.each(func(f *pflag.Flag) {
		if !g.brief(f) {
			others = append(others, name(f))
			return
		}
		if !titled {
			titled = true
			l.line("\n%s:", g.Title)
		}
		text, _, _ := strings.Cut(right(f), "\n")
		l.wrapped(terminal.PadRight(left(f), indent-2)+"  "+text, strings.Repeat(" ", indent))
	})
	switch {
	case len(others) == 0:
	case titled:
		l.text.WriteString(terminal.Wrap("  also "+strings.Join(others, ", "), "       ", l.columns))
	default:
		return terminal.Wrap(g.Title+": "+strings.Join(others, ", "), "  ", l.columns)
	}
	return ""
}

// fullGroup prints all flags of a group with their full texts.
func (l *layout) fullGroup(g Group) {
	if g.In != "" {
		l.text.WriteString("\n" + terminal.Wrap(g.elsewhere(), "  ", l.columns))
		return
	}
	indent := 0
	g.each(func(f *pflag.Flag) { indent = max(indent, terminal.Width(left(f))) })
	if indent == 0 {
		return
	}
	indent = min(indent, widest)
	l.line("\n%s:", g.Title)
	g.each(func(f *pflag.Flag) {
		first := left(f)
		if terminal.Width(first) > indent {
			l.line("%s", first)
			first = ""
		}
		first = terminal.PadRight(first, indent) + "  "
		rest := strings.Repeat(" ", indent+2)
		for line := range strings.SplitSeq(right(f), "\n") {
			l.text.WriteString(terminal.Wrap(first+line, rest, l.columns))
			first = rest
		}
	})
}

// elsewhere names the flags of a group that another command describes.
func (g *Group) elsewhere() string {
	var names []string
	g.each(func(f *pflag.Flag) { names = append(names, name(f)) })
	return fmt.Sprintf("%s, described by %s --help: %s", g.Title, g.In, strings.Join(names, ", "))
}

// left returns the left side of a flag: its names and the name of its value.
func left(f *pflag.Flag) string {
	value, _ := pflag.UnquoteUsage(f)
	text := "      --" + f.Name
	if f.Shorthand != "" {
		text = "  -" + f.Shorthand + ", --" + f.Name
	}
	switch {
	case value == "":
	case f.NoOptDefVal != "":
		text += "[=" + value + "]"
	default:
		text += " " + value
	}
	return text
}

// right returns the text of a flag, with its default at the end of the first line.
func right(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	first, details, more := strings.Cut(usage, "\n")
	switch f.DefValue {
	case "", "0", "false", "[]":
	default:
		first += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	if more {
		first += "\n" + details
	}
	return first
}

// name returns the names of a flag for a list.
func name(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand + "/--" + f.Name
	}
	return "--" + f.Name
}

// sentence turns a short text into a sentence.
func sentence(short string) string {
	first, n := utf8.DecodeRuneInString(short)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + short[n:] + "."
}

// paragraph lists facts in one sentence.
func paragraph(title string, facts []Fact) string {
	var texts []string
	for _, f := range facts {
		texts = append(texts, fmt.Sprintf("%s %s", f.Name, f.Meaning))
	}
	return title + ": " + strings.Join(texts, ", ")
}
