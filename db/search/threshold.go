package search

import (
	"math"
	"runtime"

	"alike/fingerprint"
)

// threads returns how many goroutines a search uses.
func (q *PairQuery) threads() int {
	if q.Threads > 0 {
		return q.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// The halves of a search, as progress tells of them.
const (
	readingHalf = iota
	comparingHalf
	halves
)

// tell tells how much of one half of a search is done. The scale is the same for
// both, or the time left could not be foretold from one to the other.
func (q *PairQuery) tell(half, done, total int) {
	const scale = 1 << 20
	if q.Progress != nil {
		q.Progress(int64(half*scale)+int64(done)*scale/int64(max(total, 1)), halves*scale)
	}
}

// floor returns the share that an estimate from n fingerprints must reach. When
// the files themselves are to be counted it is below Min by some standard
// deviations of the estimate, as of n independent draws; they are in truth
// smaller, see TestSources.
func (q *PairQuery) floor(n int) float64 {
	if q.Exact == nil || n == 0 {
		return q.Min
	}
	return max(0, q.Min-q.Deviations*math.Sqrt(q.Min*(1-q.Min)/float64(n)))
}

// least returns how many of its n fingerprints a content must share with another
// so that its containment passes.
func (q *PairQuery) least(n int) int {
	return max(q.MinShared, leastCount(q.floor(n), n))
}

// leastOfBoth returns a number of shared fingerprints below which no pair of
// contents with a and b of them passes.
func (q *PairQuery) leastOfBoth(a, b int) int {
	switch q.By {
	case Smaller:
		return min(q.least(a), q.least(b))
	case Larger:
		return max(q.least(a), q.least(b))
	case Union:
		// c/(a+b-c) ≥ t; the floor rises with the union, which is at least as large
		// as the larger one. One less, since the division may be off by a rounding.
		t := q.floor(max(a, b))
		return max(q.MinShared, int(math.Ceil(t*float64(a+b)/(1+t)))-1)
	}
	return q.MinShared
}

// passes says of which sides the containment reaches the threshold; by measures
// of both together, it is both or none.
func (q *PairQuery) passes(s fingerprint.Shares) (a, b bool) {
	a = s.AInB() >= fingerprint.Share(q.floor(s.A))
	b = s.BInA() >= fingerprint.Share(q.floor(s.B))
	switch q.By {
	case Larger:
		return a && b, a && b
	case Union:
		both := s.Resemblance() >= fingerprint.Share(q.floor(s.A+s.B-s.Shared))
		return both, both
	}
	return a, b
}

// leastCount returns the smallest c with c/n ≥ t.
func leastCount(t float64, n int) int {
	c := int(math.Ceil(t * float64(n)))
	for c > 0 && float64(c-1) >= t*float64(n) {
		c--
	}
	for c > 0 && float64(c-1)/float64(n) >= t {
		c--
	}
	for c <= n && float64(c)/float64(n) < t {
		c++
	}
	return c
}

// sizesWithin reports whether two sizes differ by no more than a part of the
// larger one; 0 is no limit.
func sizesWithin(a, b int64, part float64) bool {
	if part <= 0 {
		return true
	}
	if a > b {
		a, b = b, a
	}
	return float64(b-a) <= part*float64(b)
}
