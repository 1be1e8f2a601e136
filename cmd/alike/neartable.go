package main

import (
	"context"
	"fmt"
	"strconv"

	"alike/db"
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
	return p.line("%d\t%s%d\t%d\t%s\t%s", n.distance, shares, n.a.Size, n.b.Size, visible(n.a.Path), visible(n.b.Path))
}

func nearFigure(n near, s fingerprint.Share) string {
	return figure(s, n.score.Shared, n.identical, false)
}

// remark says what the distance alone does not.
func (p *nearPrinter) remark(n near) string {
	switch {
	case n.identical:
		return p.paint.dim("  (identical)")
	case n.short:
		return p.paint.dim("  (the same words)")
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
		score = right("found", 8)
	}
	where := "document"
	if folder != "" {
		where += " in " + visible(folder)
	}
	return p.line("%s", p.paint.dim(before+right("bits", 6)+score+right("size", 11)+"  "+where))
}

// document prints a line of one document. The distance is left out if it is
// negative.
func (p *nearPrinter) document(number string, distance int, share fingerprint.Share, n near, f db.File, same int, above string) error {
	bits, score, remark := "", "", p.remark(n)
	if distance >= 0 { // the other line has the remark
		bits, remark = itoa(distance), ""
	}
	if p.score {
		score = right(nearFigure(n, share), 8)
	}
	figures := p.paint.dim(right(number, 3)) + p.paint.bold(right(bits, 6)) + score + right(size(f.Size), 11)
	return p.besides(figures, p.folded(f.Path, p.folder, above)+p.copies(f, false)+p.more(same)+remark)
}

// more says that further documents have the same simhash.
func (p *nearPrinter) more(n int) string {
	if n == 0 {
		return ""
	}
	return p.paint.dim(fmt.Sprintf("  (+%s with the same simhash)", comma(int64(n))))
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
			score = right(nearFigure(n, n.score.AInB), 8) + right(nearFigure(n, n.score.BInA), 9)
		}
		figures := p.paint.bold(right(itoa(n.distance), 6)) + score + right(size(n.b.Size), 11)
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
	name := visible(r.file.path)
	if r.file.path == stdinName {
		name = "standard input"
	}
	about := size(r.file.content.Size) + ", " + documentWords(r.file.hash)
	if err := p.line("%s  %s", p.paint.bold(name), p.paint.dim("("+about+")")); err != nil {
		return err
	}
	if len(r.found) == 0 {
		return p.line("  nothing near it in the index")
	}
	score := ""
	if p.score {
		score = right("of it", 8) + right("of file", 9)
	}
	where := "document"
	if p.folder != "" {
		where += " in " + visible(p.folder)
	}
	return p.line("%s", p.paint.dim(right("bits", 6)+score+right("size", 11)+"  "+where))
}

// documentWords says what a document is to a simhash.
func documentWords(h db.DocumentHash) string {
	features := amount(int64(h.Features), "feature", "features")
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
		s.note("found: how much of it is in the other one; ~: estimated from fingerprints,\n" +
			"?: from fewer than 10, roughly")
	}
	switch {
	case p.omitted > 0:
		s.note("%s of %s pairs, the nearest first; --limit 0 shows all", comma(p.results), comma(p.results+p.omitted))
	case p.results == 0:
		s.note("no documents within a distance of %d among %s", distance, comma(c.Documents))
	default:
		s.note("%s of %s", amount(p.results, "pair", "pairs"), amount(c.Documents, "document", "documents"))
	}
	if p.flags.format == "json" { // of which the summary counts them
		return
	}
	if c.TooShort > 0 {
		s.note("%s too short to judge and near only if all words are the same", amount(c.TooShort, "document is", "documents are"))
	}
	if c.NoDocuments > 0 {
		s.note("%s: binary, without text, or too large", amount(c.NoDocuments, "content is no document", "contents are no documents"))
	}
}

// tellFiles does so after the neighbours of files.
func (p *nearPrinter) tellFiles(distance int, unjudged int64) {
	s := p.app.screen
	if p.omitted > 0 {
		s.note("%s of %s, the nearest first; --limit 0 shows all", comma(p.results), amount(p.results+p.omitted, "document", "documents"))
	}
	if p.results == 0 && !p.onTerminal() {
		s.note("nothing within a distance of %d in the index", distance)
	}
	if unjudged > 0 {
		s.note("%s no text, or too large, and so without a simhash", amount(unjudged, "file is", "files are"))
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
