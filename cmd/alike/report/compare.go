package report

import (
	"fmt"
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
)

// compared is a comparison of two files and the regions to print.
type compared struct {
	*compare.Comparison
	shown []compare.Region // a format may shorten it
	match bool             // for --fail-on-match
}

// values names figures, some undefined in files shorter than a window or that are not text, and the
// regions, each a row.
func (c *compared) values(_ *setting, v values) {
	if v.rows() {
		for _, r := range c.shown {
			v.begin("compare")
			v.int("bytes", int64(r.Sides[0].Len()))
			for i, e := range r.Sides {
				v.open(sideNames[i])
				v.path("path", c.Files[i].Info.Path)
				extentValues(v, e)
				v.close()
			}
		}
		return
	}
	v.begin("compare")
	v.file("a", &c.Files[0].Info)
	v.file("b", &c.Files[1].Info)
	for _, x := range c.windows() {
		v.share(x.name, &x.share)
	}
	v.flag("identical", c.Identical)
	for _, x := range c.words() {
		v.share(x.name, &x.share)
	}
	v.known(c.Figures.Distance >= 0)
	v.int("simhash_distance", int64(c.Figures.Distance))
	v.known(true)
	v.text("view", string(c.View))
	v.int("window", int64(c.Window))
	regionValues(v, "regions", sideNames, c.shown, c.Counted)
}

// sideNames name the files of a pair.
var sideNames = [2]string{"a", "b"}

type namedShare struct {
	name  string
	share fingerprint.Share
}

// windows returns the shares of windows and of bytes.
func (c *compared) windows() []namedShare {
	return []namedShare{
		{"a_in_b", c.Windows.AInB()}, {"b_in_a", c.Windows.BInA()}, {"resemblance", c.Windows.Resemblance()},
		{"a_covered", c.Covered(0)}, {"b_covered", c.Covered(1)},
	}
}

// words returns the shares of words.
func (c *compared) words() []namedShare {
	return []namedShare{{"jaccard", c.Figures.Jaccard}, {"jaccard_estimate", c.Figures.Estimate}, {"cosine", c.Figures.Cosine}}
}

// lines prints figures with their names, one per line, then a line for each region.
func (c *compared) lines(o *columns) {
	for i, f := range c.Files {
		o.out.columns(sideNames[i], itoa(f.Info.Size), itoa(f.Lines.Count()), terminal.Visible(f.Info.Path))
	}
	o.out.columns("identical", strconv.FormatBool(c.Identical))
	for _, x := range c.windows() {
		o.out.columns(x.name, rounded(x.share))
	}
	for _, x := range c.words() {
		o.out.columns(x.name, hundredths(x.share))
	}
	distance := "-"
	if c.Figures.Distance >= 0 {
		distance = itoa(c.Figures.Distance)
	}
	o.out.columns("simhash_distance", distance)
	o.regions(c.shown, c.Counted, newPassages(o.setting, c.Comparison).print)
}

// compared prints the figures of two files, then a line for each region with its passage.
//
//	a   12 KiB    430 lines  /home/me/draft.go
//	b  128 KiB  3,900 lines  /home/me/server.go
//
//	  of a  of b
//	   35%   12%  of its windows of 50 bytes are in the other, 10% of both together
//	   37%   13%  of its bytes are in 12 regions
//	words: Jaccard 0.41 (MinHash 0.39), cosine 0.82; simhash distance 12 of 64
//
//	         bytes  lines of a         lines of b
//	   1   1.2 KiB  10-45              200-235
//
// With an index, a column says how many of its files have the region.
func (c *compared) layOut(t *table) {
	for i, f := range c.Files {
		lines := terminal.PadLeft(terminal.Amount(int64(f.Lines.Count()), "line", "lines"), 16)
		figures := fmt.Sprintf("%c%s%s", 'a'+i, terminal.PadLeft(terminal.Size(f.Info.Size), 9), lines)
		t.beside(figures, t.paint.Bold(terminal.Visible(f.Info.Path)))
	}
	for _, line := range t.comparedHead(c) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " 0123456789.-%~?"))]
		_, _ = t.out.Write([]byte(terminal.Wrap(line, strings.Repeat(" ", len(indent)), t.width)))
	}
	passages := newPassages(t.setting, c.Comparison)
	for i, r := range c.shown {
		a, b := r.Sides[0], r.Sides[1]
		t.out.line("%s%s%s  %s  %s", terminal.PadLeft(terminal.Comma(int64(i+1)), 4),
			t.paint.Bold(terminal.PadLeft(terminal.Size(int64(a.Len())), 10)), c.inFiles(r),
			terminal.PadRight(lineSpan(a), 17), lineSpan(b))
		passages.print(r)
	}
}

func (t *table) comparedHead(c *compared) []string {
	lines := []string{"", t.paint.Dim("  of a  of b"),
		shares(c.Windows.AInB(), c.Windows.BInA()) + fmt.Sprintf("  of its windows of %d %s are in the other, %s of both together",
			c.Window, c.View.Unit(), rounded(c.Windows.Resemblance())),
		shares(c.Covered(0), c.Covered(1)) + "  of its bytes" + c.outsideBase() + " are in " + terminal.Amount(int64(len(c.Regions)), "region", "regions")}
	if c.Hidden {
		lines = append(lines, shares(c.AsText.AInB(), c.AsText.BInA())+"  under --view text, where line ends, blanks and case do not count")
	}
	if c.Identical {
		lines = append(lines, t.related(identical, "the files are identical"))
	} else if c.Figures.Text {
		lines = append(lines, documentLines(c.Figures)...)
	}
	if len(c.shown) > 0 {
		head := terminal.PadLeft("bytes", 14)
		if c.Counted {
			head += terminal.PadLeft("files", 7)
		}
		lines = append(lines, "", t.paint.Dim(head+"  "+terminal.PadRight("lines of a", 17)+"  lines of b"))
	}
	return lines
}

// inFiles returns the column with the number of files that have a region, if they were counted.
func (c *compared) inFiles(r compare.Region) string {
	switch {
	case !c.Counted:
		return ""
	case r.Files == compare.Unknown:
		return terminal.PadLeft("-", 7)
	}
	return terminal.PadLeft(terminal.Comma(int64(r.Files)), 7)
}

// outsideBase says which bytes count, if not all do.
func (c *compared) outsideBase() string {
	if c.Base == nil {
		return ""
	}
	return " outside the base"
}

func shares(a, b fingerprint.Share) string {
	return terminal.PadLeft(rounded(a), 6) + terminal.PadLeft(rounded(b), 6)
}

// documentLines returns lines on the similarity of two files as documents.
func documentLines(f compare.Figures) []string {
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

// Compared prints the comparison of two files. match is whether they count as a match
// for --fail-on-match.
func (p *Printer) Compared(c *compare.Comparison, match bool) error {
	r := &compared{Comparison: c, shown: c.Regions, match: match}
	if p.limit > 0 && len(r.shown) > p.limit {
		r.shown = r.shown[:p.limit]
	}
	p.matched = p.matched || p.failOnMatch && match
	if err := p.print(r); err != nil {
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
	case p.noteOmitted("regions", map[bool]string{true: "the rarest", false: "the longest"}[c.Counted], ""):
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
