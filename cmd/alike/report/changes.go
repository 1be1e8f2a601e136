package report

import (
	"context"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// ChangeKinds are the kinds of changes in the order of output.
var ChangeKinds = []string{"pair", "new", "changed", "gone", "root"}

// FileChange returns the kind of change of a file.
func FileChange(c search.Change) string {
	return map[search.ChangeKind]string{search.FileNew: "new", search.FileChanged: "changed", search.FileGone: "gone"}[c.Kind]
}

// change is a pair with a file that is new or has changed, a file, or a root.
type change struct {
	kind string
	pair *search.Pair // or the file, as its A
	root *search.NewRoot
}

func (c *change) values(_ *setting, v values) {
	v.begin("change")
	v.text("kind", c.kind)
	switch r := c.root; {
	case v.rows():
		c.row(v)
	case r != nil:
		v.path("path", r.Path)
		v.int("files", r.Files)
		v.int("bytes", r.Bytes)
		v.int("pairs", r.Pairs)
	case c.kind == "pair":
		pairValues(v, c.pair)
	default:
		v.file("file", &c.pair.A)
	}
}

// row names the values of a pair, then two of a root, which has its path and bytes under a.
func (c *change) row(v values) {
	p, r := c.pair, c.root
	if r != nil {
		p = &search.Pair{}
		v.open("a")
		v.path("path", r.Path)
		v.int("size", r.Bytes)
		v.known(false)
		for _, name := range []string{"level", "fingerprints", "copies"} {
			v.int(name, 0)
		}
		v.close()
	} else {
		r = &search.NewRoot{}
		v.file("a", &p.A)
	}
	v.known(c.kind == "pair")
	pairedValues(v, p)
	v.known(c.root != nil)
	v.int("files", r.Files)
	v.int("pairs", r.Pairs)
	v.known(true)
}

func (c *change) lines(o *columns) {
	switch r := c.root; {
	case r != nil:
		o.out.columns("root", itoa(r.Bytes), terminal.Visible(r.Path), itoa(r.Files), itoa(r.Pairs))
	case c.kind == "pair":
		o.pair("pair\t", c.pair)
	default:
		o.out.columns(c.kind, itoa(c.pair.A.Size), terminal.Visible(c.pair.A.Path))
	}
}

func (c *change) layOut(t *table) {
	if c.kind == "pair" {
		t.pair(c.pair)
	} else {
		t.held, t.layOutHeld = append(t.held, c), (*table).fileChanges
	}
}

// fileChanges prints a table of the files that have changed, below the table of pairs.
//
//	            size  file in /home/me/
//	new       12 KiB  net/http/a.go
//	changed   28 KiB  net/smtp/b.go
//
// Below it are the roots that were scanned for the first time.
//
//	first scan of /home/me:  1,200 files (3.1 GiB), 34 similar pairs
func (t *table) fileChanges() {
	var all folding
	for _, r := range t.held {
		if c := r.(*change); c.root == nil {
			all.add(c.pair.A.Path)
		}
	}
	above := ""
	for i, r := range t.held {
		c := r.(*change)
		if c.root != nil {
			t.newRoot(c.root)
			continue
		}
		f := c.pair.A
		if i == 0 {
			t.separate()
			t.head(terminal.PadLeft("size", 19), "file", all.folder())
		}
		figures := "  " + t.paint.Bold(terminal.PadRight(c.kind, 8)) + terminal.PadLeft(terminal.Size(f.Size), 9)
		t.beside(figures, t.folded(f.Path, all.folder(), above)+t.copies(f))
		above = f.Path
	}
}

func (t *table) newRoot(r *search.NewRoot) {
	t.separate()
	counts := terminal.Amount(r.Files, "file", "files") + " (" + terminal.Size(r.Bytes) + "), " +
		terminal.Amount(r.Pairs, "similar pair", "similar pairs")
	t.beside("first scan of "+t.paint.Bold(terminal.Visible(r.Path))+":", counts)
}

// Changes prints the changes that scans found: new pairs first, then files.
type Changes struct {
	printer *Printer
	pairs   *List[search.Pair]
	counts  map[string]int64 // by kind, including changes beyond the limit
	files   int64            // printed
}

// Changes returns a printer of changes, with pairs in the order of Printer.Pairs.
func (p *Printer) Changes(room int64, by search.Measure) *Changes {
	return &Changes{printer: p, counts: map[string]int64{}, pairs: newList(p, room, sortedBy(p, PairOrder(by), pairKeys(by)),
		func(x *search.Pair) result { return &change{kind: "pair", pair: x} })}
}

// AddPair prints a new pair or keeps it for PrintPairs.
func (c *Changes) AddPair(p search.Pair) error {
	c.counts["pair"]++
	return c.pairs.Add(p)
}

// PrintPairs prints the pairs kept by AddPair.
func (c *Changes) PrintPairs(ctx context.Context) error { return c.pairs.Print(ctx) }

// File prints a changed file. The limit applies to files and to pairs separately.
func (c *Changes) File(f search.Change) error {
	kind := FileChange(f)
	c.counts[kind]++
	if limit := int64(c.printer.limit); limit > 0 && c.files >= limit {
		c.printer.omitted++
		return nil
	}
	c.files++
	return c.printer.found(&change{kind: kind, pair: &search.Pair{A: f.File}})
}

// Root prints a root that was scanned for the first time, whatever the limit.
func (c *Changes) Root(r *search.NewRoot) error {
	c.counts["root"]++
	return c.printer.found(&change{kind: "root", root: r})
}

// None reports whether there was nothing to print.
func (c *Changes) None() bool { return c.printer.results == 0 && c.printer.omitted == 0 }

// Close frees the disk space used for sorting.
func (c *Changes) Close() { c.pairs.Close() }

// Scans describes the scans that found the changes.
type Scans struct {
	Count   int
	Began   time.Time // the first scan
	Partial bool      // the index no longer knows all requested scans
	Imports bool      // they are imports of exports of hosts
}

// words returns what a scan and several are called.
func (s *Scans) words() (one, many string) {
	if s.Imports {
		return "import", "imports"
	}
	return "scan", "scans"
}

// Note reports the number of changes and the scans that found them. Without changes, it
// writes only to a terminal.
func (c *Changes) Note(s Scans) {
	p := c.printer
	scan, scans := s.words()
	by := "the " + scan + " of " + s.Began.Format("2006-01-02 15:04")
	if s.Count > 1 {
		by = terminal.Comma(int64(s.Count)) + " " + scans + " since " + s.Began.Format("2006-01-02 15:04")
	}
	parts := c.amounts(s.Imports)
	if len(parts) == 0 {
		if p.screen.Columns() > 0 && s.Count == 0 {
			p.screen.Note("no %s since then", scan)
		} else if p.screen.Columns() > 0 {
			p.screen.Note("%s found nothing new", by)
		}
		return
	}
	if p.table() && c.counts["pair"] > 0 && !p.set.about.Exact {
		p.screen.Note("found: how much of the file is in the other; ~ estimated, ? roughly")
	}
	if c.counts["pair"] > 0 {
		p.noteDistinctive()
	}
	text := strings.Join(parts, ", ") + ", found by " + by
	if p.omitted > 0 {
		text += "; --limit 0 shows all"
	}
	p.screen.Note("%s", text)
	if s.Partial {
		p.screen.Note("the index remembers no %s before that", scans)
	}
}

// amounts returns the number of changes of each kind, found by scans or imports.
func (c *Changes) amounts(imports bool) (parts []string) {
	verb := " scanned"
	if imports {
		verb = " imported"
	}
	for _, kind := range ChangeKinds {
		n := c.counts[kind]
		switch {
		case n > 0 && kind == "pair":
			parts = append(parts, terminal.Amount(n, "new pair", "new pairs"))
		case n > 0 && kind == "root":
			parts = append(parts, terminal.Amount(n, "folder"+verb, "folders"+verb)+" for the first time (--all lists)")
		case n > 0:
			parts = append(parts, terminal.Amount(n, "file", "files")+" "+kind)
		}
	}
	return parts
}
