package search

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestLogarithm checks that weights are those of math.Log, and the error of ln.
func TestLogarithm(t *testing.T) {
	t.Parallel()
	old := func(contents, df int) weight {
		l := math.Log(float64(contents) / float64(max(df, 1)))
		return weight(max(1, math.Round(l*l*weightUnit)))
	}
	check := func(contents, df int) {
		if got, want := weightAmong(contents, df), old(contents, df); got != want {
			t.Errorf("%d of %d contents: weight %d, want %d", df, contents, got, want)
		}
	}
	for _, contents := range []int{400, 1000, 45_625, 1 << 20, 10_000_000, 12_345_678_901 & math.MaxInt} {
		for df := range min(contents, 100_000) + 1 {
			check(contents, df)
		}
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 1_000_000 {
		contents := 400 + r.IntN(1<<r.IntN(min(48, bits.UintSize-1)))
		check(contents, r.IntN(contents+1))
		x := 1 + math.Abs(r.NormFloat64())*math.Ldexp(1, r.IntN(60))
		if d := math.Abs(ln(x) - math.Log(x)); d > math.Nextafter(math.Log(x), 100)-math.Log(x) {
			t.Fatalf("ln(%v) is %v, which is off by %v", x, ln(x), d)
		}
	}
}
