package fingerprint

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func TestLevelRule(t *testing.T) {
	const k, m, g = 1 << 10, 1 << 20, 1 << 30
	for _, c := range []struct {
		size  int64
		level int
	}{
		{0, 0}, {1, 0}, {256, 0}, {257, 0}, {512, 0}, {513, 4}, {1024, 4}, {1025, 5}, {2 * k, 5}, {2*k + 1, 5}, {64 * k, 5}, {64*k + 1, 6}, {128 * k, 6}, {128*k + 1, 7}, {256 * k, 7}, {256*k + 1, 8},
		{m, 8}, {4 * g, 8}, {4*g + 1, 9}, {8 * g, 9}, {8*g + 1, 10}, {1 << 40, 16}, {1<<63 - 1, MaxLevel},
	} {
		if got := DefaultRule.Level(c.size); got != c.level {
			t.Errorf("Level(%d) = %d, want %d", c.size, got, c.level)
		}
		if got := DefaultRule.WithoutSmall().Level(c.size); got != max(c.level, finestAuto) {
			t.Errorf("Level(%d) = %d without small windows", c.size, got)
		}
		overlapping := max(c.level, finestAuto)
		if c.size <= 2*k {
			overlapping = max(1, int(math.Ceil(math.Log2(float64(max(c.size, 1))/128))))
		}
		if got := (Rule{Window: 12, Density: AutoOverlap}).Level(c.size); got != overlapping {
			t.Errorf("Level(%d) = %d if windows overlap, want %d", c.size, got, overlapping)
		}
		if got := (Rule{Window: 50, Density: 10}).Level(c.size); got != 10 {
			t.Errorf("Level(%d) with density 10 = %d", c.size, got)
		}
	}
}

// TestFinestLevel checks that the level below the finest selects at most 1 % more windows,
// and that the finest selects more than the level above.
func TestFinestLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	data := make([]byte, 1<<20)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for window, want := range map[int]int{4: 1, 8: 1, 12: 2, 25: 3, 50: 4, 100: 5} {
		if got := FinestLevel(window); got != want {
			t.Errorf("FinestLevel(%d) = %d, want %d", window, got, want)
		}
		selected := func(level int) float64 { return float64(len(Select(Rule{Window: window, Density: level}, data))) }
		if finer := selected(want-1) / selected(want); finer > 1.01 {
			t.Errorf("windows of %d bytes: level %d selects %.3f times as many as level %d", window, want-1, finer, want)
		}
		if finest := selected(want) / selected(want+1); finest < 1.01 {
			t.Errorf("windows of %d bytes: level %d selects only %.3f times as many as level %d", window, want, finest, want+1)
		}
	}
}

func TestRuleValidate(t *testing.T) {
	for _, r := range []Rule{{Window: 3, Density: Auto}, {Window: 1025, Density: Auto}, {Window: 50, Density: -4}, {Window: 50, Density: 25},
		{Window: 50, Density: 5, Anchors: "a"}, {Window: 50, Density: Auto, Anchors: "a"}, {Window: 50, Density: 0, Anchors: "b\na"}, {Window: 50, Density: 0, Anchors: "a\na"}, {Window: 50, Density: 0, Anchors: "ba\na"},
		{Window: 50, Density: Auto, Small: 26}, {Window: 50, Density: Auto, Small: 3}, {Window: 50, Density: 5, Small: 12}, {Window: 50, Density: 0, Anchors: `\q`}} {
		if r.Validate() == nil {
			t.Errorf("%v is valid", r)
		}
	}
	for _, r := range []Rule{DefaultRule, {Window: 4, Density: 0}, {Window: 12, Density: AutoWindow}, {Window: 1024, Density: 24}, {Window: 50, Density: 0, Anchors: "a\nb"}} {
		if err := r.Validate(); err != nil {
			t.Errorf("%v: %v", r, err)
		}
	}
}

func TestCompareEqualsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	random := func(n, level int) Set {
		fps := make([]Fingerprint, n)
		for i := range fps {
			fps[i] = Fingerprint(r.Uint64N(200)) << r.UintN(38)
		}
		return NewSet(fps, level)
	}
	shared := 0
	for range 500 {
		la, lb := 3+r.IntN(5), 3+r.IntN(5)
		a, b := random(r.IntN(60), la), random(r.IntN(60), lb)
		want := Shares{}
		keep := func(f Fingerprint) bool { return f.Level() >= max(la, lb) }
		for _, x := range a {
			if keep(x) {
				want.A++
				if slices.Contains(b, x) {
					want.Shared++
				}
			}
		}
		for _, y := range b {
			if keep(y) {
				want.B++
			}
		}
		if got := Compare(a, la, b, lb); got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
		shared += want.Shared
	}
	if shared == 0 {
		t.Error("no two sets share anything")
	}
}

func TestShares(t *testing.T) {
	s := Shares{Shared: 2, A: 4, B: 3}
	for _, c := range []struct {
		share Share
		json  string
	}{
		{s.AInB(), "0.5"}, {s.BInA(), "0.666667"}, {s.Resemblance(), "0.4"},
		{Shares{}.AInB(), "null"}, {Shares{B: 3}.AInB(), "null"}, {Shares{B: 3}.BInA(), "0"}, {Shares{}.Resemblance(), "null"},
		{Shares{Shared: 3, A: 3, B: 3}.Resemblance(), "1"},
		{Ratio(1, 3_000_000), "0"},
	} {
		got, err := json.Marshal(c.share)
		if err != nil || string(got) != c.json {
			t.Errorf("%v is encoded as %s (error %v), want %s", float64(c.share), got, err, c.json)
		}
	}
}

func TestShareCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 10_000 {
		a := Share(r.IntN(1000)) / 999
		for _, b := range []Share{a, Undefined, 0, 1, Share(r.Float64()), a + Share(r.NormFloat64()*1e-6)} {
			if got, want := a.Compare(b), cmp.Compare(a.Rounded(), b.Rounded()); got != want || b.Compare(a) != -want {
				t.Fatalf("%v and %v compare as %d and %d, want %d", float64(a), float64(b), got, b.Compare(a), want)
			}
		}
	}
}

// TestShareJSON compares all shares of six digits with strconv.
func TestShareJSON(t *testing.T) {
	for n := range 1_000_001 {
		s := Share(float64(n) / 1e6)
		want := strconv.FormatFloat(float64(s.Rounded()), 'f', -1, 64)
		if got := string(s.AppendJSON(nil)); got != want {
			t.Fatalf("%v is %s, want %s", float64(s), got, want)
		}
	}
	for s, want := range map[Share]string{Undefined: "null", 1.5: "1.5", 1e10: "10000000000", 0.99999999: "1", 1e-9: "0"} {
		if got := string(s.AppendJSON(nil)); got != want {
			t.Errorf("%v is %s, want %s", float64(s), got, want)
		}
	}
}
