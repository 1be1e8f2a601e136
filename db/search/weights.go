package search

import (
	"math"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// Weigher returns the weight of a fingerprint in the distinctive share. A fingerprint that
// the index does not have weighs as if one content had it, one of a base nothing. It is
// safe for concurrent use.
type Weigher func(fingerprint.Fingerprint) float64

// Counts are what two files A and B share, counted in the files.
type Counts struct {
	fingerprint.Shares // distinct windows
	// WeightA and WeightB are the weights of all windows of a file. SharedA and SharedB are
	// the weights of the windows in both files, as each of the two weighs them.
	WeightA, WeightB, SharedA, SharedB float64
}

// weight is the weight of fingerprints in the distinctive share, in units of 2^-24: 1/√k for a
// fingerprint that k live contents of the question have besides one. What only the two files of
// a pair have weighs 1, so that two files alone in a folder are compared plainly. A sum of
// integers does not depend on the order of its terms.
type weight uint64

const weightUnit = 1 << 24

// weightOf returns the weight of a fingerprint that df live contents have. It depends on
// nothing else, so that the same folder has the same pairs whatever else is compared.
//
// The square root is a compromise. What ten others have, such as a passage of a family of
// drivers, still weighs a third, and a licence of two thousand a 45th. With ln²(N/df), where N
// is the number of contents, 38,000 of the 44,770 pairs in Debian's Linux 6.1 share less than a
// tenth beyond licences; with 1/√k 2,000 of 7,400 do, most of them headers of a few lines.
func weightOf(df int) weight {
	return weight(math.Floor(weightUnit/math.Sqrt(float64(max(df-1, 1))) + .5))
}

// weighing computes distinctive shares.
type weighing struct {
	least weight // of a content, in a share
	// mean makes the share the mean of both sides instead of the larger. Most programs in a
	// language have something in common, so that much of a short one is easily found in a
	// long one.
	mean bool
	rule fingerprint.Rule // of the index
}

// Every content weighs at least as much as that many bytes, or tokens of code, in windows side
// by side that no other content has: three windows of 50 bytes, twelve of 12, two of 12 tokens.
// Otherwise a content that is little more than a licence would be part of each file with this
// licence: three such files of Go's sources make 10,900 pairs, more than all others together.
const (
	leastBytes  = 150
	leastTokens = 24
)

func newWeighing(params db.Params) weighing {
	x := weighing{mean: view.Kind(params.View) == view.FoldCode, rule: params.Rule}
	least := weight(leastBytes)
	if x.mean {
		least = leastTokens
	}
	x.least = weightUnit * least / weight(params.Rule.Window)
	return x
}

// containment returns the weighted containment of a content in another.
func (x *weighing) containment(shared, whole weight) fingerprint.Share {
	if whole == 0 {
		return fingerprint.Undefined
	}
	return fingerprint.Ratio(float64(shared), float64(max(whole, x.least)))
}

// counted returns the weighted containment of a file in another, of which n windows were counted.
func (x *weighing) counted(shared, whole float64, n int, f, other *File) fingerprint.Share {
	if whole == 0 {
		return fingerprint.Undefined
	}
	least := x.least.float() * float64(n) / float64(max(f.Fingerprints, 1))
	if x.rule.IsSmall(f.Level) && !x.rule.IsSmall(other.Level) {
		least = leastBytes // most fingerprints of the file are of small windows, which do not count here
	}
	return fingerprint.Ratio(shared, max(whole, least))
}

// distinctive returns the distinctive share from both weighted containments.
func (x *weighing) distinctive(inA, inB fingerprint.Share) fingerprint.Share {
	if x.mean && inA.Defined() && inB.Defined() {
		return (inA + inB) / 2
	}
	return max(inA, inB)
}

func (w weight) float() float64 { return float64(w) / weightUnit }
