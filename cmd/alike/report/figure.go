package report

import (
	"fmt"
	"math"
	"strconv"

	"alike/db/search"
	"alike/fingerprint"
)

// figure formats a share for people. A tilde marks an estimate, a question mark an
// estimate from few fingerprints. Counted shares, and the share of identical files, are
// certain and have no mark.
func figure(s fingerprint.Share, shared int, identical, exact bool) string {
	text := rounded(s)
	switch {
	case identical:
		return "100%"
	case exact, !s.Defined(), text[0] == '<':
		return text
	case shared < search.FewShared:
		return "?" + text
	}
	return "~" + text
}

// rounded returns a share in whole percent, or "-" if it is undefined. Only 1 becomes
// 100%, and only 0 becomes 0%.
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
	return itoa(n) + "%"
}

// hundredths returns a share with two decimals, or "-" if it is undefined.
func hundredths(s fingerprint.Share) string {
	if !s.Defined() {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(s))
}

// PairShare returns the share of a pair that --by names. Identical files share everything,
// even if they have no fingerprints.
func PairShare(p *search.Pair, by search.Measure) fingerprint.Share {
	if p.Identical {
		return 1
	}
	return p.By(by)
}

// matchShare is PairShare for a match.
func matchShare(m search.Match, by search.Measure) fingerprint.Share {
	if m.Identical {
		return 1
	}
	return m.By(by)
}

// relation describes how two files a and b overlap.
type relation int

const (
	overlap    relation = iota // some content is in both
	aInB                       // nearly all of a is in b
	bInA                       // nearly all of b is in a
	nearlySame                 // nearly all of each is in the other
	sameAsRead                 // of folders: what was read of them is the same
	identical                  // they have the same bytes
)

// nearly is the share from which a file counts as being inside another, shown as 90%: the
// error of the estimate for a file of 8 KiB is .03, and a few changed lines do not matter.
// If one file is inside the other and the other is so from almostNearly on, neither is a part:
// an edited copy of 91 and 88 % is nearly the same.
const (
	nearly       = 0.895
	almostNearly = 0.85
)

func relationOf(a, b fingerprint.Share, same bool) relation {
	switch {
	case same:
		return identical
	case max(a, b) >= nearly && min(a, b) >= almostNearly:
		return nearlySame
	case a >= nearly:
		return aInB
	case b >= nearly:
		return bInA
	default:
		return overlap
	}
}

// String returns the word for tab-separated output.
func (r relation) String() string {
	return [...]string{"overlap", "a-in-b", "b-in-a", "nearly-same", "same-as-read", "identical"}[r]
}

func itoa[T ~int | ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }
