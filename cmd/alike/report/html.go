package report

import (
	"io"

	"alike/cmd/alike/page"
	"alike/scan/compare"
)

// html prints a page with both files side by side.
type html struct{ *setting }

func openHTML(s *setting) (format, error) { return &html{s}, nil }

func (h *html) print(r result) error {
	c, ok := r.(*compared)
	if !ok {
		return unprintable(r)
	}
	n, err := WriteComparison(h.out, c.Comparison, c.shown, page.Links{})
	c.shown = c.shown[:n]
	return written(err)
}

// WriteComparison writes a page with both files of a comparison side by side and as many of the
// regions as fit, and returns their number.
func WriteComparison(w io.Writer, c *compare.Comparison, regions []compare.Region, links page.Links) (int, error) {
	p := page.Comparison{
		Comparison: c, Shown: regions, Links: links, Both: rounded(c.Windows.Resemblance()),
		In:      [2]string{rounded(c.Windows.AInB()), rounded(c.Windows.BInA())},
		Covered: [2]string{rounded(c.Covered(0)), rounded(c.Covered(1))},
	}
	if c.Figures.Text && !c.Identical {
		p.Words = documentLines(c.Figures)
	}
	return p.Write(w)
}

func (h *html) end(*Summary) error { return nil }
