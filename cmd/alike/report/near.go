package report

import (
	"cmp"

	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
)

// Near is a pair of documents with simhashes that differ in few bits, or with many words
// in common.
type Near struct {
	A, B         search.File
	IDA, IDB     db.ContentID
	SameA, SameB int               // further documents with the simhash of A or of B, all represented by this pair
	Distance     int               // bits that differ, of 64
	Jaccard      fingerprint.Share // words that both have, of those of either; with About.Jaccard
	Short        bool              // compared by the whole text
	Identical    bool              // the bytes are the same
	Score        search.Score
}

// Swap exchanges A and B.
func (n *Near) Swap() {
	n.A, n.B, n.IDA, n.IDB, n.SameA, n.SameB = n.B, n.A, n.IDB, n.IDA, n.SameB, n.SameA
	n.Score.AInB, n.Score.BInA = n.Score.BInA, n.Score.AInB
}

func (n *Near) values(s *setting, v values) {
	v.begin("near")
	v.file("a", &n.A)
	n.besideA(s, v)
}

// besideA names all values but the first document. A pair stands for SameA further documents with the
// simhash of a, and SameB with that of b.
func (n *Near) besideA(s *setting, v values) {
	v.file("b", &n.B)
	v.known(!s.about.Jaccard)
	count(v, "distance", &n.Distance)
	v.known(true)
	n.Short = v.flag("short", n.Short)
	n.Identical = v.flag("identical", n.Identical)
	count(v, "a_same_hash", &n.SameA)
	count(v, "b_same_hash", &n.SameB)
	if s.about.Jaccard && !v.rows() {
		v.share("jaccard", &n.Jaccard)
	}
	if x := &n.Score; s.about.Score {
		count(v, "shared", &x.Shared)
		shareValues(v, "a_in_b", "b_in_a", &x.AInB, &x.BInA, &x.Resemblance, &x.Distinctive)
	}
	if s.about.Jaccard && v.rows() {
		v.share("jaccard", &n.Jaccard)
	}
}

func (n *Near) lines(c *columns) {
	cells := []string{c.about.nearness(n)}
	if c.about.Score {
		cells = append(cells, nearFigure(n, n.Score.AInB), nearFigure(n, n.Score.BInA))
	}
	c.out.columns(append(cells, itoa(n.A.Size), itoa(n.B.Size), terminal.Visible(n.A.Path), terminal.Visible(n.B.Path))...)
}

// nearness returns the distance of a pair, or the share of words.
func (a *About) nearness(n *Near) string {
	if a.Jaccard {
		return rounded(n.Jaccard)
	}
	return itoa(n.Distance)
}

func nearFigure(n *Near, s fingerprint.Share) string {
	return figure(s, n.Score.Shared, n.Identical, false)
}

// near prints a line for each document of a pair.
//
//	   bits       size  document in /home/me/texts/
//	1     2     12 KiB  a.txt
//	            12 KiB  b.txt  (+3 with the same simhash)
func (n *Near) layOut(t *table) {
	if !t.begun {
		t.begun = true
		score := ""
		if t.about.Score {
			score = terminal.PadLeft("found", 8)
		}
		t.nearHead("   ", score, t.folder)
	}
	t.document(itoa(t.number), t.about.nearness(n), n.Score.AInB, n, n.A, n.SameA, "")
	t.document("", "", n.Score.BInA, n, n.B, n.SameB, n.A.Path)
}

func (t *table) nearHead(number, score, folder string) {
	near := "bits"
	if t.about.Jaccard {
		near = "words"
	}
	t.head(number+terminal.PadLeft(near, 6)+score+terminal.PadLeft("size", 11), "document", folder)
}

// document prints the line of a document of a pair. The first line has the distance, the
// second the remark.
func (t *table) document(number, distance string, share fingerprint.Share, n *Near, f search.File, same int, above string) {
	score, remark := "", ""
	if distance == "" {
		remark = t.remark(n)
	}
	if t.about.Score {
		score = terminal.PadLeft(nearFigure(n, share), 8)
	}
	figures := t.paint.Dim(terminal.PadLeft(number, 3)) + t.paint.Bold(terminal.PadLeft(distance, 6)) + score + terminal.PadLeft(terminal.Size(f.Size), 11)
	t.beside(figures, t.folded(f.Path, t.folder, above)+t.copies(f)+t.sameHash(same)+remark)
}

// remark returns a note on pairs that the distance does not describe.
func (t *table) remark(n *Near) string {
	switch {
	case n.Identical:
		return t.paint.Dim("  (identical)")
	case n.Short:
		return t.paint.Dim("  (the same words)")
	}
	return ""
}

// sameHash counts the n further documents with the same simhash.
func (t *table) sameHash(n int) string {
	if n == 0 {
		return ""
	}
	return t.paint.Dim("  (+" + terminal.Comma(int64(n)) + " with the same simhash)")
}

// NearPairs returns a list of near pairs. It orders them by distance, nearest first,
// then by path. Sorting takes about room bytes of memory.
func (p *Printer) NearPairs(room int64) *List[Near] {
	better := func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path))
	}
	if p.set.about.Jaccard {
		better = byJaccard(better)
	}
	return newList(p, room, sortedBy(p, better, nearKeys), func(n *Near) result { return n })
}

// byJaccard orders pairs by the share of their words, then by another order.
func byJaccard(then func(a, b Near) int) func(a, b Near) int {
	return func(a, b Near) int { return cmp.Or(cmp.Compare(b.Jaccard, a.Jaccard), then(a, b)) }
}

// nearKeys are the keys of --sort besides share, which is the distance.
var nearKeys = map[string]func(a, b Near) int{
	"size":   func(a, b Near) int { return cmp.Compare(max(b.A.Size, b.B.Size), max(a.A.Size, a.B.Size)) },
	"shared": func(a, b Near) int { return cmp.Compare(b.Score.Shared, a.Score.Shared) },
	"path": func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path))
	},
}

// NoteNearPairs explains the columns, counts the pairs and explains how to see more. near
// says what makes documents near.
func (p *Printer) NoteNearPairs(d Documents, near string) {
	if p.set.about.Score && p.table() && p.results > 0 {
		p.screen.Note("found: how much of the document is in the other; ~ estimated from fingerprints,\n" +
			"? from fewer than 10")
	}
	switch {
	case p.noteOmitted("pairs", "the nearest", ""):
	case p.results == 0:
		p.screen.Note("no documents %s among %s%s", near, terminal.Comma(d.Documents), p.ended.limits())
	default:
		p.screen.Note("%s of %s", terminal.Amount(p.results, "pair", "pairs"), terminal.Amount(d.Documents, "document", "documents"))
	}
	if p.info.summary {
		return
	}
	if d.TooShort > 0 {
		p.screen.Note("%s too short to judge and near only if all words are the same", terminal.Amount(d.TooShort, "document is", "documents are"))
	}
	if d.NoDocuments > 0 {
		p.screen.Note("%s: binary, without text, or too large", terminal.Amount(d.NoDocuments, "content is not a document", "contents are not documents"))
	}
}
