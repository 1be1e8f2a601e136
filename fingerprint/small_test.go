package fingerprint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// longRule is the default rule without small windows.
var longRule = DefaultRule.WithoutSmall()

// smallBrute is the definition of what is selected of a small file: the windows of the
// rule, and short ones with their values cut.
func smallBrute(r Rule, data []byte) []Selected {
	level := r.Level(int64(len(data)))
	out := selectBrute(data, r.Window, max(level, finestAuto), r.reach())
	if !r.IsSmall(level) {
		return out
	}
	for _, s := range selectBrute(data, r.Small, smallZeros, r.Small-1) {
		window := data[s.Offset:][:r.Small]
		value := s.Fingerprint.Value() >> smallZeros
		if s.Fingerprint.Level() >= smallZeros+finestAuto {
			value |= 1 << (finestAuto - 1)
		}
		if fp := withCheck(value, window); fp.Level() >= level {
			out = append(out, Selected{s.Offset, fp})
		}
	}
	slices.SortFunc(out, func(a, b Selected) int {
		if a.Offset != b.Offset {
			return int(a.Offset - b.Offset)
		}
		return b.Fingerprint.Level() - a.Fingerprint.Level()
	})
	return out
}

// TestSmall compares with the definition, for all sizes around the limits, for streams of
// known and unknown size, however they are split.
func TestSmall(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 42))
	for _, rule := range []Rule{DefaultRule, {Window: 25, Density: Auto, Small: 8}, {Window: 200, Density: Auto, Small: 12}} {
		e := NewExtractor(rule)
		for name, data := range texts(r) {
			for _, size := range []int{0, 7, 8, 11, 12, 13, 49, 50, 100, 300, tinySize, tinySize + 1, 900, SmallSize, SmallSize + 1, 2500} {
				if size > len(data) {
					continue
				}
				data := data[:size]
				want, level := smallBrute(rule, data), rule.Level(int64(size))
				if again := repeatsBrute(data); rule == DefaultRule && len(again) > 0 {
					want, level = again, finestAuto
				}
				for _, announced := range []int{size, -1, 1, SmallSize + 1} {
					e.Reset(int64(announced))
					for rest := data; len(rest) > 0; {
						n := 1 + r.IntN(len(rest))
						_, _ = e.Write(rest[:n])
						rest = rest[n:]
					}
					e.Close()
					if e.Size() != int64(size) || e.Level() != level {
						t.Fatalf("%s: %d bytes of level %d, want %d of %d", name, e.Size(), e.Level(), size, level)
					}
					if announced > SmallSize && size <= SmallSize {
						if e.Complete() {
							t.Errorf("%s: complete with %d bytes, announced %d", name, size, announced)
						}
						continue
					}
					got := slices.DeleteFunc(e.Take(), func(s Selected) bool { return s.Fingerprint.Level() < level })
					if !e.Complete() || !slices.Equal(got, want) {
						t.Fatalf("%+v, %s, %d bytes announced as %d: %d selected, want %d", rule, name, size, announced, len(got), len(want))
					}
				}
			}
		}
	}
}

// TestSmallNest checks that two small files of the same text share their windows at their
// common level, and that a small and a large one have no small windows there.
func TestSmallNest(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	data := texts(r)["random"]
	tiny, _ := SetOf(DefaultRule, data[:tinySize])
	few, level := SetOf(DefaultRule, data[:SmallSize])
	if got := Compare(tiny, 0, few, level); got.A < 3 || got.Shared < got.A-2 {
		t.Errorf("at level %d: %+v", level, got)
	}
	_, large := SetOf(DefaultRule, data)
	for _, s := range []Set{tiny, few} {
		for _, fp := range s {
			short := fp.Level() < large
			if short != (DefaultRule.WindowOf(fp) == SmallWindow) || len(s.AtLevel(large)) == len(s) {
				t.Errorf("%x of level %d is of a window of %d bytes", fp, fp.Level(), DefaultRule.WindowOf(fp))
			}
		}
	}
	if DefaultRule.IsSmall(large) || longRule.IsSmall(0) {
		t.Error("a file without small windows counts as small")
	}
}

// TestSmallRules checks which rules have small windows, and which windows files are compared by.
func TestSmallRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule Rule
		want int
	}{
		{DefaultRule.WithoutSmall(), SmallWindow},
		{Rule{Window: 2 * SmallWindow, Density: Auto}, SmallWindow},
		{Rule{Window: 2*SmallWindow - 1, Density: Auto}, 0},
		{Rule{Window: Window, Density: 6}, 0},
		{Rule{Window: Window, Density: Auto, Anchors: "a"}, 0},
	} {
		if got := c.rule.WithSmall().Small; got != c.want {
			t.Errorf("%+v has small windows of %d bytes, want %d", c.rule, got, c.want)
		}
	}
	r := DefaultRule.WithSmall()
	for levels, want := range map[[2]int]int{
		{0, 4}: SmallWindow, {4, 0}: SmallWindow, {0, 5}: Window, {5, 0}: Window, {5, 6}: Window,
	} {
		if got := r.WindowBetween(levels[0], levels[1]); got != want {
			t.Errorf("levels %v are compared by windows of %d bytes, want %d", levels, got, want)
		}
	}
	for weight, want := range map[float64]uint32{-1: 0, 0: 0, 1e-12: 1, 1: weightSteps, 1e9: weightMask} {
		if got := quantised(weight); got != want {
			t.Errorf("a weight of %v is %d steps, want %d", weight, got, want)
		}
	}
}
