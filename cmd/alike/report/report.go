// Package report prints the results of the verbs. A verb passes typed results to a Printer
// and does not know their format.
//
// A format is one file with an implementation of the interface format, and an entry in
// formats.go that names its verbs. A new format changes nothing else:
//
//	columns.go  text for files and pipes, separated by tabs
//	table.go    text for a person at a terminal
//	print0.go   bare paths, for xargs -0
//	json.go     JSON Lines
//	csv.go      CSV
//	sh.go       a shell script, by package shell
//	sarif.go    SARIF, by package sarif
//	html.go     one page, by package page
//
// A kind of result is one file, such as near.go: it names its values once, and all formats
// but sh, SARIF and HTML print them. A kind may have a form for people besides.
//
// Field names of JSON and headers of CSV are a contract with scripts: new ones may be
// added, but none is removed or changes its meaning.
package report

import (
	"io"

	"alike/cmd/alike/terminal"
)

// Output is where a Printer prints.
type Output struct {
	Results  io.Writer        // standard output, for results only
	Columns  int              // width of text laid out as on a terminal; 0: none is
	Terminal bool             // Results is a terminal
	Colour   bool             // in text
	Screen   *terminal.Screen // for notices and progress
}

// Printer prints the results of one run in the order of the calls. Its methods return
// ErrClosed once the reader of the results is gone.
type Printer struct {
	info        formatInfo
	format      format
	set         *setting
	screen      *terminal.Screen
	limit       int    // 0: none
	order       string // of --sort
	reverse     bool
	failOnMatch bool

	results int64 // printed
	omitted int64 // beyond the limit
	leftOut bool  // of a folder that was printed
	empty   int64 // sets or pairs of empty files that were left out
	matched bool
	ended   *Summary // nil before End
}

// Limit returns the largest number of results to print, 0 if there is none.
func (p *Printer) Limit() int { return p.limit }

// Streams reports whether results are printed as they are found, in no order.
func (p *Printer) Streams() bool {
	return p.info.streams && p.order == "" && !p.reverse && p.limit == 0
}

// HidesBar reports whether results appear on the terminal during the search, so that
// they would tear a progress bar.
func (p *Printer) HidesBar() bool { return p.Streams() && p.set.terminal }

// Matched reports whether a match was printed and --fail-on-match is given.
func (p *Printer) Matched() bool { return p.matched }

// found counts a match and prints it.
func (p *Printer) found(r result) error {
	p.count(1)
	return p.print(r)
}

// one prints a result that is not a match for --fail-on-match.
func (p *Printer) one(r result) error {
	p.results++
	return p.print(r)
}

func (p *Printer) print(r result) error {
	p.set.number++
	if c, ok := r.(completed); ok {
		if err := c.complete(p.set); err != nil {
			return err
		}
	}
	return p.format.print(r)
}

// count counts matches that are about to be printed.
func (p *Printer) count(n int) {
	p.results += int64(n)
	p.matched = p.matched || p.failOnMatch && n > 0
}

// MarksMissing reports whether the format says that a file is missing, or names its links.
func (p *Printer) MarksMissing() bool {
	return p.info.name == "json" || p.info.name == "sh" || p.table()
}

// LeaveOutEmpty counts a set or pair of empty files that is left out.
func (p *Printer) LeaveOutEmpty() { p.empty++ }

// noteEmpty says that empty files were left out, if the answer would have nothing else or
// details are wanted.
func (p *Printer) noteEmpty(one, many string) {
	say := p.screen.Detail
	if p.results+p.omitted == 0 {
		say = p.screen.Note
	}
	if p.empty > 0 {
		say("%s of empty files left out; --empty shows them", terminal.Amount(p.empty, one, many))
	}
}

// End prints the summary, if the format has one, and flushes the output.
func (p *Printer) End(s *Summary) error {
	s.results, s.omitted, p.ended = p.results, p.omitted, s
	if err := p.format.end(s); err != nil {
		return err
	}
	return p.set.out.flush()
}

// table reports whether text is laid out for a person at a terminal.
func (p *Printer) table() bool {
	_, ok := p.format.(*table)
	return ok
}
