package search

import (
	"math"

	"alike/fingerprint"
)

// weight is what fingerprints count for the distinctive share: ln(1 + N/df) for
// one that df of N live contents have, in units of 2^-32. In whole numbers a sum
// does not depend on the order in which it was made.
type weight uint64

func weightOf(live, df int) weight {
	return weight(math.Round(math.Log1p(float64(live)/float64(max(df, 1))) * (1 << 32)))
}

// in returns the share of a weight in the whole.
func (w weight) in(whole weight) fingerprint.Share {
	return fingerprint.Ratio(float64(w), float64(whole))
}
