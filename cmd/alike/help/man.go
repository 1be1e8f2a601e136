//go:build manual

package help

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/pflag"
)

// Man returns the manual page of a verb or of the program, in section 1. name is the name of
// the page, such as "alike-pairs", and others are the pages to see also, with their sections.
func (p *Page) Man(name, date, source string, facts Facts, others []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%% %q %q %q %q %q\n", strings.ToUpper(name), "1", date, source, "User commands")
	fmt.Fprintf(&b, "# NAME\n%s \\- %s\n\n", name, plain(p.Short))
	program := strings.ReplaceAll(name, "-", " ")
	fmt.Fprintf(&b, "# SYNOPSIS\n**%s**%s\n\n# DESCRIPTION\n", program, plain(strings.TrimPrefix(p.Usage, program)))
	for paragraph := range strings.SplitSeq(p.Long, "\n\n") {
		fmt.Fprintf(&b, "%s\n\n", plain(paragraph))
	}
	for _, g := range p.Verbs {
		fmt.Fprintf(&b, "## %s\n", g.Title)
		for _, v := range g.Verbs {
			term(&b, name+"-"+v.Name, "(1)", sentence(v.Short))
		}
	}
	b.WriteString("# OPTIONS\n")
	for _, g := range p.Groups {
		manGroup(&b, g)
	}
	if len(p.Examples) > 0 {
		b.WriteString("# EXAMPLES\n```\n")
		for _, e := range p.Examples {
			if e.Comment != "" {
				fmt.Fprintf(&b, "# %s\n", e.Comment)
			}
			fmt.Fprintf(&b, "%s\n", e.Command)
		}
		b.WriteString("```\n")
	}
	p.manFacts(&b, "EXIT STATUS", facts.Codes)
	p.manFacts(&b, "ENVIRONMENT", facts.Environment)
	p.manFacts(&b, "FILES", facts.Files)
	fmt.Fprintf(&b, "# SEE ALSO\n%s\n", strings.Join(others, ", "))
	return roff(b.Bytes())
}

// link matches a link, which a manual page cannot follow.
var link = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)

// Concepts returns the page alike(7), made of a document in Markdown. Its title is left out and
// its first paragraph is the line of the section NAME.
func Concepts(text, date, source string) []byte {
	text = link.ReplaceAllString(strings.ReplaceAll(text, "\n##", "\n#"), "_${1}_")
	blocks := append(strings.SplitN(text, "\n\n", 3), "", "")
	short := strings.TrimSuffix(strings.Join(strings.Fields(blocks[1]), " "), ".")
	return roff(fmt.Appendf(nil, "%% \"ALIKE\" \"7\" %q %q \"Concepts\"\n# NAME\nalike \\- %s\n\n%s\n# SEE ALSO\nalike(1)\n",
		date, source, strings.ToLower(short[:min(1, len(short))])+short[min(1, len(short)):], blocks[2]))
}

// roff returns a page in Markdown as the source of a manual page. Its first line is the head:
// % "NAME" "SECTION" "DATE" "SOURCE" "MANUAL". A hyphen in text becomes a minus, which can be
// copied into a command line.
func roff(markdown []byte) []byte {
	lines := bytes.SplitAfter(md2man.Render(markdown), []byte("\n"))
	for i, line := range lines {
		if !bytes.HasPrefix(line, []byte(".")) {
			lines[i] = bytes.ReplaceAll(bytes.ReplaceAll(line, []byte(`\-`), []byte("-")), []byte("-"), []byte(`\-`))
		}
	}
	return bytes.Join(lines, nil)
}

// manGroup appends a group of flags, unless all are hidden.
func manGroup(b *bytes.Buffer, g Group) {
	if g.In != "" {
		fmt.Fprintf(b, "\n%s\n\n", plain(g.elsewhere()))
		return
	}
	titled := false
	g.each(func(f *pflag.Flag) {
		if !titled {
			titled = true
			fmt.Fprintf(b, "## %s\n", g.Title)
		}
		value, _ := pflag.UnquoteUsage(f)
		names := strings.TrimSpace(left(f))
		value = names[len(strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(names, "]"), value), " [=")):]
		term(b, strings.TrimSuffix(names, value), value, right(f))
	})
}

// manFacts appends a section of the facts about a verb, if there are any.
func (p *Page) manFacts(b *bytes.Buffer, title string, facts []Fact) {
	facts = slices.DeleteFunc(slices.Clone(facts), func(f Fact) bool { return f.Flag != "" && !p.hasFlag(f.Flag) })
	if len(facts) == 0 {
		return
	}
	fmt.Fprintf(b, "# %s\n", title)
	for _, f := range facts {
		term(b, f.Name, "", sentence(f.Meaning))
	}
}

// hasFlag reports whether the page describes a flag. The page of the program stands for all.
func (p *Page) hasFlag(name string) bool {
	return len(p.Verbs) > 0 || slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Flags.Lookup(name) != nil })
}

// term appends a term, which is a name in bold and more, and what it means. Each line of the
// text begins a line of the page.
func term(b *bytes.Buffer, name, more, text string) {
	fmt.Fprintf(b, "**%s**%s\n\n: %s\n\n", plain(name), plain(more), strings.ReplaceAll(plain(text), "\n", "  \n"))
}

// plain returns text as Markdown without markup.
func plain(text string) string { return marks.Replace(text) }

var marks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "~", `\~`, "#", `\#`)
