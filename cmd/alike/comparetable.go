package main

import (
	"fmt"

	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
)

// comparePrinter prints what two files have in common.
type comparePrinter struct {
	*printer
	passages passages
}

func (a *app) printCompared(found *compare.Comparison, o compareOptions) error {
	p := &comparePrinter{printer: a.printer(o.out)}
	p.passages = o.passage.on(p.printer)
	c := toShow(found)
	shown := c.Regions
	if p.limit > 0 && len(shown) > p.limit {
		shown = shown[:p.limit]
	}
	n, err := p.print(c, shown)
	if err != nil {
		return err
	}
	p.results, p.omitted = int64(n), int64(len(c.Regions)-n)
	if err := p.end(a.compareSummary(c)); err != nil {
		return err
	}
	p.tell(c)
	return nil
}

// print prints regions, and returns how many: a page may hold fewer.
func (p *comparePrinter) print(c *compared, shown []compare.Region) (int, error) {
	switch p.flags.format {
	case "json":
		return len(shown), p.object(jsonCompared(c.Comparison, shown))
	case "csv":
		return len(shown), p.rows(c, shown)
	case "html":
		return p.page(c, shown)
	}
	return len(shown), p.text(c, shown)
}

func (p *comparePrinter) text(c *compared, shown []compare.Region) error {
	if err := p.head(c, len(shown)); err != nil {
		return err
	}
	for i, r := range shown {
		if err := p.region(i, r); err != nil {
			return err
		}
		if err := p.passage(c, r); err != nil {
			return err
		}
	}
	return nil
}

// region prints the line of one region.
func (p *comparePrinter) region(i int, r compare.Region) error {
	a, b := r.Sides[0], r.Sides[1]
	if !p.onTerminal() {
		return p.line("region\t%d\t%s\t%s\t%d-%d\t%d-%d", a.Len(), lineSpan(a), lineSpan(b), a.Start, a.End, b.Start, b.End)
	}
	return p.line("%s%s  %s  %s", terminal.PadLeft(terminal.Comma(int64(i+1)), 4), p.paint.Bold(terminal.PadLeft(terminal.Size(int64(a.Len())), 10)),
		terminal.PadRight(lineSpan(a), 17), lineSpan(b))
}

// lineSpan is the lines of a stretch: 10-45, or 10.
func lineSpan(e compare.Extent) string {
	if e.Line == e.EndLine {
		return itoa(e.Line)
	}
	return itoa(e.Line) + "-" + itoa(e.EndLine)
}

// head prints what stands above the regions.
//
//	a   12 KiB    430 lines  /home/me/draft.go
//	b  128 KiB  3,900 lines  /home/me/server.go
//
//	  of a  of b
//	   35%   12%  of its windows of 50 bytes are in the other; of those of both 10%
//	   37%   13%  of its bytes are in 12 regions
//	words: Jaccard 0.41 (MinHash 0.39), cosine 0.82; simhash distance 12 of 64
//
//	         bytes  lines of a         lines of b
func (p *comparePrinter) head(c *compared, shown int) error {
	if !p.onTerminal() {
		return p.plainHead(c)
	}
	for i, f := range c.files {
		lines := terminal.PadLeft(terminal.Amount(int64(f.Lines.Count()), "line", "lines"), 16)
		if err := p.besides(fmt.Sprintf("%c%s%s", 'a'+i, terminal.PadLeft(terminal.Size(f.Info.Size), 9), lines), p.paint.Bold(terminal.Visible(f.Info.Path))); err != nil {
			return err
		}
	}
	lines := []string{"", p.paint.Dim("  of a  of b"),
		shares(c.Windows.AInB(), c.Windows.BInA()) + fmt.Sprintf("  of its windows of %d bytes are in the other; of those of both %s",
			c.Window, rounded(c.Windows.Resemblance())),
		shares(c.Covered(0), c.Covered(1)) + "  of its bytes are in " + terminal.Amount(int64(len(c.Regions)), "region", "regions")}
	if c.Identical {
		lines = append(lines, relatedColour(p.paint, identical, "the files are identical"))
	} else if c.Figures.Text {
		lines = append(lines, wordFigures(c.Figures)...)
	}
	if shown > 0 {
		lines = append(lines, "", p.paint.Dim(terminal.PadLeft("bytes", 14)+"  "+terminal.PadRight("lines of a", 17)+"  lines of b"))
	}
	for _, line := range lines {
		if err := p.line("%s", line); err != nil {
			return err
		}
	}
	return nil
}

func shares(a, b fingerprint.Share) string {
	return terminal.PadLeft(rounded(a), 6) + terminal.PadLeft(rounded(b), 6)
}

// wordFigures says the figures of documents.
func wordFigures(f compare.Figures) []string {
	s := fmt.Sprintf("words: Jaccard %s (MinHash %s), cosine %s", hundredths(f.Jaccard), hundredths(f.Estimate), hundredths(f.Cosine))
	if f.Distance < 0 {
		return []string{s}
	}
	lines := []string{s + fmt.Sprintf("; simhash distance %d of 64", f.Distance)}
	if f.Few {
		lines = append(lines, fmt.Sprintf("(the simhash says little of texts with fewer than %d features)", simhash.MinFeatures))
	}
	return lines
}

// hundredths is a figure that is no share of anything.
func hundredths(s fingerprint.Share) string {
	if !s.Defined() {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(s))
}

// plainHead is head for programs that read text.
func (p *comparePrinter) plainHead(c *compared) error {
	for i, f := range c.files {
		if err := p.line("%c\t%d\t%d\t%s", 'a'+i, f.Info.Size, f.Lines.Count(), terminal.Visible(f.Info.Path)); err != nil {
			return err
		}
	}
	for _, x := range []struct{ name, figure string }{
		{"identical", fmt.Sprint(c.Identical)},
		{"a_in_b", rounded(c.Windows.AInB())}, {"b_in_a", rounded(c.Windows.BInA())},
		{"resemblance", rounded(c.Windows.Resemblance())},
		{"a_covered", rounded(c.Covered(0))}, {"b_covered", rounded(c.Covered(1))},
		{"jaccard", hundredths(c.Figures.Jaccard)}, {"jaccard_estimate", hundredths(c.Figures.Estimate)},
		{"cosine", hundredths(c.Figures.Cosine)}, {"simhash_distance", distanceText(c.Figures, "-")},
	} {
		if err := p.line("%s\t%s", x.name, x.figure); err != nil {
			return err
		}
	}
	return nil
}

func distanceText(f compare.Figures, undefined string) string {
	if f.Distance < 0 {
		return undefined
	}
	return itoa(f.Distance)
}

var regionHeader = []string{"bytes", "a_path", "a_path_b64", "a_start", "a_end", "a_line", "a_end_line",
	"b_path", "b_path_b64", "b_start", "b_end", "b_line", "b_end_line"}

// rows prints the regions as CSV.
func (p *comparePrinter) rows(c *compared, shown []compare.Region) error {
	for _, r := range shown {
		cells := []string{itoa(r.Sides[0].Len())}
		for i, e := range r.Sides {
			plainText, base64Text := csvPath(c.files[i].Info.Path)
			cells = append(cells, plainText, base64Text, itoa(e.Start), itoa(e.End), itoa(e.Line), itoa(e.EndLine))
		}
		if err := p.row(regionHeader, cells...); err != nil {
			return err
		}
	}
	return p.header(regionHeader)
}

func (a *app) compareSummary(c *compared) *summary {
	sum := a.newSummary("compare")
	sum.Files, sum.Contents, sum.Read = 2, 2, 2
	if c.Identical {
		sum.Contents = 1
	}
	sum.Bytes = c.files[0].Info.Size + c.files[1].Info.Size
	if c.Base != nil {
		sum.baseJSON = &baseJSON{Files: c.Base.Files, Fingerprints: int64(len(c.Base.Fingerprints))}
	}
	return sum
}

// tellText says that one file is seen as text and the other one as code: they may be
// copies and yet share nothing.
func tellText(s *terminal.Screen, c *compared) {
	for i, f := range c.files {
		other := c.files[1-i]
		if f.Language == "" && other.Language != "" && c.Figures.Text && len(f.Data) > 0 {
			s.Note("%c is seen as text, since neither its name nor its first lines tell its language: if it is %s, compare a copy of it that is called like %c",
				'a'+i, other.Language, 'b'-i)
		}
	}
}

// tell says after the regions what was left out.
func (p *comparePrinter) tell(c *compared) {
	s := p.app.screen
	tellText(s, c)
	switch {
	case p.omitted > 0 && p.flags.format == "html" && (p.limit == 0 || p.results < int64(p.limit)):
		s.Note("%s of %s, the longest, are on the page: it would be too large with more", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "region", "regions"))
	case p.omitted > 0:
		s.Note("%s of %s, the longest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "region", "regions"))
	case len(c.Regions) > 0 || c.Identical && c.Base == nil: // two empty files have no regions
	case c.Base != nil:
		s.Note("no passage of %d bytes that is not in the base is in both files", c.Window)
	case c.Window > fingerprint.MinWindow:
		s.Note("no passage of %d bytes is in both files; --window finds shorter ones", c.Window)
	default:
		s.Note("no passage of %d bytes is in both files", c.Window)
	}
}
