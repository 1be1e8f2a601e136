package report

import (
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// table prints text for a person at a terminal. Results without a table look as in
// columns.
type table struct {
	columns
	begun    bool // something is printed
	numbered int  // results printed
	changes  []search.Change
}

func (t *table) print(result any) error {
	switch r := result.(type) {
	case search.Pair:
		return t.pair(r)
	case NewPair:
		return t.pair(r.Pair)
	case search.Change:
		t.changes = append(t.changes, r) // their table depends on all of them
		return nil
	case *Matches:
		return t.matches(r)
	case Group:
		return t.group(r)
	case search.DuplicateSet:
		return t.duplicates(r)
	case Near:
		return t.near(r)
	case *Neighbours:
		return t.neighbours(r)
	case *compared:
		return t.compared(r)
	}
	return t.columns.print(result)
}

func (t *table) end(*Summary) error { return t.fileChanges() }

// separate prints an empty line unless nothing was printed yet.
func (t *table) separate() error {
	if !t.begun {
		t.begun = true
		return nil
	}
	return t.out.line("")
}

// folded returns a path without the common folder of the table. It dims the folders
// shared with the path in the line above.
func (t *table) folded(path, folder, above string) string {
	path = strings.TrimPrefix(path, folder)
	shared := ""
	if above != "" {
		shared = sharedFolder(path, strings.TrimPrefix(above, folder))
	}
	return t.paint.Dim(terminal.Visible(shared)) + terminal.Visible(path[len(shared):])
}

// besides prints figures with a path beside them, or below them if the terminal is too
// narrow for both: a path broken at the edge is hard to read.
func (t *table) besides(figures, path string) error {
	separator := "  "
	if terminal.Width(terminal.Unpainted(figures))+2+terminal.Width(terminal.Unpainted(path)) > t.width {
		separator = "\n        "
	}
	return t.out.line("%s%s%s", figures, separator, path)
}

// heading returns the heading of a column of paths.
func heading(what, folder string) string {
	if folder == "" {
		return what
	}
	return what + " in " + terminal.Visible(folder)
}

// copies says that other files have the same bytes.
func (t *table) copies(f search.File) string {
	if f.Copies == 0 {
		return ""
	}
	return t.paint.Dim("  (+" + terminal.Amount(int64(f.Copies), "identical file", "identical files") + ")")
}

// related colours the word for a relation.
func (t *table) related(r relation, s string) string {
	if r == overlap {
		return s
	}
	return t.paint.Paint([...]string{"0", "33", "33", "36", "32"}[r], s)
}

// byHeading is the heading of the column with the share that orders results. The
// other measures need no column: they are one of the two shares in each line.
var byHeading = map[search.Measure]string{search.Union: "of both", search.Distinctive: "distinct"}

// byColumn returns a cell of that column, nothing if there is none.
func (t *table) byColumn(cell string) string {
	if byHeading[t.about.By] == "" {
		return ""
	}
	return terminal.PadLeft(cell, 9)
}
