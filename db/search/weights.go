package search

import (
	"math"

	"alike/fingerprint"
)

// weight is the weight of fingerprints in the distinctive share, in units of 2^-32:
// ln(1 + N/df) for a fingerprint that df of N live contents have. A sum of integers does
// not depend on the order of its terms.
type weight uint64

func weightOf(live, df int) weight {
	return weight(math.Round(math.Log1p(float64(live)/float64(max(df, 1))) * (1 << 32)))
}

// in returns the weight as a share of the whole.
func (w weight) in(whole weight) fingerprint.Share {
	return fingerprint.Ratio(float64(w), float64(whole))
}
