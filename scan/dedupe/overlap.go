package dedupe

import "math"

// overlap returns how many elements two sets of sizes a and b must share to count as
// duplicates. If that is more than the smaller set has, they never do. It may be one
// too few, because every candidate is compared exactly.
type overlap func(a, b int) int

// possible reports whether sets of these sizes and parities may share enough.
func (o overlap) possible(a, b int, p, q parity) bool {
	shared := o(a, b)
	return shared <= min(a, b) && p.apart(q) <= a+b-2*shared
}

// slack bounds the rounding error of a product. Sets have fewer than 2^26 elements, so
// it is a thousandth of what would matter.
const slack = 1e-6

func roundUp(x float64) int { return int(math.Ceil(x - slack)) }

// unionOverlap returns the overlap for |A∩B| / |A∪B| ≥ threshold.
func unionOverlap(threshold float64) overlap {
	return func(a, b int) int { return roundUp(threshold * float64(a+b) / (1 + threshold)) }
}

// largerOverlap returns the overlap for |A∩B| / max(|A|, |B|) ≥ threshold.
func largerOverlap(threshold float64) overlap {
	return func(a, b int) int { return roundUp(threshold * float64(max(a, b))) }
}

// smallerOverlap returns the overlap for |A∩B| / min(|A|, |B|) ≥ threshold.
func smallerOverlap(threshold float64) overlap {
	return func(a, b int) int { return roundUp(threshold * float64(min(a, b))) }
}

// atLeast returns an overlap of no fewer than shared elements, however small the sets.
func (o overlap) atLeast(shared int) overlap {
	return func(a, b int) int { return max(shared, o(a, b)) }
}
