package report

import (
	"fmt"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/compare"
)

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
func (t *table) compared(c *compared) {
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
