package simhash_test

import (
	"slices"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/testdata"
)

// TestReuse measures how well windows of several sizes tell articles that reuse edited
// passages of another from unrelated ones, by the larger of the two shares, counted. It
// logs the table in docs/quality.md. The default of the text view must be far better
// than that of the raw view, and hardly worse than shorter windows.
func TestReuse(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the comments of GOROOT/src")
	}
	t.Parallel()
	for _, p := range simhash.ReusePairs(t, testdata.Rounds(60, 400)) {
		areas := map[int]float64{}
		for _, window := range []int{50, 25, 20, 16} {
			var reused, others []float64
			for i, a := range p.Originals {
				for n := range testdata.Rounds(6, 50) {
					j := (i + n) % len(p.Edited)
					b := p.Edited[j]
					s := fingerprint.CompareWindows(a, b, window, nil)
					share := float64(max(s.AInB(), s.BInA()))
					if i == j {
						reused = append(reused, share)
					} else if !simhash.Overlap(p.Runs[i], p.Runs[j]) {
						others = append(others, share)
					}
				}
			}
			area, f1, at := separation(reused, others)
			t.Logf("%s, window %d: AUC %.3f, F1 %.3f from %.3f on", p.Language, window, area, f1, at)
			areas[window] = area
		}
		if areas[25] <= areas[50] || areas[25] < areas[16]-.01 {
			t.Errorf("%s: areas by window %v", p.Language, areas)
		}
	}
}

// separation returns the area under the ROC curve, the best F1 and its threshold. F1
// weighs the unrelated pairs as if there were as many as of the others.
func separation(same, others []float64) (area, f1, threshold float64) {
	slices.Sort(others)
	for _, s := range same {
		below, _ := slices.BinarySearch(others, s)
		above, _ := slices.BinarySearchFunc(others, s, func(o, s float64) int {
			if o <= s {
				return -1
			}
			return 1
		})
		area += (float64(below) + float64(above-below)/2) / float64(len(others)) / float64(len(same))
		found, wrong := 0., float64(len(others)-below)/float64(len(others))
		for _, o := range same {
			if o >= s {
				found++
			}
		}
		found /= float64(len(same))
		if f := 2 * found / (found + wrong + 1); f > f1 {
			f1, threshold = f, s
		}
	}
	return area, f1, threshold
}
