package report

import (
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/scan/compare"
)

// relationWords are the words for a relation in the lines of a and of b.
var relationWords = map[relation][2]string{
	identical:  {"identical", ""},
	nearlySame: {"nearly", "the same"},
	aInB:       {"inside", "contains"},
	bInA:       {"contains", "inside"},
	overlap:    {"overlap", ""},
}

// pair prints a line for each file, with the share of it found in the other. One file per
// line fits a terminal of 80 columns.
//
//	   found                 size  file in /usr/local/go/src/
//	1   ~97%  inside       12 KiB  net/http/a.go
//	    ~41%  contains     28 KiB  net/smtp/b.go
func (t *table) pair(p search.Pair) error {
	if !t.begun {
		t.begun = true
		one, _ := t.about.nouns()
		t.head("   "+t.byColumn(byHeading[t.about.By])+terminal.PadLeft("found", 7)+terminal.PadLeft("size", 20), one, t.folder)
	}
	t.numbered++
	t.pairLine(0, p, itoa(t.numbered), pairFigure(p, PairShare(&p, t.about.By)), "")
	t.pairLine(1, p, "", "", p.A.Path)
	on, err := t.about.restsOn(p)
	t.restsOn(on)
	return err
}

// restsOn prints the rarest regions of a pair below it.
func (t *table) restsOn(regions []compare.Region) {
	for _, r := range regions {
		t.out.line("%s", t.paint.Dim("            lines "+lineSpan(r.Sides[0])+" and "+lineSpan(r.Sides[1])+
			" in "+terminal.Amount(int64(r.Files), "file", "files")))
	}
}

// pairLine prints the line of one side of a pair. above is the path in the line above.
func (t *table) pairLine(side int, p search.Pair, number, by, above string) {
	f, share := p.A, p.AInB
	if side == 1 {
		f, share = p.B, p.BInA
	}
	r := relationOf(p.AInB, p.BInA, p.Identical)
	figures := t.paint.Dim(terminal.PadLeft(number, 3)) + t.paint.Bold(t.byColumn(by)) +
		t.paint.Bold(terminal.PadLeft(pairFigure(p, share), 7)) + "  " +
		t.related(r, terminal.PadRight(relationWords[r][side], 9)) + terminal.PadLeft(terminal.Size(f.Size), 9)
	path := t.folded(f.Path, t.folder, above)
	if p.Identical {
		f.Copies = 0 // they are pairs too
	}
	t.beside(figures, path+t.copies(f))
}

// fileChanges prints a table of the files that have changed, below the table of pairs.
//
//	            size  file in /home/me/
//	new       12 KiB  net/http/a.go
//	changed   28 KiB  net/smtp/b.go
func (t *table) fileChanges() {
	if len(t.changes) == 0 {
		return
	}
	var all folding
	for _, c := range t.changes {
		all.add(c.File.Path)
	}
	folder := all.folder()
	t.separate()
	t.head(terminal.PadLeft("size", 19), "file", folder)
	above := ""
	for _, c := range t.changes {
		figures := "  " + t.paint.Bold(terminal.PadRight(FileChange(c), 8)) + terminal.PadLeft(terminal.Size(c.File.Size), 9)
		t.beside(figures, t.folded(c.File.Path, folder, above)+t.copies(c.File))
		above = c.File.Path
	}
}

// newRoots prints the roots that were scanned for the first time.
//
//	first scan of /home/me:  1,200 files (3.1 GiB), 34 similar pairs
func (t *table) newRoots() {
	for _, r := range t.roots {
		t.separate()
		counts := terminal.Amount(r.Files, "file", "files") + " (" + terminal.Size(r.Bytes) + "), " +
			terminal.Amount(r.Pairs, "similar pair", "similar pairs")
		t.beside("first scan of "+t.paint.Bold(terminal.Visible(r.Path))+":", counts)
	}
}

// matchWords are the words for the relation of a queried file, as a, to a match.
var matchWords = map[relation]string{
	identical: "identical", nearlySame: "nearly same", aInB: "contains it", bInA: "inside it", overlap: "overlap",
}

// matches prints the matches of a file below its name.
//
//	/home/me/draft.txt (12 KiB, 141 fingerprints)
//	  of it  of file                  size  file in /usr/local/go/src/
//	   ~97%     ~41%  contains it   28 KiB  net/smtp/b.go
func (t *table) matches(m *Matches) {
	t.separate()
	about := terminal.Size(m.Query.Size) + ", " + terminal.Amount(int64(m.Query.Fingerprints), "fingerprint", "fingerprints")
	t.asked(m.Query.Path, about)
	if len(m.Found) == 0 {
		t.out.line("  nothing like it in the index")
		return
	}
	var all folding
	for _, f := range m.Found {
		all.add(f.File.Path)
	}
	folder := all.folder()
	t.head(t.byColumn(byHeading[t.about.By])+terminal.PadLeft("of it", 7)+terminal.PadLeft("of file", 9)+terminal.PadLeft("size", 22),
		"file", folder)
	for i, found := range m.Found {
		t.match(found, folder)
		t.restsOn(m.restsOn(i))
	}
}

// asked prints the name of a queried file.
func (t *table) asked(path, about string) {
	name := terminal.Visible(path)
	if path == input.Stdin {
		name = "standard input"
	}
	t.beside(t.paint.Bold(name), t.paint.Dim("("+about+")"))
}

func (t *table) match(m search.Match, folder string) {
	r := relationOf(m.QueryInFile, m.FileInQuery, m.Identical)
	figures := t.paint.Bold(t.byColumn(matchFigure(m, matchShare(m, t.about.By)))) +
		t.paint.Bold(terminal.PadLeft(matchFigure(m, m.QueryInFile), 7)) +
		t.paint.Bold(terminal.PadLeft(matchFigure(m, m.FileInQuery), 9)) + "  " +
		t.related(r, terminal.PadRight(matchWords[r], 11)) + terminal.PadLeft(terminal.Size(m.File.Size), 9)
	t.beside(figures, t.folded(m.File.Path, folder, "")+t.copies(m.File))
}
