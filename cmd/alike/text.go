package main

import (
	"fmt"
	"math"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// fewShared is the number of shared fingerprints below which a share is a rough
// guess: its standard error is over 15 percentage points at 50 %. Of Go's sources,
// two tar files of which all 3 fingerprints agree have 23 % of their windows in
// common.
const fewShared = 10

// percent is a share for people. Shares are estimated from fingerprints, which
// the tilde says, or the question mark where few are shared; only of identical
// files it is known that all is shared. An estimate that is not quite all is
// never rounded up to it, nor a small one down to nothing.
func percent(s fingerprint.Share, shared int, certain bool) string {
	text := rounded(s)
	switch {
	case certain:
		return "100%"
	case !s.Defined(), text[0] == '<':
		return text
	case shared < fewShared:
		return "?" + text
	}
	return "~" + text
}

// rounded is a share in whole percent, "-" where it is undefined.
func rounded(s fingerprint.Share) string {
	switch {
	case !s.Defined():
		return "-"
	case s > 0 && s < 0.01:
		return "<1%"
	}
	n := int(math.Round(float64(s) * 100))
	if n == 100 && s < 1 {
		n = 99
	}
	return fmt.Sprintf("%d%%", n)
}

// figure is a share for people, without any mark if it was counted on the files
// themselves.
func figure(s fingerprint.Share, shared int, identical, exact bool) string {
	if exact && !identical {
		return rounded(s)
	}
	return percent(s, shared, identical)
}

// relation is how two files lie to each other.
type relation int

const (
	overlap    relation = iota // they share a part
	aInB                       // nearly all of a is in b
	bInA                       // nearly all of b is in a
	nearlySame                 // nearly all of each is in the other
	identical                  // they are the same bytes
)

// nearly is the share from which on a file counts as being inside another: the
// error of the estimate for a file of 8 KiB is .03, and a few changed lines are
// no reason to call it something else.
const nearly = 0.9

func relationOf(a, b fingerprint.Share, same bool) relation {
	switch {
	case same:
		return identical
	case a >= nearly && b >= nearly:
		return nearlySame
	case a >= nearly:
		return aInB
	case b >= nearly:
		return bInA
	default:
		return overlap
	}
}

// String is the word in tab-separated output.
func (r relation) String() string {
	return [...]string{"overlap", "a-in-b", "b-in-a", "nearly-same", "identical"}[r]
}

// relatedColour colours the word for a relation.
func relatedColour(p terminal.Painter, r relation, s string) string {
	if r == overlap {
		return s
	}
	return p.Paint([...]string{"0", "33", "33", "36", "32"}[r], s)
}

// table is what the printer remembers of the table that it prints.
type table struct {
	begun bool
}

// worthFolding is the length from which on a common folder is worth a line of
// its own above the table.
const worthFolding = 6

// commonFolder returns the deepest folder that all paths lie in, with a slash
// at its end, or "" if it is hardly worth to be left out.
func commonFolder(paths []string) string {
	var all folding
	for _, path := range paths {
		all.add(path)
	}
	return all.folder()
}

// folding finds the folder for commonFolder where there are too many paths to be
// kept.
type folding struct {
	common string
	begun  bool
}

func (f *folding) add(path string) {
	if !f.begun {
		f.common, f.begun = path[:strings.LastIndexByte(path, '/')+1], true
	}
	f.common = sharedFolder(f.common, path)
}

func (f *folding) folder() string {
	if len(f.common) < worthFolding {
		return ""
	}
	return f.common
}

// sharedFolder returns the folders at the start of both paths, up to and with
// the last slash.
func sharedFolder(a, b string) string {
	end := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			end = i + 1
		}
	}
	return a[:end]
}

// folded is a path as the table shows it: without the folder that all paths of
// the table have in common, and with what it shares with the path in the line
// above in a fainter colour. Both lines keep all the rest, so that they can be
// copied.
func (p *printer) folded(path, folder, above string) string {
	path = strings.TrimPrefix(path, folder)
	shared := ""
	if above != "" {
		shared = sharedFolder(path, strings.TrimPrefix(above, folder))
	}
	return p.paint.Dim(terminal.Visible(shared)) + terminal.Visible(path[len(shared):])
}

// besides prints figures with a path beside them, or below where the terminal
// is too narrow for both: a path that is broken at the edge is hard to read.
func (p *printer) besides(figures, shown string) error {
	separator := "  "
	if terminal.Width(terminal.Unpainted(figures))+2+terminal.Width(terminal.Unpainted(shown)) > p.columns {
		separator = "\n        "
	}
	return p.line("%s%s%s", figures, separator, shown)
}

// byHeading stands above the share that orders a table, where that is neither
// of the two that its lines show anyway.
func byHeading(by search.Measure) string {
	return map[search.Measure]string{search.Union: "of both", search.Distinctive: "distinct"}[by]
}

// tellDistinctive says what stands in that column where its heading does not.
func (p *printer) tellDistinctive(by search.Measure) {
	if by == search.Distinctive && p.onTerminal() && p.results > 0 {
		p.app.screen.Note("distinct: the larger of the two, what many files have counting for little")
	}
}

// byWidth is the width of that column, 0 where it is not needed.
func byWidth(by search.Measure) int {
	if byHeading(by) == "" {
		return 0
	}
	return 9
}
