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
	// print prints a result of one of the types in results.go or package search.
	print(result any) error
	// end completes the output after the last result.
	end(*Summary) error
}

// setting is what a format works with.
type setting struct {
	about    About
	folder   string // that all results lie in, if it is worth a heading
	out      *stream
	width    int // of the terminal in columns, 0 without one
	paint    terminal.Painter
	limited  bool // --limit is given
	passages passageFlags
}

// About is what the results of a run have in common.
type About struct {
	Verb     string
	By       search.Measure // the share that orders results
	Exact    bool           // shares are counted on the files, not estimated
	Score    bool           // near: shares are printed beside distances
	Simhash  bool           // fingerprint: simhashes, not fingerprints
	Named    bool           // fingerprint: lines of text name their file
	Passages Passages       // of pairs
}

// Passages lets a format show the passages that the files of a pair share.
type Passages struct {
	View   view.Kind
	Window int
	Base   bool // no passage is in the base
	// Here and There are the named trees on both sides, as absolute paths. Paths are
	// shown relative to the repository or folder of those in Here.
	Here, There []string
	// Read reads both files of a pair and compares them. If it cannot, missing says
	// why.
	Read func(search.Pair) (c *compare.Comparison, missing Missing, err error)
}

// Missing says why the passages of a pair are not shown.
type Missing string

// Reasons for missing passages.
const (
	Changed  Missing = "no lines are shown, since a file has changed since the scan"
	Gone     Missing = "no lines are shown, since a file cannot be read any more"
	TooLarge Missing = "no lines are shown, since a file is too large to be compared whole"
)

// unprintable reports a result of a verb that does not offer the format.
func unprintable(result any) error { return fmt.Errorf("the format has no form for a %T", result) }
