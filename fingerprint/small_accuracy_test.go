package fingerprint

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"alike/testdata"
)

// smallCopies returns edited copies of a text that keep 70 % of its lines: lines replaced,
// one word in ten replaced, a header added.
func smallCopies(r *rand.Rand, text string, lines, words []string) (copies []string) {
	share, header := .1+.25*r.Float64(), ""
	changed := strings.SplitAfter(text, "\n")
	for i := range changed {
		if changed[i] != "" && r.Float64() < share {
			changed[i] = lines[r.IntN(len(lines))]
		}
	}
	edited := strings.SplitAfter(text, " ")
	for i, w := range edited {
		if strings.TrimSpace(w) != "" && !strings.Contains(w, "\n") && r.IntN(10) == 0 {
			edited[i] = words[r.IntN(len(words))] + " "
		}
	}
	for range 1 + r.IntN(6) {
		header += lines[r.IntN(len(lines))]
	}
	for _, c := range []string{strings.Join(changed, ""), strings.Join(edited, ""), header + text} {
		if c != text && keptLines(text, c) >= .7 {
			copies = append(copies, c)
		}
	}
	return copies
}

// keptLines returns the share of the lines of a text, blank ones aside, that a copy has.
func keptLines(text, edited string) float64 {
	has := map[string]int{}
	for l := range strings.Lines(edited) {
		has[l]++
	}
	all, kept := 0, 0
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) == "" {
			continue
		}
		all++
		if has[l] > 0 {
			has[l]--
			kept++
		}
	}
	return float64(kept) / float64(max(all, 1))
}

// weighedShare returns the larger of the two shares of what two texts have in common, counted
// over all windows of a size. A window weighs ln²(N/df), for N texts of which df have the
// nearest selected window.
func weighedShare(a, b string, rule Rule, window int, df map[Fingerprint]int, n int) float64 {
	weigh := func(text string) map[string]float64 {
		weights := map[string]float64{}
		var at []Selected
		for _, s := range Select(rule, []byte(text)) {
			if rule.WindowOf(s.Fingerprint) == window {
				at = append(at, s)
			}
		}
		for i, k := 0, 0; i+window <= len(text); i++ {
			for k+1 < len(at) && at[k+1].Offset-int64(i) < int64(i)-at[k].Offset {
				k++
			}
			weight := math.Log(float64(n))
			if len(at) > 0 {
				weight = math.Log(float64(n) / float64(max(df[at[k].Fingerprint], 1)))
			}
			weights[text[i:i+window]] = weight * weight
		}
		return weights
	}
	x, y := weigh(a), weigh(b)
	share := func(x, y map[string]float64) float64 {
		all, shared := 1e-9, 0.
		for w, weight := range x {
			all += weight
			if _, ok := y[w]; ok {
				shared += weight
			}
		}
		return shared / all
	}
	return max(share(x, y), share(y, x))
}

// TestSmallCopies measures how many edited copies of small files share half of their windows,
// by weight, and half of their fingerprints or a quarter, without small windows and with
// them.
func TestSmallCopies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(45, 46))
	var texts, lines, words []string
	for _, f := range sourceFiles(t, 100, 1000) {
		if text := string(f); strings.Count(text, "\n") > 2 {
			texts = append(texts, text)
		}
	}
	r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	texts = texts[:min(len(texts), testdata.Rounds(150, 1500))]
	for _, text := range texts {
		words = append(words, strings.Fields(text)...)
		for l := range strings.Lines(text) {
			if len(strings.TrimSpace(l)) > 3 {
				lines = append(lines, l)
			}
		}
	}
	copies := make([][]string, len(texts))
	for i, text := range texts {
		copies[i] = smallCopies(r, text, lines, words)
	}
	rules := []Rule{longRule, DefaultRule}
	if testdata.IsLong() {
		for _, small := range []int{8, 10, 16, 20} {
			rule := DefaultRule
			rule.Small = small
			rules = append(rules, rule)
		}
	}
	for _, rule := range rules {
		df, n := map[Fingerprint]int{}, 1000
		for i, text := range texts {
			for _, c := range append(copies[i], text) {
				n++
				set, _ := SetOf(rule, []byte(c))
				for _, fp := range set {
					df[fp]++
				}
			}
		}
		all, half, seen, found := 0, 0, 0, 0
		for i, text := range texts {
			a, levelA := SetOf(rule, []byte(text))
			for _, c := range copies[i] {
				b, levelB := SetOf(rule, []byte(c))
				s := Compare(a, levelA, b, levelB)
				counted := weighedShare(text, c, rule, rule.WindowBetween(levelA, levelB), df, n) >= .5
				all++
				half += int(b2i(counted))
				seen += int(b2i(s.Shared > 0))
				found += int(b2i(counted && max(s.AInB(), s.BInA()) >= .25))
			}
		}
		of := func(n int) float64 { return 100 * float64(n) / float64(all) }
		t.Logf("windows of %d and %d bytes: of %d copies %.1f %% share a fingerprint, %.1f %% half of the windows, %.1f %% these and a quarter of the fingerprints",
			rule.Window, rule.Small, all, of(seen), of(half), of(found))
		if rule.Small == DefaultRule.Small && (all < 200 || of(found) < 95) {
			t.Errorf("of %d copies only %.1f %% are found", all, of(found))
		}
	}
}
