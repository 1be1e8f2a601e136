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
func (t *table) near(n Near) error {
	if !t.begun {
		t.begun = true
		score := ""
		if t.about.Score {
			score = terminal.PadLeft("found", 8)
		}
		if err := t.nearHead("   ", score, t.folder); err != nil {
			return err
		}
	}
	t.numbered++
	if err := t.document(itoa(t.numbered), itoa(n.Distance), n.Score.AInB, n, n.A, n.SameA, ""); err != nil {
		return err
	}
	return t.document("", "", n.Score.BInA, n, n.B, n.SameB, n.A.Path)
}

// nearHead prints the headings of a table.
func (t *table) nearHead(number, score, folder string) error {
	return t.out.line("%s", t.paint.Dim(number+terminal.PadLeft("bits", 6)+score+terminal.PadLeft("size", 11)+"  "+heading("document", folder)))
}

// document prints the line of a document of a pair. The second line has no distance,
// but the remark.
func (t *table) document(number, distance string, share fingerprint.Share, n Near, f search.File, same int, above string) error {
	score, remark := "", ""
	if distance == "" {
		remark = t.remark(n)
	}
	if t.about.Score {
		score = terminal.PadLeft(nearFigure(n, share), 8)
	}
	figures := t.paint.Dim(terminal.PadLeft(number, 3)) + t.paint.Bold(terminal.PadLeft(distance, 6)) + score + terminal.PadLeft(terminal.Size(f.Size), 11)
	return t.besides(figures, t.folded(f.Path, t.folder, above)+t.copies(f)+t.sameHash(same)+remark)
}

// remark says what the distance alone does not.
func (t *table) remark(n Near) string {
	switch {
	case n.Identical:
		return t.paint.Dim("  (identical)")
	case n.Short:
		return t.paint.Dim("  (the same words)")
	}
	return ""
}

// sameHash says that n further documents have the same simhash.
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
func (t *table) neighbours(n *Neighbours) error {
	if err := t.separate(); err != nil {
		return err
	}
	if err := t.asked(n.Path, terminal.Size(n.Size)+", "+documentWords(n.Hash)); err != nil {
		return err
	}
	if len(n.Found) == 0 {
		return t.out.line("  nothing near it in the index")
	}
	var all folding
	for _, f := range n.Found {
		all.add(f.B.Path)
	}
	score := ""
	if t.about.Score {
		score = terminal.PadLeft("of it", 8) + terminal.PadLeft("of file", 9)
	}
	if err := t.nearHead("", score, all.folder()); err != nil {
		return err
	}
	return each(n.Found, func(n Near) error { return t.neighbour(n, all.folder()) })
}

func (t *table) neighbour(n Near, folder string) error {
	score := ""
	if t.about.Score {
		score = terminal.PadLeft(nearFigure(n, n.Score.AInB), 8) + terminal.PadLeft(nearFigure(n, n.Score.BInA), 9)
	}
	figures := t.paint.Bold(terminal.PadLeft(itoa(n.Distance), 6)) + score + terminal.PadLeft(terminal.Size(n.B.Size), 11)
	return t.besides(figures, t.folded(n.B.Path, folder, "")+t.copies(n.B)+t.remark(n))
}

// documentWords says what a file is to a simhash.
func documentWords(h hamming.Document) string {
	features := terminal.Amount(int64(h.Features), "feature", "features")
	switch {
	case h.NoDocument:
		return "no text, or too large: it has no simhash"
	case h.Short:
		return features + ", too short to judge: only the same words are near it"
	}
	return features
}
