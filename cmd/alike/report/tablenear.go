package report

import (
	"alike/cmd/alike/terminal"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
)

// near prints a line for each document of a pair.
//
//	   bits       size  document in /home/me/texts/
//	1     2     12 KiB  a.txt
//	            12 KiB  b.txt  (+3 with the same simhash)
func (t *table) near(n Near) {
	if !t.begun {
		t.begun = true
		score := ""
		if t.about.Score {
			score = terminal.PadLeft("found", 8)
		}
		t.nearHead("   ", score, t.folder)
	}
	t.numbered++
	t.document(itoa(t.numbered), t.about.nearness(n), n.Score.AInB, n, n.A, n.SameA, "")
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
func (t *table) document(number, distance string, share fingerprint.Share, n Near, f search.File, same int, above string) {
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
func (t *table) remark(n Near) string {
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

// neighbours prints the neighbours of a file below its name.
//
//	/home/me/draft.txt  (12 KiB, 812 features)
//	  bits       size  document in /home/me/texts/
//	     2     28 KiB  b.txt
func (t *table) neighbours(n *Neighbours) {
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
	for _, f := range n.Found {
		t.neighbour(f, all.folder())
	}
}

func (t *table) neighbour(n Near, folder string) {
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
