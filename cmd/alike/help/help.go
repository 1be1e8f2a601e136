// Package help lays out the help of the command line. A Page holds the text of one
// verb as data and is printed in two ways: Brief fits one screen, Full has
// everything.
package help

import (
	"slices"

	"github.com/spf13/pflag"
)

// Page is the help of a verb, or of the program as a whole.
type Page struct {
	Usage    string // the command line: "alike pairs [flags] [DIR…]"
	Short    string // one line, without a capital and a full stop
	Long     string // paragraphs, separated by empty lines, for Full
	Examples []Example
	Verbs    []Verbs // of the program; none for a verb
	Groups   []Group
	Closing  string // paragraphs at the end of Full
	More     string // the command line that prints Full, the last line of Brief
}

// Example is a command line with an optional comment.
type Example struct{ Command, Comment string }

// Verbs are verbs under a common title.
type Verbs struct {
	Title string
	Verbs []Verb
}

// Verb is a verb in the list of a program's verbs.
type Verb struct{ Name, Short string }

// Group is a group of flags under a common title. The usage text of a flag is one
// line, which Brief prints, and optional further lines, which only Full prints.
type Group struct {
	Title string
	Flags *pflag.FlagSet
	// Brief names the flags that have a line of their own in Brief; the others are
	// only named there. All have one if Brief is nil.
	Brief []string
}

// briefExamples is the number of examples in Brief.
const briefExamples = 3

// Columns is the width of a page without a terminal, and of Brief in any case.
const Columns = 80

// each calls use for the visible flags of a group in the order of their definition.
func (g *Group) each(use func(*pflag.Flag)) {
	g.Flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			use(f)
		}
	})
}

// brief reports whether a flag has a line of its own in Brief.
func (g *Group) brief(f *pflag.Flag) bool {
	return g.Brief == nil || slices.Contains(g.Brief, f.Name)
}

// AddVerb adds a verb to the verbs under a title, after those added before.
func (p *Page) AddVerb(title string, v Verb) {
	i := slices.IndexFunc(p.Verbs, func(group Verbs) bool { return group.Title == title })
	if i < 0 {
		i = len(p.Verbs)
		p.Verbs = append(p.Verbs, Verbs{Title: title})
	}
	p.Verbs[i].Verbs = append(p.Verbs[i].Verbs, v)
}
