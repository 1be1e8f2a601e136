package report

import (
	"cmp"
	"slices"

	"alike/cmd/alike/terminal"
	"alike/db/hamming"
)

// Neighbours are the indexed documents near a file.
type Neighbours struct {
	Path    string // of the file
	Size    int64
	Hash    hamming.Document
	Found   []Near // the nearest first; A is the file
	Omitted int64  // beyond --limit, which applies to each file
}

func (n *Neighbours) values(s *setting, v values) {
	for i := range n.Found {
		v.begin("near")
		v.asked("a", &n.Found[i].A)
		n.Found[i].besideA(s, v)
	}
}

func (n *Neighbours) lines(c *columns) {
	for i := range n.Found {
		n.Found[i].lines(c)
	}
}

// neighbours prints the neighbours of a file below its name.
//
//	/home/me/draft.txt  (12 KiB, 812 features)
//	  bits       size  document in /home/me/texts/
//	     2     28 KiB  b.txt
func (n *Neighbours) layOut(t *table) {
	t.separate()
	t.asked(n.Path, terminal.Size(n.Size)+", "+t.documentWords(n.Hash))
	if len(n.Found) == 0 {
		t.out.line("  nothing near it in the index")
		return
	}
	var all folding
	for _, f := range n.Found {
		all.add(f.B.Path)
	}
	score := ""
	if t.about.Score {
		score = terminal.PadLeft("of it", 8) + terminal.PadLeft("of file", 9)
	}
	t.nearHead("", score, all.folder())
	for i := range n.Found {
		t.neighbour(&n.Found[i], all.folder())
	}
}

func (t *table) neighbour(n *Near, folder string) {
	score := ""
	if t.about.Score {
		score = terminal.PadLeft(nearFigure(n, n.Score.AInB), 8) + terminal.PadLeft(nearFigure(n, n.Score.BInA), 9)
	}
	figures := t.paint.Bold(terminal.PadLeft(t.about.nearness(n), 6)) + score + terminal.PadLeft(terminal.Size(n.B.Size), 11)
	t.beside(figures, t.folded(n.B.Path, folder, "")+t.copies(n.B)+t.remark(n))
}

// documentWords describes a file as the input of a simhash, or as a set of words.
func (t *table) documentWords(h hamming.Document) string {
	if t.about.Jaccard {
		return terminal.Amount(int64(h.Features), "word", "words")
	}
	features := terminal.Amount(int64(h.Features), "feature", "features")
	switch {
	case h.NoDocument:
		return "no text, or too large: it has no simhash"
	case h.Short:
		return features + ", too short to judge: only the same words are near it"
	}
	return features
}

// RankNeighbours sorts the neighbours of a file and keeps those within the limit.
func (p *Printer) RankNeighbours(n *Neighbours) {
	sortStable(n.Found, sortedBy(p, byJaccard(func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.B.Path, b.B.Path))
	}), nearKeys))
	if p.limit > 0 && len(n.Found) > p.limit {
		n.Omitted = int64(len(n.Found) - p.limit)
		n.Found = slices.Clone(n.Found[:p.limit]) // frees the others
	}
}

// Neighbours prints the neighbours of a file.
func (p *Printer) Neighbours(n *Neighbours) error {
	p.count(len(n.Found))
	p.omitted += n.Omitted
	return p.print(n)
}

// NoteNeighbours reports neighbours beyond the limit, and the unjudged files, which have
// no simhash or no words.
func (p *Printer) NoteNeighbours(near string, unjudged int64) {
	p.noteOmitted("documents", "the nearest", "")
	if p.results == 0 && !p.table() {
		p.screen.Note("nothing %s in the index", near)
	}
	if unjudged > 0 {
		what := "simhash"
		if p.set.about.Jaccard {
			what = "words"
		}
		p.screen.Note("%s no %s: not text, or too large", terminal.Amount(unjudged, "file has", "files have"), what)
	}
}
