package regions

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// stretches returns a few stretches of a side, in random order and possibly
// overlapping.
func stretches(r *rand.Rand, size, window int) (all []Stretch) {
	for range r.IntN(4) {
		if size >= window {
			from := r.IntN(size - window + 1)
			all = append(all, Stretch{from, from + window + r.IntN(size-window-from+1)/3})
		}
	}
	return all
}

func marked(size int, all []Stretch) []bool {
	m := make([]bool, size)
	for _, s := range all {
		for i := s.From; i < s.To; i++ {
			m[i] = true
		}
	}
	return m
}

// TestWithoutBruteForce compares with greedy string tiling of the bytes left.
func TestWithoutBruteForce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	some, cut := 0, 0
	for n := range 3000 {
		a, b := edited(r, 10+r.IntN(90), 1+r.IntN(4))
		if n%5 == 0 {
			b = slices.Clone(a)
		}
		window := 1 + r.IntN(12)
		without := [2][]Stretch{stretches(r, len(a), window), stretches(r, len(b), window)}
		want := bruteForceWithout(a, b, window, marked(len(a), without[0]), marked(len(b), without[1]))
		got := Find(a, b, window, without[0], without[1])
		if !slices.Equal(got, want) {
			t.Fatalf("case %d: %q, %q, window %d, without %v:\n%v, want\n%v", n, a, b, window, without, got, want)
		}
		some += min(len(want), 2)
		if !slices.Equal(want, bruteForce(a, b, window)) {
			cut++
		}
	}
	if some < 1500 || cut < 500 {
		t.Errorf("only %d regions were checked and %d cases cut", some, cut)
	}
}

// TestWithoutLimits checks the properties of regions when blocks are set aside: every
// region is outside the stretches, and no free window remains on both sides.
func TestWithoutLimits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	other := 0
	for range 2000 {
		a, b := edited(r, 10+r.IntN(300), 1+r.IntN(3))
		window := 1 + r.IntN(12)
		without := [2][]Stretch{stretches(r, len(a), window), stretches(r, len(b), window)}
		taken := [2][]bool{marked(len(a), without[0]), marked(len(b), without[1])}
		found := find(a, b, window, without[0], without[1], limits{chain: 1 + r.IntN(3), hits: r.IntN(30), tries: 1 + r.IntN(3)})
		if !slices.Equal(found, Find(a, b, window, without[0], without[1])) {
			other++
		}
		for _, x := range found {
			for k := range x.Len {
				if a[x.A+k] != b[x.B+k] || taken[0][x.A+k] || taken[1][x.B+k] {
					t.Fatalf("%v: bytes differ or are in a stretch or another region", x)
				}
				taken[0][x.A+k], taken[1][x.B+k] = true, true
			}
		}
		free := map[string]bool{}
		eachFreeWindow(a, taken[0], window, func(w string) { free[w] = true })
		eachFreeWindow(b, taken[1], window, func(w string) {
			if free[w] {
				t.Fatalf("%q is free on both sides", w)
			}
		})
	}
	if other < 100 {
		t.Errorf("the limits changed only %d tilings", other)
	}
}
