package exact

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/db/search"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/testdata"
)

// steps are the steps that weights are rounded to: of their square root, for each unit.
const steps = 2047

// weightOf is the weight of fingerprints in tests, a square of steps up to 1.
func weightOf(fp fingerprint.Fingerprint) float64 {
	root := float64(1+fp*0x9e3779b97f4a7c15>>50%steps) / steps
	return root * root
}

// naiveWeights returns the weight of each distinct window of a size in a file that the base
// does not have: of the nearest of its fingerprints of such windows, and the least of repeated windows.
func naiveWeights(data []byte, rule fingerprint.Rule, base map[string]bool, window int) map[string]float64 {
	selected := slices.DeleteFunc(fingerprint.Select(rule, data), func(s fingerprint.Selected) bool {
		return rule.WindowOf(s.Fingerprint) != window
	})
	weights := map[string]float64{}
	for i := 0; i+window <= len(data); i++ {
		weight, distance := weightOf(absent), int64(math.MaxInt64)
		next, _ := slices.BinarySearchFunc(selected, int64(i), func(s fingerprint.Selected, i int64) int { return cmp.Compare(s.Offset, i) })
		for _, s := range selected[max(next-1, 0):min(next+1, len(selected))] {
			if d := max(s.Offset-int64(i), int64(i)-s.Offset); d < distance {
				weight, distance = weightOf(s.Fingerprint), d
			}
		}
		w := string(data[i : i+window])
		if old, ok := weights[w]; !base[w] && (!ok || weight < old) {
			weights[w] = weight
		}
	}
	return weights
}

// naiveCounts compares two files by their weights.
func naiveCounts(a, b map[string]float64) (c search.Counts) {
	c.A, c.B = len(a), len(b)
	for w, weight := range a {
		c.WeightA += weight
		if other, ok := b[w]; ok {
			c.Shared++
			c.SharedA += weight
			c.SharedB += other
		}
	}
	for _, weight := range b {
		c.WeightB += weight
	}
	return c
}

// checkCounts compares counts whose weights were added up in another order.
func checkCounts(t *testing.T, what string, got, want search.Counts) {
	t.Helper()
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(x, y) }
	if got.Shares != want.Shares || !near(got.WeightA, want.WeightA) || !near(got.WeightB, want.WeightB) ||
		!near(got.SharedA, want.SharedA) || !near(got.SharedB, want.SharedB) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

// TestWeights compares with brute force on random files, under each view, with windows of 4
// to 200, with and without a base, as wholes and in parts.
func TestWeights(t *testing.T) {
	testdata.Sequential(t)
	r := rand.New(rand.NewPCG(41, 42))
	shared, large, pairs := 0, 0, 0
	for _, kind := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
		for range testdata.Rounds(2, 20) {
			window := []int{8, 12, 25, 50, 200}[r.IntN(5)]
			rule := fingerprint.Rule{Window: window, Density: fingerprint.Auto}.WithSmall()
			files := randomFiles(r)
			w := newWorldOf(t, kind, rule, files)
			var base *fingerprint.WindowSet
			known := map[string]bool{}
			if r.IntN(2) == 0 {
				given := seenAs(kind, "f0.go", files["f0.go"])
				base = fingerprint.NewWindowSet(window)
				_, _ = base.Write(given)
				for i := 0; i+window <= len(given); i++ {
					known[string(given[i:i+window])] = true
				}
			}
			weights, small := map[string]map[string]float64{}, map[string]map[string]float64{}
			for name, content := range files {
				data := seenAs(kind, name, content)
				weights[name] = naiveWeights(data, rule, known, window)
				if base == nil && rule.IsSmall(rule.Level(int64(len(data)))) {
					small[name] = naiveWeights(data, rule, nil, rule.Small)
				}
			}
			const spilling = 1
			for _, memory := range []int64{0, 16 << 20, spilling} {
				s := w.scorer(memory)
				s.Base = base
				if memory == spilling {
					s.spill.places, s.spill.left = []spill.Place{spill.In(t.TempDir())}, 1<<30
				}
				for _, content := range files {
					if !s.memory.fits(int64(len(content) - window + 1)) {
						large++
					}
				}
				eachPair(files, func(a, b string) {
					got, ok, err := s.Score(t.Context(), w.file(a), w.file(b), weightOf)
					if !ok || err != nil {
						t.Fatalf("%s and %s: %v, %v", a, b, ok, err)
					}
					want := naiveCounts(weights[a], weights[b])
					if small[a] != nil && small[b] != nil {
						want = naiveCounts(small[a], small[b])
						pairs++
					}
					checkCounts(t, fmt.Sprintf("%s, window %d, memory %d, %s and %s", kind, window, memory, a, b), got, want)
					shared += min(want.Shared, 1)
				})
			}
		}
	}
	if shared < 100 || large == 0 || pairs < 20 {
		t.Errorf("only %d pairs share windows, %d are small, %d files are counted in parts", shared, pairs, large)
	}
}

// randomFiles returns a few files with common parts. The last ones are so large that little
// memory does not hold their sets.
func randomFiles(r *rand.Rand) map[string]string {
	files := map[string]string{"empty.go": "", "short.c": "int x;"}
	var all strings.Builder
	for i := range 4 {
		var b strings.Builder
		for range 1 + r.IntN(90) {
			fmt.Fprintf(&b, "%s = %s%d(%d); // %d\n", pick(r), pick(r), r.IntN(30), r.IntN(1000), r.IntN(9))
			if text := all.String(); r.IntN(20) == 0 && text != "" {
				from := r.IntN(len(text))
				b.WriteString(text[from:min(from+r.IntN(900), len(text))])
			}
		}
		all.WriteString(b.String())
		files[fmt.Sprintf("f%d.go", i)] = b.String()
	}
	text := all.String()
	files["few.go"], files["some.go"], files["most.go"] = text[:min(300, len(text))], text[len(text)/9:][:min(900, len(text)/2)], text[len(text)/8:][:min(1000, len(text)/2)]
	large := text
	for i := 0; len(large) < leastPart+2000; i++ {
		large += strings.ReplaceAll(text, "e", string(rune('A'+i)))
	}
	files["large.txt"], files["other.txt"] = large, large[len(large)/2:]+text
	return files
}

func pick(r *rand.Rand) string {
	return []string{"alpha", "beta", "x", "return", "if", "for", "y[x]"}[r.IntN(7)]
}
