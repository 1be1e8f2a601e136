package report

import (
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// relationWords are the words for a relation in the lines of a and of b.
var relationWords = map[relation][2]string{
	identical:  {"identical", ""},
	nearlySame: {"nearly", "the same"},
	aInB:       {"inside", "contains"},
	bInA:       {"contains", "inside"},
	overlap:    {"overlap", ""},
}

// pair prints a line for each file, with how much of it is found in the other. That
// fits 80 columns as well as 160.
//
//	   found                 size  file in /usr/local/go/src/
//	1   ~97%  inside       12 KiB  net/http/a.go
//	    ~41%  contains     28 KiB  net/smtp/b.go
func (t *table) pair(p search.Pair) error {
	if !t.begun {
		t.begun = true
		if err := t.pairHead(); err != nil {
			return err
		}
	}
	t.numbered++
	if err := t.pairLine(0, p, itoa(t.numbered), pairFigure(p, pairShare(p, t.about.By)), ""); err != nil {
		return err
	}
	return t.pairLine(1, p, "", "", p.A.Path)
}

func (t *table) pairHead() error {
	return t.out.line("%s", t.paint.Dim("   "+t.byColumn(byHeading[t.about.By])+terminal.PadLeft("found", 7)+
		terminal.PadLeft("size", 20)+"  "+heading("file", t.folder)))
}

// pairLine prints the line of one side of a pair. above is the path in the line above.
func (t *table) pairLine(side int, p search.Pair, number, by, above string) error {
	f, share := p.A, p.AInB
	if side == 1 {
		f, share = p.B, p.BInA
	}
	r := relationOf(p.AInB, p.BInA, p.Identical)
	figures := t.paint.Dim(terminal.PadLeft(number, 3)) + t.paint.Bold(t.byColumn(by)) +
		t.paint.Bold(terminal.PadLeft(pairFigure(p, share), 7)) + "  " +
		t.related(r, terminal.PadRight(relationWords[r][side], 9)) + terminal.PadLeft(terminal.Size(f.Size), 9)
	path := t.folded(f.Path, t.folder, above)
	if !p.Identical {
		path += t.copies(f)
	}
	return t.besides(figures, path)
}

// fileChanges prints a table of the files that have changed, below that of the pairs.
//
//	            size  file in /home/me/
//	new       12 KiB  net/http/a.go
//	changed   28 KiB  net/smtp/b.go
func (t *table) fileChanges() error {
	if len(t.changes) == 0 {
		return nil
	}
	var all folding
	for _, c := range t.changes {
		all.add(c.File.Path)
	}
	folder := all.folder()
	if err := t.separate(); err != nil {
		return err
	}
	if err := t.out.line("%s", t.paint.Dim(terminal.PadLeft("size", 19)+"  "+heading("file", folder))); err != nil {
		return err
	}
	above := ""
	return each(t.changes, func(c search.Change) error {
		figures := "  " + t.paint.Bold(terminal.PadRight(FileChange(c), 8)) + terminal.PadLeft(terminal.Size(c.File.Size), 9)
		path := t.folded(c.File.Path, folder, above) + t.copies(c.File)
		above = c.File.Path
		return t.besides(figures, path)
	})
}

// matchWords say how a match relates to the file asked about, the a of the relation.
var matchWords = map[relation]string{
	identical: "identical", nearlySame: "nearly same", aInB: "contains it", bInA: "inside it", overlap: "overlap",
}

// matches prints the matches of a file below its name.
//
//	/home/me/draft.txt (12 KiB, 141 fingerprints)
//	  of it  of file                  size  file in /usr/local/go/src/
//	   ~97%     ~41%  contains it   28 KiB  net/smtp/b.go
func (t *table) matches(m *Matches) error {
	if err := t.separate(); err != nil {
		return err
	}
	about := terminal.Size(m.Query.Size) + ", " + terminal.Amount(int64(m.Query.Fingerprints), "fingerprint", "fingerprints")
	if err := t.asked(m.Query.Path, about); err != nil {
		return err
	}
	if len(m.Found) == 0 {
		return t.out.line("  nothing like it in the index")
	}
	var all folding
	for _, f := range m.Found {
		all.add(f.File.Path)
	}
	folder := all.folder()
	err := t.out.line("%s", t.paint.Dim(t.byColumn(byHeading[t.about.By])+terminal.PadLeft("of it", 7)+
		terminal.PadLeft("of file", 9)+terminal.PadLeft("size", 22)+"  "+heading("file", folder)))
	if err != nil {
		return err
	}
	return each(m.Found, func(m search.Match) error { return t.match(m, folder) })
}

// asked prints the name of a file that was asked about.
func (t *table) asked(path, about string) error {
	name := terminal.Visible(path)
	if path == input.Stdin {
		name = "standard input"
	}
	return t.out.line("%s  %s", t.paint.Bold(name), t.paint.Dim("("+about+")"))
}

func (t *table) match(m search.Match, folder string) error {
	r := relationOf(m.QueryInFile, m.FileInQuery, m.Identical)
	figures := t.paint.Bold(t.byColumn(matchFigure(m, matchShare(m, t.about.By)))) +
		t.paint.Bold(terminal.PadLeft(matchFigure(m, m.QueryInFile), 7)) +
		t.paint.Bold(terminal.PadLeft(matchFigure(m, m.FileInQuery), 9)) + "  " +
		t.related(r, terminal.PadRight(matchWords[r], 11)) + terminal.PadLeft(terminal.Size(m.File.Size), 9)
	return t.besides(figures, t.folded(m.File.Path, folder, "")+t.copies(m.File))
}
