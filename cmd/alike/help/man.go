package help

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/roff"
)

// Facts are what holds for all verbs of a program.
type Facts struct {
	Codes       []Fact // exit codes
	Environment []Fact // variables
	Files       []Fact
}

// Fact is something with a name, such as an exit code, and what it means.
type Fact struct {
	Name, Meaning string
	Flag          string // only verbs with this flag have it; all if it is empty
}

// Man returns the manual page of a verb or of the program. name is its name in section 1, such
// as "alike-pairs", and others are the pages to see also, with their sections.
func (p *Page) Man(name, date, source string, facts Facts, others []string) string {
	m := roff.New(roff.Head{
		Name: name, Section: "1", Date: date, Source: source, Manual: "User commands", Short: p.Short,
	})
	m.Section("SYNOPSIS")
	program := strings.ReplaceAll(name, "-", " ")
	m.Text(roff.Bold(program) + roff.Escape(strings.TrimPrefix(p.Usage, program)))
	m.Section("DESCRIPTION")
	manParagraphs(m, p.Long)
	for _, g := range p.Verbs {
		m.Subsection(g.Title)
		for _, v := range g.Verbs {
			m.Item(roff.Bold(name+"-"+v.Name)+"(1)", roff.Escape(sentence(v.Short)))
		}
	}
	m.Section("OPTIONS")
	for _, g := range p.Groups {
		manGroup(m, g)
	}
	if len(p.Examples) > 0 {
		m.Section("EXAMPLES")
		manExamples(m, p.Examples)
	}
	p.manFacts(m, "EXIT STATUS", facts.Codes)
	p.manFacts(m, "ENVIRONMENT", facts.Environment)
	p.manFacts(m, "FILES", facts.Files)
	m.Section("SEE ALSO")
	for i, o := range others {
		page, section, _ := strings.Cut(o, "(")
		others[i] = roff.Bold(page) + "(" + section
	}
	m.Text(strings.Join(others, ", "))
	return m.String()
}

func manParagraphs(m *roff.Page, text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		m.Text(roff.Escape(paragraph))
	}
}

// manGroup appends a group of flags, unless all are hidden.
func manGroup(m *roff.Page, g Group) {
	titled := false
	g.each(func(f *pflag.Flag) {
		if !titled {
			titled = true
			m.Subsection(g.Title)
		}
		names := strings.TrimSpace(left(f))
		value := ""
		if i := strings.IndexAny(strings.TrimPrefix(names, "-"+f.Shorthand+", "), " [="); i >= 0 {
			i += len(names) - len(strings.TrimPrefix(names, "-"+f.Shorthand+", "))
			names, value = names[:i], names[i:]
		}
		lines := strings.Split(right(f), "\n")
		for i, line := range lines {
			lines[i] = roff.Escape(line)
		}
		m.Item(roff.Bold(names)+roff.Escape(value), strings.Join(lines, "\n"))
	})
}

func manExamples(m *roff.Page, examples []Example) {
	var lines []string
	for i, e := range examples {
		if e.Comment != "" {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, "# "+e.Comment)
		}
		lines = append(lines, e.Command)
	}
	m.Verbatim(lines...)
}

// manFacts appends a section of the facts about a verb, if there are any.
func (p *Page) manFacts(m *roff.Page, title string, facts []Fact) {
	facts = slices.DeleteFunc(slices.Clone(facts), func(f Fact) bool { return f.Flag != "" && !p.hasFlag(f.Flag) })
	if len(facts) == 0 {
		return
	}
	m.Section(title)
	for _, f := range facts {
		m.Item(roff.Bold(f.Name), roff.Escape(sentence(f.Meaning)))
	}
}

// hasFlag reports whether the page describes a flag. The page of the program stands for all.
func (p *Page) hasFlag(name string) bool {
	return len(p.Verbs) > 0 || slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Flags.Lookup(name) != nil })
}

// paragraph lists facts in one sentence.
func paragraph(title string, facts []Fact) string {
	var texts []string
	for _, f := range facts {
		texts = append(texts, fmt.Sprintf("%s %s", f.Name, f.Meaning))
	}
	return title + ": " + strings.Join(texts, ", ")
}
