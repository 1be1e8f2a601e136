package report

import "alike/cmd/alike/page"

// html prints a page with both files side by side.
type html struct{ *setting }

func openHTML(s *setting) (format, error) { return &html{s}, nil }

func (h *html) print(result any) error {
	c, ok := result.(*compared)
	if !ok {
		return unprintable(result)
	}
	p := page.Comparison{
		Comparison: c.Comparison, Shown: c.shown, Both: rounded(c.Windows.Resemblance()),
		In:      [2]string{rounded(c.Windows.AInB()), rounded(c.Windows.BInA())},
		Covered: [2]string{rounded(c.Covered(0)), rounded(c.Covered(1))},
	}
	if c.Figures.Text && !c.Identical {
		p.Words = documentLines(c.Figures)
	}
	n, err := p.Write(h.out)
	c.shown = c.shown[:n]
	return written(err)
}

func (h *html) end(*Summary) error { return nil }
