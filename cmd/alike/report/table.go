package report

import (
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// table prints text for a person at a terminal. Results without a layout are printed in
// columns.
type table struct {
	columns
	begun bool // something has been printed
	// held are results whose layout depends on all of them, for layOutHeld at the end.
	held       []result
	layOutHeld func(*table)
}

func (t *table) print(r result) error {
	l, ok := r.(laidOut)
	if !ok {
		return t.columns.print(r)
	}
	l.layOut(t)
	return t.out.err()
}

func (t *table) end(*Summary) error {
	if len(t.held) > 0 {
		t.layOutHeld(t)
	}
	return t.out.err()
}

// separate prints an empty line unless nothing has been printed yet.
func (t *table) separate() {
	if t.begun {
		t.out.line("")
	}
	t.begun = true
}

// title prints the common folder of files above the first result, if it has one.
func (t *table) title() {
	if t.folder != "" && !t.begun {
		_, many := t.about.nouns()
		t.out.line("%s", t.paint.Dim(many+" in "+terminal.Visible(t.folder)))
	}
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

// beside prints a path beside figures, or below them if the terminal is too narrow for
// both: a path that wraps at the edge is hard to read. It also prints figures beside a path.
func (t *table) beside(figures, path string) {
	separator := "  "
	if terminal.Width(terminal.Unpainted(figures))+2+terminal.Width(terminal.Unpainted(path)) > t.width {
		separator = "\n        "
	}
	t.out.line("%s%s%s", figures, separator, path)
}

// head prints the headings of figures, and of a column of paths in a folder. A long folder
// has its own line above them.
func (t *table) head(figures, what, folder string) {
	line := figures + "  " + what
	if folder != "" {
		folder = terminal.Visible(folder)
		if whole := line + " in " + folder; terminal.Width(whole) <= t.width {
			line = whole
		} else {
			t.out.line("%s", t.paint.Dim(what+"s in "+folder))
		}
	}
	t.out.line("%s", t.paint.Dim(line))
}

// copies counts the other files with the same bytes, and the other paths of the file, and
// marks a file that says it is generated, or is gone.
func (t *table) copies(f search.File) string {
	var parts []string
	if f.Files > 0 {
		parts = append(parts, terminal.Amount(int64(f.Files), "file", "files"))
	}
	if f.Copies > 0 {
		parts = append(parts, "+"+terminal.Amount(int64(f.Copies), "identical file", "identical files"))
	}
	if f.Aliases != nil && len(f.Aliases.Links) > 0 {
		parts = append(parts, terminal.Amount(int64(len(f.Aliases.Links)), "more link", "more links"))
	}
	if f.Generated {
		parts = append(parts, "marked as generated")
	}
	if f.Missing() {
		parts = append(parts, "gone since the scan")
	}
	text := ""
	if len(parts) > 0 {
		text = t.paint.Dim("  (" + strings.Join(parts, ", ") + ")")
	}
	eachPath(f, func(other search.File) {
		if other.Path != f.Path {
			text += "\n        " + t.paint.Dim("= ") + terminal.Visible(other.Path)
		}
	})
	return text
}

// related colours the word for a relation.
func (t *table) related(r relation, s string) string {
	if r == overlap {
		return s
	}
	return t.paint.Paint([...]string{"0", "33", "33", "36", "36", "32"}[r], s)
}

// byHeading is the heading of the column for the share that --by names. The other
// measures need no column, because each line already has both of their shares.
var byHeading = map[search.Measure]string{search.Union: "of both", search.Distinctive: "distinct"}

// byColumn returns a cell of that column, or "" if there is none.
func (t *table) byColumn(cell string) string {
	if byHeading[t.about.By] == "" {
		return ""
	}
	return terminal.PadLeft(cell, 9)
}
