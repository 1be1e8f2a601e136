package compare

import (
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// largestAsText is the size of a file in bytes up to which asText looks.
const largestAsText = 16 << 20

// asText compares two texts that share little byte for byte under the text view. ok is
// true if they share much more there: line ends, white space, case or encoding hide what
// they have in common.
func (c *Comparison) asText() (shares fingerprint.Shares, ok bool) {
	const little, much, more = 0.75, 0.5, 0.25
	raw := c.Share(search.Smaller)
	if c.View != view.Raw || c.Base != nil || c.Identical || !c.Figures.Text || raw.Defined() && raw >= little {
		return shares, false
	}
	// If half of the smaller text is in the larger one, so are about half of its words, and
	// the Jaccard similarity is at least a third of the ratio of their sizes.
	a, b := float64(len(c.Files[0].Data)), float64(len(c.Files[1].Data))
	if float64(c.Figures.Jaccard) < min(a, b)/max(a, b)/3 {
		return shares, false
	}
	var viewed [2][]byte
	for i, f := range c.Files {
		if len(f.Data) > largestAsText {
			return shares, false
		}
		viewed[i] = viewOf(view.NewViewer(view.FoldText, false), f)
	}
	shares = fingerprint.CompareWindows(viewed[0], viewed[1], c.Window, nil)
	share := max(shares.AInB(), shares.BInA())
	return shares, share.Defined() && share >= much && (!raw.Defined() || share >= raw+more)
}
