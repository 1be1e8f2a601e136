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

// distinctivePart is the part of Min that is enough by Distinctive if Smaller reaches Min. A family
// of ten versions has half of its content in common, which weighs a third. Of the pairs of
// Debian's Linux 6.1 that share half of a file beyond licences and includes, 56 % have a
// distinctive share of 50 % and 92 % pass with this part.
const distinctivePart = .6

// What a pair must share, in fingerprints (mustShare…), and what its shares must reach
// (mustReach…, …From) follows from the threshold and from whether the files will be counted: a
// pair with fewer than CountBelow shared fingerprints will be, so that its estimate may fall
// short of the threshold.
//
// For example, Smaller with Min .5, MinShared 3, CountBelow 10 and Deviations 4. Of a content
// with 40 fingerprints an estimate is counted from countedFrom(.5, 40) = .5 − 4·√(.5·.5/40) =
// .18 on. So mustShareOf(.5, 40) is 8: with 8 shared fingerprints, .2 of 40, the pair is
// counted, and mustReach(.5, 40, 8) is .18. With 12 it is not counted, and mustReach(.5, 40,
// 12) is .5, which 12 of 40 fall short of. Of a content with 400, countedFrom is .4, which takes
// 160 fingerprints: too many to be counted, so mustShareOf(.5, 400) is 200.

// countedFrom returns the share that an estimate from n fingerprints must reach for the files
// to be counted: a threshold less Deviations standard deviations of n independent draws. The
// real deviations are smaller, see TestSources.
func (q *PairQuery) countedFrom(threshold float64, n int) float64 {
	return q.within(q.Deviations, threshold, n)
}

// within returns a threshold less some standard deviations.
func (q *PairQuery) within(deviations, threshold float64, n int) float64 {
	if q.CountBelow == 0 || n == 0 {
		return threshold
	}
	least := 0.
	if q.small {
		least = smallPart * threshold
	}
	return max(least, threshold-deviations*math.Sqrt(threshold*(1-threshold)/float64(n)))
}

// nearDeviations is Deviations for pairs by Distinctive that share CountBelow fingerprints or
// more. One whose estimate passes is counted only if it does so by fewer than surplusDeviations:
// a pair that is not quite as similar as it looks is better than one that is missed.
const (
	nearDeviations    = 1.5
	surplusDeviations = 0.25
)

// nearPart is the part of a threshold on the weighted share from which an estimate is counted.
const nearPart = 5. / 6

// mustReach returns what an estimate from n fingerprints must reach if shared of them are
// shared: countedFrom, or the threshold itself if they are too many for the files to be counted.
func (q *PairQuery) mustReach(threshold float64, n, shared int) fingerprint.Share {
	switch {
	case shared < q.CountBelow:
		return fingerprint.Share(q.countedFrom(threshold, n))
	case q.By == Distinctive && !q.weighing.mean:
		return fingerprint.Share(q.within(nearDeviations, threshold, n))
	}
	return fingerprint.Share(threshold)
}

// mustReachWeighted is mustReach for a weighted share. That of a small content would be next
// to 0, and every content with its licence would be counted.
func (q *PairQuery) mustReachWeighted(n, shared int) fingerprint.Share {
	return max(q.mustReach(q.Min, n, shared), q.distinctiveFrom())
}

// distinctiveFrom returns the weighted containment of a side below which no pair passes. Two small
// files have no distinctivePart: most of them is often a licence.
func (q *PairQuery) distinctiveFrom() fingerprint.Share {
	part := distinctivePart
	switch {
	case q.small && q.CountBelow > 0:
		part = smallPart
	case q.small:
		part = 1
	case q.CountBelow > 0 && !q.weighing.mean:
		part *= nearPart
	}
	return fingerprint.Share(part * q.Min)
}

// smallPart is the part of a threshold that the estimate of a pair of small contents must
// reach for the files to be counted. Of edited copies of small files that pass, 0.1 % are
// estimated lower, and 0.8 % at less than half of the threshold.
const smallPart = .5

// forSmall returns the query for pairs of small contents, see fingerprint.Rule.IsSmall. They
// are counted whatever they share, if any pair is.
func (q *PairQuery) forSmall() PairQuery {
	s := *q
	s.small = true
	if s.CountBelow == 0 {
		return s
	}
	s.CountBelow = math.MaxInt
	if s.By == Distinctive && !s.FixedShared {
		s.MinShared = 1 // mustShare asks for more
		s.askedShared = q.MinShared
	}
	return s
}

// mustShare returns how many fingerprints two contents with a and b fingerprints must share.
// A quarter of those of a small content is enough.
func (q *PairQuery) mustShare(a, b int) int {
	return max(q.MinShared, min(q.askedShared, min(a, b)/4))
}

// tooFew reports whether a content with n fingerprints, small or not, can be found only as
// identical.
func (q *PairQuery) tooFew(n int, small bool) bool {
	if small {
		s := q.forSmall()
		return n < s.mustShare(n, n)
	}
	return n < q.MinShared
}

// weightedFrom is distinctiveFrom for a side with n fingerprints.
func (q *PairQuery) weightedFrom(n int) fingerprint.Share {
	if q.weighing.mean {
		return q.mustReachWeighted(n, 0)
	}
	return q.distinctiveFrom()
}

// mustShareOf returns how many of its n fingerprints a content must share for its containment
// to pass a threshold.
func (q *PairQuery) mustShareOf(threshold float64, n int) int {
	c := smallestCount(q.countedFrom(threshold, n), n)
	if c >= q.CountBelow {
		c = smallestCount(threshold, n)
	}
	return max(q.MinShared, c)
}

// mustSharePair returns a number of shared fingerprints below which no pair of contents
// with a and b fingerprints passes.
func (q *PairQuery) mustSharePair(a, b int) int {
	switch q.By {
	case Smaller:
		return min(q.mustShareOf(q.Min, a), q.mustShareOf(q.Min, b))
	case Larger:
		return max(q.mustShareOf(q.Min, a), q.mustShareOf(q.Min, b))
	case Union:
		return q.mustShareUnion(a, b)
	}
	return q.mustShare(a, b)
}

// mustShareUnion is mustSharePair for resemblance.
func (q *PairQuery) mustShareUnion(a, b int) int {
	// c/(a+b-c) ≥ t. countedFrom rises with the union, which has at least max(a, b)
	// fingerprints. One less, because the division may be off by a rounding.
	from := func(t float64) int { return int(math.Ceil(t*float64(a+b)/(1+t))) - 1 }
	c := from(q.countedFrom(q.Min, max(a, b)))
	if c >= q.CountBelow {
		c = from(q.Min)
	}
	return max(q.MinShared, c)
}

// passes reports for each side whether its share reaches the threshold, or countedFrom if the
// files are still to be counted. A pair passes if a side does. A measure of both sides
// together gives the same answer for both. inA and inB are the weighted containments, for
// Distinctive.
func (q *PairQuery) passes(s fingerprint.Shares, inA, inB fingerprint.Share) (a, b bool) {
	switch q.By {
	case Distinctive:
		floorA, floorB := q.mustReachBoth(s)
		if q.weighing.mean && inA+inB < floorA+floorB {
			return false, false // and if not, one side passes
		}
		return inA >= floorA, inB >= floorB
	case Union:
		both := s.Resemblance() >= q.mustReach(q.Min, s.A+s.B-s.Shared, s.Shared)
		return both, both
	}
	a, b = q.contained(s)
	if q.By == Larger {
		return a && b, a && b
	}
	return a, b
}

// contained reports for each side whether its containment reaches the threshold.
func (q *PairQuery) contained(s fingerprint.Shares) (a, b bool) {
	return s.AInB() >= q.mustReach(q.Min, s.A, s.Shared), s.BInA() >= q.mustReach(q.Min, s.B, s.Shared)
}

// mustReachBoth returns what the weighted containments have to reach.
func (q *PairQuery) mustReachBoth(s fingerprint.Shares) (a, b fingerprint.Share) {
	if !q.weighing.mean {
		if a, b := q.contained(s); a || b {
			return q.distinctiveFrom(), q.distinctiveFrom()
		}
	}
	return q.mustReachWeighted(s.A, s.Shared), q.mustReachWeighted(s.B, s.Shared)
}

// mostWeight returns the largest weight of B with which the pair passes by Distinctive.
func (q *PairQuery) mostWeight(s fingerprint.Shares, shared, weightA weight) float64 {
	floorA, least := q.mustReachBoth(s)
	inA := q.weighing.containment(shared, weightA)
	switch {
	case q.weighing.mean:
		least += floorA - inA
	case inA >= floorA:
		return math.Inf(1)
	}
	if least <= 0 {
		return math.Inf(1)
	}
	return float64(shared) / float64(least) * (1 + 1e-9) // more than the rounding error
}

// passed reports whether the figures of a pair reach the threshold.
func (q *PairQuery) passed(p *Pair) bool {
	least := fingerprint.Share(q.Min)
	switch {
	case p.By(q.By) >= least:
		return true
	case q.By != Distinctive:
		return false
	}
	return q.mayPassInPart(p) && p.By(Smaller) >= least && p.Distinctive >= fingerprint.Share(distinctivePart*q.Min)
}

// mayPassInPart reports whether distinctivePart is enough for a pair that Smaller admits. The code
// view has no licences, but short functions that are much alike.
func (q *PairQuery) mayPassInPart(p *Pair) bool {
	return !q.weighing.mean && !q.weighing.rule.IsSmall(max(p.A.Level, p.B.Level))
}

// smallestCount returns the smallest c with c/n ≥ t.
func smallestCount(t float64, n int) int {
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
