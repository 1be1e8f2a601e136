package simhash

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
)

// TestQualityShort measures how often two short texts that differ in one word are
// within a distance, by number of features. MinFeatures was chosen from its table.
func TestQualityShort(t *testing.T) {
	testdata.Long(t) // reads the comments of GOROOT/src
	t.Parallel()
	h, err := NewHasher(Default(), Tables{})
	if err != nil {
		t.Fatal(err)
	}
	sum := func(d document) (Hash, int) {
		h.Reset()
		h.Add(d.text(), 1)
		return h.Sum()
	}
	const pairs = 100_000
	chinese := chineseDocuments(0, 0)
	for _, lang := range []language{englishDocuments(t, 0, 120), chinese} {
		e := editor{rand.New(rand.NewPCG(41, 42)), lang}
		var changed [9]tally
		for range pairs {
			d := document{sentences: [][]string{e.sentence()}}
			if lang.run == 1 {
				d.joint = " "
			}
			for e.IntN(2) == 0 {
				d.sentences = append(d.sentences, e.sentence())
			}
			c := d.clone()
			e.words(c, 1)
			a, n := sum(d)
			b, m := sum(c)
			if bucket := max(n, m) / 8; bucket < len(changed) {
				changed[bucket].add(Distance(a, b))
			}
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s, one word changed\nfeatures      pairs", lang.name)
		for _, d := range []int{0, 3, 5, 7, 8, 10} {
			fmt.Fprintf(&b, "%7d", d)
		}
		for i, c := range changed {
			fmt.Fprintf(&b, "\n%2d to %2d   %8d", 8*i, 8*i+7, c.all)
			for _, d := range []int{0, 3, 5, 7, 8, 10} {
				fmt.Fprintf(&b, "%7.2f", 100*c.within(d))
			}
		}
		t.Log(b.String())
		if few, enough := changed[1].within(DedupeDistance), changed[8].within(DedupeDistance); few > .2 || enough < .7 {
			t.Errorf("%s: %.2f of the texts with 8 to 15 features are near a changed one, want at most .2, and %.2f of those with 64 to 71, want at least .7", lang.name, few, enough)
		}
	}
}

// TestQualityBooks measures distances in real texts of other languages, including old
// Chinese: between windows with two words changed, with the last character of four
// words changed (a particle, in Korean), and between different windows of the same
// book.
func TestQualityBooks(t *testing.T) {
	testdata.Long(t) // computes three hundred hashes for each scheme
	t.Parallel()
	for _, book := range []struct{ name, file, joint string }{
		{"Korean (Hyun Jin-geon)", "unsu-joh-eun-nal-utf-8.txt", " "},
		{"Japanese (Akutagawa)", "rashomon-utf-8.txt", ""},
		{"Chinese (Sunzi)", "sunzi-bingfa-simplified-utf-8.txt", ""},
		{"French (Voltaire)", "candide-utf-8.txt", " "},
	} {
		text := string(moduleFile(t, "golang.org/x/text", "encoding/testdata/"+book.file))
		size := 300
		tokens := strings.Fields(text)
		if book.joint == "" {
			size, tokens = 600, strings.Split(strings.Join(tokens, ""), "")
		}
		var windows [][]string
		for i := 0; i+size <= len(tokens); i += size {
			windows = append(windows, tokens[i:i+size])
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s: %d windows of %d; mean distance for two words, four endings, other windows (minimum)", book.name, len(windows), size)
		for _, s := range comparedSchemes() {
			if s.Weights == Count || s != Default() && !testing.Verbose() {
				continue
			}
			words, endings, others, least := bookDistances(t, s, windows, book.joint)
			if s == Default() && (words > 4 || endings > 6 || others < 27 || least <= 2*DedupeDistance) {
				t.Errorf("%s: mean distances of the default scheme are %.2f for words, %.2f for endings, %.2f for other windows; minimum %d", book.name, words, endings, others, least)
			}
			fmt.Fprintf(&b, "\n%-22s %6.2f %6.2f %6.1f (%d)", s.short(), words, endings, others, least)
		}
		t.Log(b.String())
	}
}

func bookDistances(t *testing.T, s Scheme, windows [][]string, joint string) (words, endings, others float64, least int) {
	t.Helper()
	r := rand.New(rand.NewPCG(51, 52))
	var texts [][]byte
	const times = 40
	for _, w := range windows {
		texts = append(texts, []byte(strings.Join(w, joint)))
		for range times {
			c := slices.Clone(w)
			for range 2 {
				from := windows[r.IntN(len(windows))]
				i, j := r.IntN(len(w)-1), r.IntN(len(from)-1)
				c[i] = from[j]
				if joint == "" {
					c[i+1] = from[j+1]
				}
			}
			texts = append(texts, []byte(strings.Join(c, joint)))
			c = slices.Clone(w)
			for range 4 {
				i := r.IntN(len(w))
				runes := []rune(c[i])
				runes[len(runes)-1] = []rune("은는이가을를")[r.IntN(6)]
				c[i] = string(runes)
			}
			texts = append(texts, []byte(strings.Join(c, joint)))
		}
	}
	hashes := hashAll(t, s, texts)
	least = 64
	n := 0
	for w := range windows {
		at := w * (2*times + 1)
		for i := range times {
			words += float64(Distance(hashes[at], hashes[at+1+2*i]))
			endings += float64(Distance(hashes[at], hashes[at+2+2*i]))
		}
		for v := range w {
			d := Distance(hashes[at], hashes[v*(2*times+1)])
			others += float64(d)
			least = min(least, d)
			n++
		}
	}
	pairs := float64(len(windows) * times)
	return words / pairs, endings / pairs, others / float64(max(1, n)), least
}
