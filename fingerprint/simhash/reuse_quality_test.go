package simhash_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	"alike/testdata"
)

// TestReuse measures how well windows of several sizes, and words, tell articles that reuse
// edited passages of another from unrelated ones, by the larger of the two shares, counted.
// It logs the table in docs/quality.md. The default of the text view must be far better
// than that of the raw view, and hardly worse than shorter windows. The long form measures
// similarity-tester too, if it is installed.
func TestReuse(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the comments of GOROOT/src")
	}
	t.Parallel()
	for _, p := range simhash.ReusePairs(t, testdata.Rounds(60, 400)) {
		areas := map[string]float64{}
		for _, m := range reuseMeasures(t, &p) {
			var reused, others []float64
			for i := range p.Originals {
				for n := range testdata.Rounds(6, 50) {
					j := (i + n) % len(p.Edited)
					if i == j {
						reused = append(reused, m.share(i, j))
					} else if !simhash.Overlap(p.Runs[i], p.Runs[j]) {
						others = append(others, m.share(i, j))
					}
				}
			}
			area, f1, at := separation(reused, others)
			t.Logf("%s, %s: AUC %.3f, F1 %.3f from %.3f on", p.Language, m.name, area, f1, at)
			areas[m.name] = area
		}
		if areas["window 25"] <= areas["window 50"] || areas["window 25"] < areas["window 16"]-.01 {
			t.Errorf("%s: areas by window %v", p.Language, areas)
		}
	}
}

// reuseMeasure is the share of an original in an edited article, by number.
type reuseMeasure struct {
	name  string
	share func(original, edited int) float64
}

func reuseMeasures(t *testing.T, p *simhash.TextPairs) (all []reuseMeasure) {
	t.Helper()
	for _, window := range []int{50, 25, 20, 16} {
		all = append(all, reuseMeasure{fmt.Sprintf("window %d", window), func(i, j int) float64 {
			s := fingerprint.CompareWindows(p.Originals[i], p.Edited[j], window, nil)
			return float64(max(s.AInB(), s.BInA()))
		}})
	}
	sets := func(texts [][]byte) (all []terms.Set) {
		for _, text := range texts {
			all = append(all, terms.Of(text))
		}
		return all
	}
	originals, edited := sets(p.Originals), sets(p.Edited)
	all = append(all, reuseMeasure{"words, Jaccard", func(i, j int) float64 {
		l, err := terms.Compare(originals[i], edited[j])
		if err != nil {
			t.Error(err)
		}
		return float64(l.Jaccard())
	}})
	if _, err := exec.LookPath("sim_text"); err == nil && testdata.IsLong() && p.Language == "English" {
		for _, run := range []string{"8", "5"} { // words; 8 is the default
			all = append(all, reuseMeasure{"sim_text -r " + run, simText(t, p, run)})
		}
	}
	return all
}

// simText returns the shares that similarity-tester gives.
func simText(t *testing.T, p *simhash.TextPairs, run string) func(original, edited int) float64 {
	t.Helper()
	dir := t.TempDir()
	for i := range p.Originals {
		for name, text := range map[string][]byte{"o": p.Originals[i], "e": p.Edited[i]} {
			if err := os.WriteFile(filepath.Join(dir, name+strconv.Itoa(i)), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := exec.Command("sim_text", "-p", "-a", "-t", "1", "-r", run, ".")
	c.Args = append(c.Args[:len(c.Args)-1], names(t, dir)...)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	shares := map[[2]string]float64{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+) consists for (\d+) % of (\w+) material`).FindAllStringSubmatch(string(out), -1) {
		percent, _ := strconv.ParseFloat(m[2], 64)
		key := [2]string{max(m[1], m[3]), min(m[1], m[3])} // o before e
		shares[key] = max(shares[key], percent/100)
	}
	return func(i, j int) float64 {
		return shares[[2]string{"o" + strconv.Itoa(i), "e" + strconv.Itoa(j)}]
	}
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
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
