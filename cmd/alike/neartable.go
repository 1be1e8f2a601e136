package main

import (
	"context"
	"fmt"
	"strconv"

	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
)

// nearPrinter prints documents that are near in the format that was asked for.
type nearPrinter struct {
	*printer
	score    bool
	folder   string // that all paths on the screen lie in
	numbered int
	files    int // that were asked about
}

// printAll prints the pairs that a ranking has kept.
func (p *nearPrinter) printAll(ctx context.Context, r *ranking[near]) error {
	p.folder = r.folder()
	err := r.each(ctx, func(n near) error {
		p.found()
		return p.print(n)
	})
	p.omitted = r.seen - p.results
	return err
}

// print prints one pair.
func (p *nearPrinter) print(n near) error {
	switch {
	case p.flags.null:
		_ = p.path0(n.a.Path)
		return p.path0(n.b.Path)
	case p.onTerminal():
		return p.pairLines(n)
	}
	return p.plain(n)
}

// plain prints what is for programs, of pairs and of neighbours alike.
func (p *nearPrinter) plain(n near) error {
	switch p.flags.format {
	case "json":
		return p.object(p.json(n))
	case "csv":
		return p.csvRow(n)
	}
	shares := ""
	if p.score {
		shares = nearFigure(n, n.score.AInB) + "\t" + nearFigure(n, n.score.BInA) + "\t"
	}
	return p.line("%d\t%s%d\t%d\t%s\t%s", n.distance, shares, n.a.Size, n.b.Size, terminal.Visible(n.a.Path), terminal.Visible(n.b.Path))
}

func nearFigure(n near, s fingerprint.Share) string {
	return figure(s, n.score.Shared, n.identical, false)
}

// remark says what the distance alone does not.
func (p *nearPrinter) remark(n near) string {
	switch {
	case n.identical:
		return p.paint.Dim("  (identical)")
	case n.short:
		return p.paint.Dim("  (the same words)")
	}
	return ""
}

// pairLines prints a pair for a person, a line for each document.
//
//	   bits       size  document in /home/me/texts/
//	1     2     12 KiB  a.txt
//	            12 KiB  b.txt  (+3 with the same simhash)
func (p *nearPrinter) pairLines(n near) error {
	if !p.table.begun {
		p.table.begun = true
		if err := p.head("   ", p.folder); err != nil {
			return err
		}
	}
	p.numbered++
	if err := p.document(itoa(p.numbered), n.distance, n.score.AInB, n, n.a, n.sameA, ""); err != nil {
		return err
	}
	return p.document("", -1, n.score.BInA, n, n.b, n.sameB, n.a.Path)
}

// head prints what stands above a table; before is as wide as what comes before it.
func (p *nearPrinter) head(before, folder string) error {
	score := ""
	if p.score {
		score = terminal.PadLeft("found", 8)
	}
	where := "document"
	if folder != "" {
		where += " in " + terminal.Visible(folder)
	}
	return p.line("%s", p.paint.Dim(before+terminal.PadLeft("bits", 6)+score+terminal.PadLeft("size", 11)+"  "+where))
}

// document prints a line of one document. The distance is left out if it is
// negative.
func (p *nearPrinter) document(number string, distance int, share fingerprint.Share, n near, f search.File, same int, above string) error {
	bits, score, remark := "", "", p.remark(n)
	if distance >= 0 { // the other line has the remark
		bits, remark = itoa(distance), ""
	}
	if p.score {
		score = terminal.PadLeft(nearFigure(n, share), 8)
	}
	figures := p.paint.Dim(terminal.PadLeft(number, 3)) + p.paint.Bold(terminal.PadLeft(bits, 6)) + score + terminal.PadLeft(terminal.Size(f.Size), 11)
	return p.besides(figures, p.folded(f.Path, p.folder, above)+p.copies(f, false)+p.more(same)+remark)
}

// more says that further documents have the same simhash.
func (p *nearPrinter) more(n int) string {
	if n == 0 {
		return ""
	}
	return p.paint.Dim(fmt.Sprintf("  (+%s with the same simhash)", terminal.Comma(int64(n))))
}

// printReply prints the neighbours of one file, the nearest first.
//
//	/home/me/draft.txt  (12 KiB, 812 features)
//	  bits       size  document in /home/me/texts/
//	     2     28 KiB  b.txt
func (p *nearPrinter) printReply(r *nearReply) error {
	p.files++
	p.omitted += r.omitted
	if p.onTerminal() {
		if err := p.replyHead(r); err != nil {
			return err
		}
	}
	for _, n := range r.found {
		p.found()
		if err := p.neighbour(n); err != nil {
			return err
		}
	}
	return nil
}

func (p *nearPrinter) neighbour(n near) error {
	switch {
	case p.flags.null:
		return p.path0(n.b.Path)
	case p.onTerminal():
		score := ""
		if p.score {
			score = terminal.PadLeft(nearFigure(n, n.score.AInB), 8) + terminal.PadLeft(nearFigure(n, n.score.BInA), 9)
		}
		figures := p.paint.Bold(terminal.PadLeft(itoa(n.distance), 6)) + score + terminal.PadLeft(terminal.Size(n.b.Size), 11)
		return p.besides(figures, p.folded(n.b.Path, p.folder, "")+p.copies(n.b, false)+p.remark(n))
	}
	return p.plain(n)
}

func (p *nearPrinter) replyHead(r *nearReply) error {
	if p.files > 1 {
		if err := p.line(""); err != nil {
			return err
		}
	}
	paths := make([]string, len(r.found))
	for i, n := range r.found {
		paths[i] = n.b.Path
	}
	p.folder = commonFolder(paths)
	name := terminal.Visible(r.file.path)
	if r.file.path == input.Stdin {
		name = "standard input"
	}
	about := terminal.Size(r.file.content.Size) + ", " + documentWords(r.file.hash)
	if err := p.line("%s  %s", p.paint.Bold(name), p.paint.Dim("("+about+")")); err != nil {
		return err
	}
	if len(r.found) == 0 {
		return p.line("  nothing near it in the index")
	}
	score := ""
	if p.score {
		score = terminal.PadLeft("of it", 8) + terminal.PadLeft("of file", 9)
	}
	where := "document"
	if p.folder != "" {
		where += " in " + terminal.Visible(p.folder)
	}
	return p.line("%s", p.paint.Dim(terminal.PadLeft("bits", 6)+score+terminal.PadLeft("size", 11)+"  "+where))
}

// documentWords says what a document is to a simhash.
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

// tellPairs says after the pairs what a person needs to read them, and how to see
// more.
func (p *nearPrinter) tellPairs(c *documentCounts, distance int) {
	s := p.app.screen
	if p.score && p.onTerminal() && p.results > 0 {
		s.Note("found: how much of it is in the other one; ~: estimated from fingerprints,\n" +
			"?: from fewer than 10, roughly")
	}
	switch {
	case p.omitted > 0:
		s.Note("%s of %s pairs, the nearest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Comma(p.results+p.omitted))
	case p.results == 0:
		s.Note("no documents within a distance of %d among %s", distance, terminal.Comma(c.Documents))
	default:
		s.Note("%s of %s", terminal.Amount(p.results, "pair", "pairs"), terminal.Amount(c.Documents, "document", "documents"))
	}
	if p.flags.format == "json" { // of which the summary counts them
		return
	}
	if c.TooShort > 0 {
		s.Note("%s too short to judge and near only if all words are the same", terminal.Amount(c.TooShort, "document is", "documents are"))
	}
	if c.NoDocuments > 0 {
		s.Note("%s: binary, without text, or too large", terminal.Amount(c.NoDocuments, "content is no document", "contents are no documents"))
	}
}

// tellFiles does so after the neighbours of files.
func (p *nearPrinter) tellFiles(distance int, unjudged int64) {
	s := p.app.screen
	if p.omitted > 0 {
		s.Note("%s of %s, the nearest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "document", "documents"))
	}
	if p.results == 0 && !p.onTerminal() {
		s.Note("nothing within a distance of %d in the index", distance)
	}
	if unjudged > 0 {
		s.Note("%s no text, or too large, and so without a simhash", terminal.Amount(unjudged, "file is", "files are"))
	}
}

// nearJSON is a pair of documents. The shares are there with --score.
type nearJSON struct {
	Type      string   `json:"type"`
	A         fileJSON `json:"a"`
	B         fileJSON `json:"b"`
	Distance  int      `json:"distance"`
	Short     bool     `json:"short"` // compared by their whole text
	Identical bool     `json:"identical"`
	// How many further documents have the simhash of a, and of b, for which this
	// pair stands.
	SameA int `json:"a_same_hash"`
	SameB int `json:"b_same_hash"`
	*scoreJSON
}

type scoreJSON struct {
	Shared      int               `json:"shared"`
	AInB        fingerprint.Share `json:"a_in_b"`
	BInA        fingerprint.Share `json:"b_in_a"`
	Resemblance fingerprint.Share `json:"resemblance"`
	Distinctive fingerprint.Share `json:"distinctive"`
}

func (p *nearPrinter) json(n near) nearJSON {
	j := nearJSON{"near", jsonFile(n.a), jsonFile(n.b), n.distance, n.short, n.identical, n.sameA, n.sameB, nil}
	if p.score {
		s := n.score
		j.scoreJSON = &scoreJSON{s.Shared, s.AInB, s.BInA, s.Resemblance, s.Distinctive}
	}
	return j
}

// columnNames is the header of CSV.
func (p *nearPrinter) columnNames() []string {
	names := append(append(fileHeader("a_"), fileHeader("b_")...), "distance", "short", "identical", "a_same_hash", "b_same_hash")
	if p.score {
		names = append(names, "shared", "a_in_b", "b_in_a", "resemblance", "distinctive")
	}
	return names
}

func (p *nearPrinter) csvRow(n near) error {
	cells := append(append(fileCells(n.a), fileCells(n.b)...), itoa(n.distance),
		strconv.FormatBool(n.short), strconv.FormatBool(n.identical), itoa(n.sameA), itoa(n.sameB))
	if p.score {
		s := n.score
		cells = append(cells, itoa(s.Shared), cell(s.AInB), cell(s.BInA), cell(s.Resemblance), cell(s.Distinctive))
	}
	return p.row(p.columnNames(), cells...)
}
