package dedupe

import "math"

// slack is by how much a product may be off by rounding. Sets have less than 2^26
// elements, so that it is a thousandth of what would matter.
const slack = 1e-6

func atLeast(x float64) int { return int(math.Ceil(x - slack)) }

// unionNeeds are those of |A∩B| / |A∪B| ≥ least.
func unionNeeds(least float64) needs {
	return func(a, b int) int { return atLeast(least * float64(a+b) / (1 + least)) }
}

// largerNeeds are those of |A∩B| / max(|A|, |B|) ≥ least.
func largerNeeds(least float64) needs {
	return func(a, b int) int { return atLeast(least * float64(max(a, b))) }
}

// smallerNeeds are those of |A∩B| / min(|A|, |B|) ≥ least.
func smallerNeeds(least float64) needs {
	return func(a, b int) int { return atLeast(least * float64(min(a, b))) }
}

// orMore are needs of so many elements, however small the sets.
func (f needs) orMore(shared int) needs {
	return func(a, b int) int { return max(shared, f(a, b)) }
}
