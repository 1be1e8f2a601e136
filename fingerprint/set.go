package fingerprint

import (
	"math"
	"slices"
	"sort"
	"strconv"
)

// Set holds the distinct fingerprints of one content in ascending order, which
// is rank order: the coarsest levels come first.
type Set []Fingerprint

// NewSet returns the set of the given fingerprints that are of the level or
// coarser. It sorts in place and reuses the slice.
func NewSet(fps []Fingerprint, level int) Set {
	slices.Sort(fps)
	return Set(slices.Compact(fps)).AtLevel(level)
}

// AtLevel returns what is left of the set at a coarser level, without copying.
// At a level finer than that of the set it is the whole set.
func (s Set) AtLevel(level int) Set {
	return s.Below(Bound(level))
}

// Below returns the fingerprints that are smaller than one, without copying.
func (s Set) Below(fp Fingerprint) Set {
	return s[:sort.Search(len(s), func(i int) bool { return s[i] >= fp })]
}

// Shared counts the fingerprints that both sets have, by one merge.
func (s Set) Shared(t Set) int {
	n := 0
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0] < t[0]:
			s = s[1:]
		case t[0] < s[0]:
			t = t[1:]
		default:
			n, s, t = n+1, s[1:], t[1:]
		}
	}
	return n
}

// Without drops from the set the fingerprints that another has, in place, and
// returns what is left. The other may be far larger, as a base is: the time hardly
// grows with it.
func (s Set) Without(t Set) Set { return without(s, t) }

// Share is a fraction from 0 to 1, or Undefined where its denominator is empty.
type Share float64

// Undefined is the share of an empty whole.
const Undefined Share = -1

// Ratio returns part/whole, Undefined when the whole is empty.
func Ratio(part, whole float64) Share {
	if whole <= 0 {
		return Undefined
	}
	return Share(min(part/whole, 1))
}

// Defined reports whether there is a fraction at all.
func (s Share) Defined() bool { return s >= 0 }

// Rounded returns the share to six digits, the precision of all output.
func (s Share) Rounded() Share {
	if !s.Defined() {
		return Undefined
	}
	return Share(math.Round(float64(s)*1e6) / 1e6)
}

// MarshalJSON writes six digits at most, or null where the share is undefined.
func (s Share) MarshalJSON() ([]byte, error) {
	if !s.Defined() {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(s.Rounded()), 'f', -1, 64), nil
}

// Shares says how much two contents have in common, all of it counted on sets
// at the common level, the coarser of the two.
type Shares struct {
	Shared int // |A∩B|
	A, B   int // |A|, |B| at the common level
}

// Compare counts what two sets share at their common level.
func Compare(a Set, levelA int, b Set, levelB int) Shares {
	common := max(levelA, levelB)
	a, b = a.AtLevel(common), b.AtLevel(common)
	return Shares{Shared: a.Shared(b), A: len(a), B: len(b)}
}

// AInB is the containment |A∩B| / |A|: how much of A is found in B.
func (s Shares) AInB() Share { return Ratio(float64(s.Shared), float64(s.A)) }

// BInA is the containment |A∩B| / |B|.
func (s Shares) BInA() Share { return Ratio(float64(s.Shared), float64(s.B)) }

// Resemblance is |A∩B| / |A∪B| (Broder 1997).
func (s Shares) Resemblance() Share {
	return Ratio(float64(s.Shared), float64(s.A+s.B-s.Shared))
}
