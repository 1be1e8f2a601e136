// Package help lays out the help of the command line. A Page holds the help of one verb as
// data. Brief prints it on one screen, Full prints everything.
package help

import (
	"slices"

	"github.com/spf13/pflag"
)

// Page is the help of a verb, or of the program as a whole.
type Page struct {
	Usage    string // the command line: "alike pairs [flags] [DIR…]"
	Short    string // one line, without capital letter and full stop
	Long     string // paragraphs, separated by empty lines, for Full
	Examples []Example
	Verbs    []Verbs // of the program; none for a verb
	Groups   []Group
	Facts    Facts  // of the program
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
	// Brief names the flags that have their own line in Brief, which only names the
	// others. If it is nil, all flags have a line.
	Brief []string
	// In is the command whose help describes the flags, which Full only names then. If it is
	// empty, Full describes them.
	In string
}

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

// briefExamples is the number of examples in Brief of a verb. That of the program has one less.
const briefExamples = 3

// Columns is the width of Brief, and of Full without a terminal.
const Columns = 80

// each calls use for each visible flag of a group in the order of definition.
func (g *Group) each(use func(*pflag.Flag)) {
	g.Flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			use(f)
		}
	})
}

// brief reports whether a flag has its own line in Brief.
func (g *Group) brief(f *pflag.Flag) bool {
	return g.Brief == nil || slices.Contains(g.Brief, f.Name)
}

// AddVerb appends a verb to the verbs under a title.
func (p *Page) AddVerb(title string, v Verb) {
	i := slices.IndexFunc(p.Verbs, func(group Verbs) bool { return group.Title == title })
	if i < 0 {
		i = len(p.Verbs)
		p.Verbs = append(p.Verbs, Verbs{Title: title})
	}
	p.Verbs[i].Verbs = append(p.Verbs[i].Verbs, v)
}
