package search

import (
	"context"
	"math"
	"sync/atomic"
	"testing"

	"alike/fingerprint"
)

// TestMinShared checks how many fingerprints contents must share, small or not.
func TestMinShared(t *testing.T) {
	t.Parallel()
	counted := PairQuery{MinShared: 3, Min: .5, By: Distinctive, CountBelow: FewShared}
	fixed, smaller, estimated := counted, counted, counted
	fixed.FixedShared, smaller.By, estimated.CountBelow = true, Smaller, 0
	for _, c := range []struct {
		name string
		q    PairQuery
		a, b int
		want int
	}{
		{"two small ones", counted.forSmall(), 4, 100, 1},
		{"a quarter", counted.forSmall(), 100, 8, 2},
		{"no more than asked for", counted.forSmall(), 100, 200, 3},
		{"others", counted, 4, 100, 3},
		{"--min-shared given", fixed.forSmall(), 4, 100, 3},
		{"by smaller", smaller.forSmall(), 4, 100, 3},
		{"not counted", estimated.forSmall(), 4, 100, 3},
	} {
		if got := c.q.mustShare(c.a, c.b); got != c.want {
			t.Errorf("%s: %d of %d and %d, want %d", c.name, got, c.a, c.b, c.want)
		}
	}
	if !counted.tooFew(2, false) || counted.tooFew(3, false) || !counted.tooFew(0, true) || counted.tooFew(1, true) {
		t.Error("tooFew does not follow mustShare")
	}
}

// TestCounted checks the least weight of a counted file: in windows, as many times more as
// there are windows for each fingerprint, and 150 if its small windows do not count.
func TestCounted(t *testing.T) {
	t.Parallel()
	x := weighing{least: 3 * weightUnit, rule: fingerprint.DefaultRule}
	const small, long = 4, 5 // levels
	for _, c := range []struct {
		shared, whole float64
		windows, n    int
		level, other  int
		want          fingerprint.Share
	}{
		{3, 6, 10, 2, long, long, .2}, // of 15
		{3, 6, 10, 2, long, small, .2},
		{3, 6, 10, 2, small, small, .2},
		{3, 6, 10, 2, small, long, .02}, // of 150
		{3, 30, 10, 2, long, long, .1},
		{3, 6, 10, 0, long, long, .1}, // of 30
		{0, 0, 10, 2, small, long, fingerprint.Undefined},
	} {
		f, other := File{Fingerprints: c.n, Level: c.level}, File{Level: c.other}
		if got := x.counted(c.shared, c.whole, c.windows, &f, &other); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestLeftOutCounts checks that a pair is left out only if counting confirms it: it passes by
// Smaller and not by Distinctive.
func TestLeftOutCounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		counts Counts
		want   bool
	}{
		{"boilerplate", Counts{Shares: fingerprint.Shares{Shared: 60, A: 100, B: 200}, WeightA: 100, WeightB: 200, SharedA: 1, SharedB: 1}, true},
		{"too little by Smaller", Counts{Shares: fingerprint.Shares{Shared: 40, A: 100, B: 200}, WeightA: 100, WeightB: 200, SharedA: 1, SharedB: 1}, false},
		{"similar by Distinctive", Counts{Shares: fingerprint.Shares{Shared: 60, A: 100, B: 200}, WeightA: 100, WeightB: 200, SharedA: 90, SharedB: 90}, false},
	} {
		q := PairQuery{Min: .5, MinShared: 3, By: Distinctive, CountBelow: math.MaxInt, LeftOut: &atomic.Bool{}}
		q.Count = func(context.Context, File, File, Weigher) (Counts, bool, error) { return c.counts, true, nil }
		p := Pair{Shared: 6, AInB: .6, BInA: .3, Resemblance: .25, Distinctive: .1}
		if err := newLeftOut(&q).check(context.Background(), p, nil); err != nil {
			t.Fatal(err)
		}
		if got := q.LeftOut.Load(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
