// Package roff writes manual pages with the macros of man(7).
package roff

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Page is the source of a manual page.
type Page struct{ text strings.Builder }

// Head is what stands at the top and bottom of a page.
type Head struct {
	Name    string // "alike-pairs"
	Section string // "1"
	Date    string // "2026-11-23"
	Source  string // "alike v1.2.3"
	Manual  string // "User commands"
	Short   string // one line for the section NAME
}

// New returns a page with the section NAME.
func New(h Head) *Page {
	p := new(Page)
	fmt.Fprintf(&p.text, `.TH "%s" "%s" "%s" "%s" "%s"`+"\n.ad l\n.nh\n", // left, no hyphens
		Escape(strings.ToUpper(h.Name)), h.Section, h.Date, Escape(h.Source), Escape(h.Manual))
	p.Section("NAME")
	p.fill(Escape(h.Name) + ` \- ` + Escape(h.Short))
	return p
}

// String returns the source.
func (p *Page) String() string { return p.text.String() }

// Section begins a section.
func (p *Page) Section(title string) { p.macro("SH", title) }

// Subsection begins a part of a section.
func (p *Page) Subsection(title string) { p.macro("SS", title) }

// Text appends a paragraph, which is filled. Its markup, if any, is that of Escape and Bold.
func (p *Page) Text(source string) {
	p.begin()
	p.fill(source)
}

// Item appends a term and what it means, each with markup. The text may be several lines,
// each of which begins a line of the page.
func (p *Page) Item(term, text string) {
	p.text.WriteString(".TP\n")
	p.line(term)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			p.text.WriteString(".br\n")
		}
		p.fill(line)
	}
}

// Point appends an item of a list, with markup.
func (p *Page) Point(text string) {
	p.text.WriteString(".IP \\(bu 2\n")
	p.fill(text)
}

// Verbatim appends lines without markup that are not filled.
func (p *Page) Verbatim(lines ...string) {
	p.begin()
	p.text.WriteString(".nf\n.RS 2\n")
	for _, l := range lines {
		p.line(Escape(l))
	}
	p.text.WriteString(".RE\n.fi\n")
}

// begin separates a paragraph from the one before. The first of a section needs no macro.
func (p *Page) begin() {
	text := strings.TrimSuffix(p.text.String(), "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if !strings.HasPrefix(last, ".SH ") && !strings.HasPrefix(last, ".SS ") {
		p.text.WriteString(".PP\n")
	}
}

func (p *Page) macro(name string, args ...string) {
	p.text.WriteString("." + name)
	for _, a := range args {
		fmt.Fprintf(&p.text, ` "%s"`, Escape(a))
	}
	p.text.WriteString("\n")
}

// fill writes words in lines of at most 78 bytes, if they fit.
func (p *Page) fill(source string) {
	line := ""
	for _, word := range strings.Fields(source) {
		if line != "" && len(line)+1+len(word) > 78 {
			p.line(line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	p.line(line)
}

// line writes a line of text, which is not a request even if it begins like one.
func (p *Page) line(source string) {
	if strings.HasPrefix(source, ".") {
		source = `\&` + source
	}
	p.text.WriteString(source + "\n")
}

// Bold returns text in bold, escaped.
func Bold(text string) string { return font("B", text) }

// Italic returns text in italics or underlined, escaped.
func Italic(text string) string { return font("I", text) }

func font(name, text string) string {
	if text == "" {
		return ""
	}
	return `\f` + name + Escape(text) + `\fR`
}

// Escape returns the source of plain text. A hyphen becomes a minus, which can be copied into
// a command line, and what is not ASCII becomes the name of a character, so that a page does
// not depend on the encoding of the reader. A control character is left out.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r == '"':
			b.WriteString(`\(dq`)
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r < ' ' || r == 0x7f || r == utf8.RuneError:
		case r > 0x7f:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
