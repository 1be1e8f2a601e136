package simhash

import (
	"math"
	"testing"
)

// TestLogarithm compares with floating point, to slightly more than half a unit.
func TestLogarithm(t *testing.T) {
	t.Parallel()
	check := func(x uint64) {
		got, want := float64(logarithm(x)), 256*math.Log(float64(x))
		if math.Abs(got-want) > .51 {
			t.Fatalf("ln %d is %v/256, want %v", x, got, want)
		}
	}
	for x := uint64(1); x < 100_000; x++ {
		check(x)
		if x < math.MaxUint32 && damp(uint32(x)) != 256+logarithm(x) {
			t.Fatalf("damp(%d) is %d", x, damp(uint32(x)))
		}
	}
	for x := uint64(1); x < 1<<62; x = x*3 + 1 {
		check(x)
	}
	check(math.MaxUint64)
}
