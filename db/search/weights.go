package search

import (
	"math"

	"alike/fingerprint"
)

// Weigher returns the weight of a fingerprint in the distinctive share. A fingerprint that
// no other content has weighs as if one content had it. It is safe for concurrent use.
type Weigher func(fingerprint.Fingerprint) float64

// Counts are what two files A and B share, counted in the files.
type Counts struct {
	fingerprint.Shares // distinct windows
	// WeightA and WeightB are the weights of all windows of a file. SharedA and SharedB are
	// the weights of the windows in both files, as each of the two weighs them.
	WeightA, WeightB, SharedA, SharedB float64
}

// weigh is the Weigher of a corpus.
func (c *corpus) weigh(fingerprint.Fingerprint) float64 { return 1 }

// weighOne is the Weigher of a query.
func (s *querySearch) weighOne(fingerprint.Fingerprint) float64 { return 1 }

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
