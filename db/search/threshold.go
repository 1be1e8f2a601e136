package search

import (
	"math"
	"runtime"

	"alike/fingerprint"
)

// threadCount returns n, or the number of processors if n is not positive.
func threadCount(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// The phases of a search, each half of its progress.
const (
	readingPhase = iota
	comparingPhase
	phases
)

// report reports progress within one phase. Both phases use one scale, or the time left
// could not be estimated across them.
func (q *PairQuery) report(phase, done, total int) {
	const scale = 1 << 20
	if q.Progress != nil {
		q.Progress(int64(phase*scale)+int64(done)*scale/int64(max(total, 1)), phases*scale)
	}
}

// floor returns the share that an estimate from n fingerprints must reach. If the files
// themselves are counted later, it is Min less Deviations standard deviations of n
// independent draws. The real deviations are smaller, see TestSources.
func (q *PairQuery) floor(n int) float64 {
	if q.CountBelow == 0 || n == 0 {
		return q.Min
	}
	return max(0, q.Min-q.Deviations*math.Sqrt(q.Min*(1-q.Min)/float64(n)))
}

// least returns how many of its n fingerprints a content must share for its containment
// to pass.
func (q *PairQuery) least(n int) int {
	return max(q.MinShared, leastCount(q.floor(n), n))
}

// leastOfBoth returns a number of shared fingerprints below which no pair of contents
// with a and b fingerprints passes.
func (q *PairQuery) leastOfBoth(a, b int) int {
	switch q.By {
	case Smaller:
		return min(q.least(a), q.least(b))
	case Larger:
		return max(q.least(a), q.least(b))
	case Union:
		// c/(a+b-c) ≥ t. The floor rises with the union, which has at least max(a, b)
		// fingerprints. One less, because the division may be off by a rounding.
		t := q.floor(max(a, b))
		return max(q.MinShared, int(math.Ceil(t*float64(a+b)/(1+t)))-1)
	}
	return q.MinShared
}

// passes reports for each side whether its containment reaches the threshold. A measure
// of both sides together gives the same answer for both.
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

// sizesWithin reports whether two sizes differ by at most a fraction of the larger one; 0
// sets no limit.
func sizesWithin(a, b int64, part float64) bool {
	if part <= 0 {
		return true
	}
	if a > b {
		a, b = b, a
	}
	return float64(b-a) <= part*float64(b)
}
