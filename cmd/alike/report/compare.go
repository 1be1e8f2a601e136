package report

import (
	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/scan/compare"
)

// Compared prints the comparison of two files. match is whether they count as a match
// for --fail-on-match.
func (p *Printer) Compared(c *compare.Comparison, match bool) error {
	r := &compared{Comparison: c, shown: c.Regions, match: match}
	if p.limit > 0 && len(r.shown) > p.limit {
		r.shown = r.shown[:p.limit]
	}
	p.matched = p.matched || p.failOnMatch && match
	if err := p.format.print(r); err != nil {
		return err
	}
	p.results, p.omitted = int64(len(r.shown)), int64(len(c.Regions)-len(r.shown))
	return nil
}

// NoteCompared reports which regions were left out and why.
func (p *Printer) NoteCompared(c *compare.Comparison) {
	if p.info.rereads {
		return // the message of the result covers this
	}
	p.noteText(c)
	if c.Hidden && !p.table() {
		p.screen.Note("line ends, white space or case hide what the files share: under --view text, %s of a is in b and %s of b in a",
			rounded(c.AsText.AInB()), rounded(c.AsText.BInA()))
	}
	switch {
	case p.omitted > 0 && p.info.whole && (p.limit == 0 || p.results < int64(p.limit)):
		p.screen.Note("%s of %s are on the page, the longest: more would make it too large", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "region", "regions"))
	case p.omitted > 0 && c.Counted:
		p.screen.Note("%s of %s, the rarest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "region", "regions"))
	case p.omitted > 0:
		p.screen.Note("%s of %s, the longest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "region", "regions"))
	case len(c.Regions) > 0 || c.Identical && c.Base == nil: // two empty files have no regions
	case c.Base != nil:
		p.screen.Note("the files share no passage of %d %s outside the base", c.Window, c.View.Unit())
	case c.Window > fingerprint.MinWindow:
		p.screen.Note("the files share no passage of %d %s; --window finds shorter ones", c.Window, c.View.Unit())
	default:
		p.screen.Note("the files share no passage of %d %s", c.Window, c.View.Unit())
	}
}

// noteText warns that one file is compared as text and the other as code, because even
// copies then share nothing.
func (p *Printer) noteText(c *compare.Comparison) {
	for i, f := range c.Files {
		other := c.Files[1-i]
		if f.Language == "" && other.Language != "" && c.Figures.Text && len(f.Data) > 0 {
			p.screen.Note("%c is compared as text: neither its name nor its first lines tell its language; if it is %s, compare a copy named like %c",
				'a'+i, other.Language, 'b'-i)
		}
	}
}
