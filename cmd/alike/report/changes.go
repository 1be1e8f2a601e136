package report

import (
	"context"
	"strings"
	"time"

	"alike/cmd/alike/ranking"
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// Changes prints the changes that scans found: new pairs first, then files.
type Changes struct {
	printer *Printer
	pairs   *List[NewPair]
	counts  map[string]int64 // by kind, including changes beyond the limit
	files   int64            // printed
}

// Changes returns a printer of changes, with pairs in the order of Printer.Pairs.
func (p *Printer) Changes(room int64, by search.Measure) *Changes {
	better := sortedBy(p, PairOrder(by), pairKeys)
	return &Changes{printer: p, counts: map[string]int64{}, pairs: newList(p, room, listMethods[NewPair]{
		better: func(a, b NewPair) int { return better(a.Pair, b.Pair) },
		paths:  func(x NewPair, use func(string)) { pairPaths(x.Pair, use) },
		encode: func(data []byte, x NewPair) []byte { return appendPair(data, x.Pair) },
		decode: func(r *ranking.Record) NewPair { return NewPair{decodePair(r)} },
	})}
}

// AddPair prints a new pair or keeps it for PrintPairs.
func (c *Changes) AddPair(p search.Pair) error {
	c.counts["pair"]++
	return c.pairs.Add(NewPair{p})
}

// PrintPairs prints the pairs kept by AddPair.
func (c *Changes) PrintPairs(ctx context.Context) error { return c.pairs.Print(ctx) }

// File prints a changed file. The limit applies to files and to pairs separately.
func (c *Changes) File(f search.Change) error {
	c.counts[FileChange(f)]++
	if limit := int64(c.printer.limit); limit > 0 && c.files >= limit {
		c.printer.omitted++
		return nil
	}
	c.files++
	return c.printer.found(f)
}

// Root prints a root that was scanned for the first time, whatever the limit.
func (c *Changes) Root(r *search.NewRoot) error {
	c.counts["root"]++
	return c.printer.found(r)
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
