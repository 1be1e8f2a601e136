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

// weight is the weight of fingerprints in the distinctive share, in units of 2^-24:
// ln²(N/df) for a fingerprint that df of N live contents have. A sum of integers does not
// depend on the order of its terms. It cannot overflow with less than two billion terms.
type weight uint64

const weightUnit = 1 << 24

// weighing computes distinctive shares for an index.
type weighing struct {
	contents int    // N
	small    int    // N for fingerprints of small windows
	least    weight // of a content, in a share
	// mean makes the share the mean of both sides instead of the larger. Most programs in a
	// language have something in common, so that much of a short one is easily found in a
	// long one.
	mean bool
	rule fingerprint.Rule // of the index
}

// leastContents is the smallest N. In a small collection, what two files share would
// otherwise weigh next to nothing: in a collection of the two, nothing at all.
const leastContents = 1000

// Every content weighs at least as much as that many bytes, or tokens of code, in windows side
// by side that no other content has: three windows of 50 bytes, six of 25, two of 12 tokens.
// Otherwise a content that is little more than a licence would be part of each file with this
// licence. That made 79,000 of the 90,585 pairs with a distinctive share of 50 % in Debian's
// Linux 6.1. The code view has no licences, but short functions that are much alike.
const (
	leastBytes  = 150
	leastTokens = 24
)

// leastSmall is leastContents for fingerprints of small windows, which are a licence or build
// tags more often. In six folders of 60 small files and their edited copies, 98.6 % of the
// copies and 59 unrelated pairs are found with 1000, 97.8 % and 1 with 400, 96.3 % and none
// with 200.
const leastSmall = 400

func newWeighing(ix *db.Index) weighing {
	x := weighing{
		contents: max(int(ix.LiveContents()), leastContents),
		small:    max(int(ix.LiveContents()), leastSmall),
		mean:     view.Kind(ix.Params().View) == view.FoldCode,
		rule:     ix.Params().Rule,
	}
	least := weight(leastBytes)
	if x.mean {
		least = leastTokens
	}
	x.least = x.of(1) * least / weight(ix.Params().Rule.Window)
	return x
}

// of returns the weight of a fingerprint that df live contents have. It is at least one unit,
// so that contents of nothing but fingerprints that all have are compared like any other.
func (x *weighing) of(df int) weight { return weightAmong(x.contents, df) }

// ofSmall is of for a fingerprint of a small window.
func (x *weighing) ofSmall(df int) weight { return weightAmong(x.small, df) }

// weigh returns the weight of this fingerprint.
func (x *weighing) weigh(fp fingerprint.Fingerprint, df int) weight {
	if x.rule.IsSmall(fp.Level()) {
		return x.ofSmall(df)
	}
	return x.of(df)
}

func weightAmong(contents, df int) weight {
	l := ln(float64(contents) / float64(max(df, 1)))
	return weight(max(1, math.Floor(float64(float64(l*l)*weightUnit)+.5)))
}

// containment returns the weighted containment of a content in another.
func (x *weighing) containment(shared, whole weight) fingerprint.Share {
	if whole == 0 {
		return fingerprint.Undefined
	}
	return fingerprint.Ratio(float64(shared), float64(max(whole, x.least)))
}

// counted returns the weighted containment of a file whose windows were counted and which
// has n fingerprints.
func (x *weighing) counted(shared, whole float64, windows, n int) fingerprint.Share {
	if whole == 0 {
		return fingerprint.Undefined
	}
	least := x.least.float() * float64(windows) / float64(max(n, 1))
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
