package minhash

import (
	"math/rand/v2"
	"testing"

	"alike/testdata"
)

// compareSets counts how often two sets share a band, and how often their sketches
// reject the pair.
func compareSets(r *rand.Rand, threshold float64, b Bands, rounds, n, m, shared int) (met, rejected int) {
	s := NewSigner(b.Components())
	for range rounds {
		x, y := twoSets(r, n, m, shared)
		sx := s.Sign(x)
		kx, sketch := b.Keys(nil, sx), SketchOf(sx)
		sy := s.Sign(y)
		if SketchOf(sy).Agree(sketch) < MinAgree(threshold) {
			rejected++
		}
		for i, k := range b.Keys(nil, sy) {
			if k == kx[i] {
				met++
				break
			}
		}
	}
	return met, rejected
}

// TestMissed checks that at most one pair in 1,000 exactly at the threshold is
// missed, for small and large sets, and that BandsFor returns the documented bands.
func TestMissed(t *testing.T) {
	t.Parallel()
	rounds := 3000
	if testdata.IsLong() {
		rounds = 10000
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		threshold    float64
		want         Bands
		n, m, shared []int
	}{
		{.8, Bands{30, 7}, []int{4, 8, 9, 18, 45, 90, 180, 900, 400}, []int{5, 10, 9, 18, 45, 90, 180, 900, 500}, []int{4, 8, 8, 16, 40, 80, 160, 800, 400}},
		{.64, Bands{23, 3}, []int{16, 64, 320}, []int{25, 100, 500}, []int{16, 64, 320}},
		{.5, Bands{25, 2}, []int{1, 3, 30, 150}, []int{2, 3, 30, 150}, []int{1, 2, 20, 100}},
		{.9, Bands{21, 12}, []int{9, 95, 190}, []int{10, 95, 190}, []int{9, 90, 180}},
		{.2, Bands{31, 1}, []int{3, 30, 300}, []int{3, 30, 300}, []int{1, 10, 100}},
		{1, Bands{1, 12}, []int{1, 100}, []int{1, 100}, []int{1, 100}},
	} {
		b, err := BandsFor(c.threshold)
		if err != nil || b != c.want {
			t.Errorf("bands for %v: %v, %v, want %v", c.threshold, b, err, c.want)
			continue
		}
		for i := range c.n {
			met, rejected := compareSets(r, c.threshold, b, rounds, c.n[i], c.m[i], c.shared[i])
			t.Logf("%v: sets of %d and %d, %d shared: missed %d of %d (expected %.0f), rejected %d", c.threshold, c.n[i], c.m[i], c.shared[i], rounds-met, rounds, b.Missed(c.threshold)*float64(rounds), rejected)
			if limit := rounds/1000 + rounds/3000 + 3; rounds-met > limit {
				t.Errorf("%v: sets of %d and %d, %d shared: missed %d of %d", c.threshold, c.n[i], c.m[i], c.shared[i], rounds-met, rounds)
			}
			if limit := rounds/10000 + 3; rejected > limit {
				t.Errorf("%v: sets of %d and %d, %d shared: sketches reject %d of %d", c.threshold, c.n[i], c.m[i], c.shared[i], rejected, rounds)
			}
		}
	}
	for _, bad := range []float64{-1, 0, .1, .19, 1.01} {
		if b, err := BandsFor(bad); err == nil {
			t.Errorf("bands for %v: %v, want an error", bad, b)
		}
	}
	if _, err := BandsFor(MinThreshold); err != nil {
		t.Error(err)
	}
}

// TestChance checks that pairs far below the threshold hardly ever pass.
func TestChance(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	rounds := 5000
	if testdata.IsLong() {
		rounds = 20000
	}
	b := Bands{30, 7}
	for _, c := range []struct {
		shared int // of 150 and 150
		limit  float64
	}{{25, .0015}, {50, .01}, {75, .06}} {
		met, rejected := compareSets(r, .8, b, rounds, 150, 150, c.shared)
		j := float64(c.shared) / float64(300-c.shared)
		t.Logf("Jaccard %.2f: %d of %d share a band (expected %.1f), %d pass the sketch", j, met, rounds, float64(rounds)*(1-b.Missed(j)), rounds-rejected)
		if float64(met) > c.limit*float64(rounds) || j < .25 && rounds-rejected > 5 {
			t.Errorf("Jaccard %.2f: %d of %d share a band, %d pass the sketch", j, met, rounds, rounds-rejected)
		}
	}
}
