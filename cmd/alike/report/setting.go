package report

import (
	"fmt"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

// format prints results in one format.
type format interface {
	print(result) error
	// end completes the output after the last result.
	end(*Summary) error
}

// formatInfo describes a format.
type formatInfo struct {
	name   string
	help   string   // for -f
	verbs  []string // the verbs that offer it, nil for all
	except []string // verbs that do not offer it
	open   func(*setting) (format, error)

	streams bool // may print unsorted results as they are found
	summary bool // prints the summary, so notices need not repeat its counts
	whole   bool // prints all results even to a terminal, unless --limit is given
	rereads bool // reads the files of results again to show their passages
}

// setting holds the parameters of a format.
type setting struct {
	about    About
	number   int    // of the current result, from 1
	folder   string // common folder of all results for a heading, or ""
	out      *stream
	width    int // of a table in columns; 0: text is in columns separated by tabs
	terminal bool
	paint    terminal.Painter
	limited  bool // --limit is given
	endSets  bool // -0: an empty path ends a group, or a set of identical files
	omitKept bool // of sets of identical files
	action   string
	passages passageFlags
}

// About describes the results of a run.
type About struct {
	Verb     string
	By       search.Measure // the share that --by names
	Exact    bool           // shares are counted on the files, not estimated
	Score    bool           // near: shares are printed beside distances
	Jaccard  bool           // near: Near.Jaccard in place of distances
	Simhash  bool           // fingerprint: simhashes, not fingerprints
	Named    bool           // fingerprint: lines of text include the path
	Files    bool           // folders: the files of each pair are listed
	Units    bool           // results are about units
	Why      bool           // Passages.Read counts the files that have each passage
	Passages Passages       // of pairs
}

// nouns returns what results are about, one and several.
func (a *About) nouns() (one, many string) {
	if a.Units {
		return "unit", "units"
	}
	return "file", "files"
}

// Passages lets a format show the passages that the files of a pair share.
type Passages struct {
	View   view.Kind
	Window int
	Base   bool // no passage is in the base
	// Here and There are the named trees on both sides, as absolute paths. Output has
	// paths relative to the repository or folder of the trees in Here.
	Here, There []string
	// Read reads both files of a pair and compares them. If it cannot, missing is the
	// reason.
	Read func(search.Pair) (c *compare.Comparison, missing Missing, err error)
}

// Resting is the number of regions that --why shows of a pair.
const Resting = 3

// restsOn returns the rarest regions of a pair, with --why. Identical files have none, and
// neither do files that cannot be read.
func (a *About) restsOn(p *search.Pair) ([]compare.Region, error) {
	if !a.Why || p.Identical {
		return nil, nil
	}
	c, _, err := a.Passages.Read(*p)
	if c == nil || err != nil {
		return nil, err
	}
	return c.Rarest(Resting), nil
}

// Missing is the reason that a pair is shown without passages.
type Missing string

// Reasons for missing passages.
const (
	Changed  Missing = "no lines are shown, since a file has changed since the scan"
	Gone     Missing = "no lines are shown, since a file cannot be read any more"
	TooLarge Missing = "no lines are shown, since a file is too large to be compared whole"
)

// unprintable reports a result of a verb that does not offer the format.
func unprintable(r result) error { return fmt.Errorf("the format cannot print a %T", r) }
