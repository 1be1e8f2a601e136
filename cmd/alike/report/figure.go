package report

import (
	"fmt"
	"math"
	"strconv"

	"alike/db/search"
	"alike/fingerprint"
)

// fewShared is the number of shared fingerprints below which a share is a rough guess:
// its standard error exceeds 15 percentage points at 50 %. Two tar files in Go's
// sources agree in all 3 fingerprints and share 23 % of their windows.
const fewShared = 10

// figure returns a share for people: counted shares without a mark, estimates with
// one.
func figure(s fingerprint.Share, shared int, identical, exact bool) string {
	if exact && !identical {
		return rounded(s)
	}
	return percent(s, shared, identical)
}

// percent returns an estimated share. A tilde marks it as estimated, a question mark
// as estimated from few fingerprints. The share of identical files is certain.
func percent(s fingerprint.Share, shared int, identical bool) string {
	text := rounded(s)
	switch {
	case identical:
		return "100%"
	case !s.Defined(), text[0] == '<':
		return text
	case shared < fewShared:
		return "?" + text
	}
	return "~" + text
}

// rounded returns a share in whole percent, "-" if it is undefined. It never rounds
// less than all up to 100 %, nor more than nothing down to 0 %.
func rounded(s fingerprint.Share) string {
	switch {
	case !s.Defined():
		return "-"
	case s > 0 && s < 0.01:
		return "<1%"
	}
	n := int(math.Round(float64(s) * 100))
	if n == 100 && s < 1 {
		n = 99
	}
	return fmt.Sprintf("%d%%", n)
}

// hundredths returns a figure with two decimals, "-" if it is undefined.
func hundredths(s fingerprint.Share) string {
	if !s.Defined() {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(s))
}

// pairShare returns the share that orders a pair. Identical files share everything,
// even if they have no fingerprints.
func pairShare(p search.Pair, by search.Measure) fingerprint.Share {
	if p.Identical {
		return 1
	}
	return p.By(by)
}

// matchShare does the same for a match.
func matchShare(m search.Match, by search.Measure) fingerprint.Share {
	if m.Identical {
		return 1
	}
	return m.By(by)
}

// relation is how two files a and b relate to each other.
type relation int

const (
	overlap    relation = iota // they share a part
	aInB                       // nearly all of a is in b
	bInA                       // nearly all of b is in a
	nearlySame                 // nearly all of each is in the other
	identical                  // they have the same bytes
)

// nearly is the share from which a file counts as being inside another: the error of
// the estimate for a file of 8 KiB is .03, and a few changed lines do not matter.
const nearly = 0.9

func relationOf(a, b fingerprint.Share, same bool) relation {
	switch {
	case same:
		return identical
	case a >= nearly && b >= nearly:
		return nearlySame
	case a >= nearly:
		return aInB
	case b >= nearly:
		return bInA
	default:
		return overlap
	}
}

// String returns the word in tab-separated output.
func (r relation) String() string {
	return [...]string{"overlap", "a-in-b", "b-in-a", "nearly-same", "identical"}[r]
}

func itoa[T ~int | ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }
