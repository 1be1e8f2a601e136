package fingerprint

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
)

// Set holds the distinct fingerprints of a content in ascending order. Ascending
// order is rank order, so the coarsest levels come first.
type Set []Fingerprint

// NewSet returns the distinct fingerprints of the given level or coarser. It sorts
// fps in place and returns a prefix of it.
func NewSet(fps []Fingerprint, level int) Set {
	slices.Sort(fps)
	return Set(slices.Compact(fps)).AtLevel(level)
}

// AtLevel returns the fingerprints of the given level or coarser, without copying. It
// returns the whole set if the level is finer than the level of the set.
func (s Set) AtLevel(level int) Set {
	return s.Below(Bound(level))
}

// Below returns the fingerprints smaller than fp, without copying.
func (s Set) Below(fp Fingerprint) Set {
	return s[:sort.Search(len(s), func(i int) bool { return s[i] >= fp })]
}

// Shared returns the number of fingerprints that both sets contain, by one merge.
func (s Set) Shared(t Set) int { return SharedHashes(s, t) }

// Without removes the fingerprints of t from s in place and returns the rest. The
// cost grows with len(s) and only logarithmically with len(t), so t may be far
// larger, as a base usually is.
func (s Set) Without(t Set) Set { return without(s, t) }

// Share is a fraction from 0 to 1, or Undefined if its denominator is zero.
type Share float64

// Undefined is the share of an empty whole.
const Undefined Share = -1

// Ratio returns part/whole, capped at 1, or Undefined if whole is not positive.
func Ratio(part, whole float64) Share {
	if whole <= 0 {
		return Undefined
	}
	return Share(min(part/whole, 1))
}

// Defined reports whether the share has a value.
func (s Share) Defined() bool { return s >= 0 }

// Rounded returns the share rounded to six decimal digits, the precision of all
// output.
func (s Share) Rounded() Share {
	if !s.Defined() {
		return Undefined
	}
	return Share(math.Round(float64(s)*1e6) / 1e6)
}

// Compare compares shares as they are rounded.
func (s Share) Compare(t Share) int {
	const rounding = 2e-6 // cannot make a larger difference vanish
	switch d := s - t; {
	case d == 0:
		return 0
	case d > rounding:
		return 1
	case d < -rounding:
		return -1
	}
	return cmp.Compare(s.Rounded(), t.Rounded())
}

// MarshalJSON encodes the share with at most six decimal digits, or as null if it is
// undefined.
func (s Share) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON returns.
func (s Share) AppendJSON(buf []byte) []byte {
	if !s.Defined() {
		return append(buf, "null"...)
	}
	const digits, unit = 6, 1_000_000
	n := int64(math.Round(float64(s) * unit))
	if n <= 0 || n >= unit {
		return strconv.AppendFloat(buf, float64(s.Rounded()), 'f', -1, 64)
	}
	// A third of the time of strconv, which looks for the shortest number that has the value.
	var fraction [digits]byte
	for i := digits - 1; i >= 0; i-- {
		fraction[i] = '0' + byte(n%10)
		n /= 10
	}
	last := digits
	for fraction[last-1] == '0' {
		last--
	}
	return append(append(buf, "0."...), fraction[:last]...)
}

// Shares holds the set sizes from which the similarity of two contents A and B
// follows. All sizes are counted at the common level, the coarser of the two.
type Shares struct {
	Shared int // |A∩B|
	A, B   int // |A|, |B| at the common level
}

// Compare counts the fingerprints of two sets, and those that they share, at their
// common level.
func Compare(a Set, levelA int, b Set, levelB int) Shares {
	common := max(levelA, levelB)
	a, b = a.AtLevel(common), b.AtLevel(common)
	return Shares{Shared: a.Shared(b), A: len(a), B: len(b)}
}

// AInB returns the containment |A∩B| / |A|: how much of A occurs in B.
func (s Shares) AInB() Share { return Ratio(float64(s.Shared), float64(s.A)) }

// BInA returns the containment |A∩B| / |B|.
func (s Shares) BInA() Share { return Ratio(float64(s.Shared), float64(s.B)) }

// Resemblance returns |A∩B| / |A∪B| (Broder 1997).
func (s Shares) Resemblance() Share {
	return Ratio(float64(s.Shared), float64(s.A+s.B-s.Shared))
}
