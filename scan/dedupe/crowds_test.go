package dedupe

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"alike/testdata"
)

// crowd is a stream of texts that share much without being duplicates.
type crowd struct {
	name    string
	method  Method
	by      string
	text    func(w *writer, i int) string
	hits    float64 // maximum per text, for 4,000 texts
	growing bool    // hits per text may grow with the crowd, up to maxWalk
}

func crowds() []crowd {
	header := strings.Join(newWriter(3).text(60), " ")
	page := func(own int) func(w *writer, i int) string {
		return func(w *writer, i int) string {
			return header + " " + strings.Join(w.text(own), " ")
		}
	}
	number := func(w *writer, i int) string { return fmt.Sprintf("what is the capital of country %d", i) }
	return []crowd{
		{"questions of one template", Jaccard, "", number, 4, false},
		// At the default threshold each meets all others several times.
		{"questions of one template, at 80 %", Cosine, "", number, 100, true},
		{"sums", Jaccard, "", func(w *writer, i int) string {
			return fmt.Sprintf("work out %d and %d and %d", w.IntN(100), w.IntN(100), w.IntN(100))
		}, 60, true},
		{"a few frequent words", Jaccard, "", func(w *writer, i int) string {
			var words []string
			for range 4 + w.IntN(6) {
				words = append(words, w.words[min(w.IntN(300), w.IntN(300))])
			}
			return strings.Join(words, " ")
		}, 40, true},
		{"a few frequent words", Cosine, "", func(w *writer, i int) string { return strings.Join(w.text(4+w.IntN(6)), " ") }, 100, true},
		{"pages under one header", Jaccard, "", page(60), 100, true},
		{"pages under one header, at 70 %", Jaccard, "", page(60), 400, true},
		{"pages under one header", Fingerprints, "union", page(100), 3, false},
		{"pages under one header", Fingerprints, "larger", page(100), 10, false},
		{"pages under one header", Fingerprints, "smaller", page(100), 300, true},
	}
}

// TestCrowds checks that boilerplate does not make the work quadratic. A text meets few
// others, and no more in a larger crowd. Texts of a few frequent elements, or just below
// the threshold, may meet a small share of the others.
//
//	go test ./scan/dedupe -run Crowds -v
func TestCrowds(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for _, c := range crowds() {
		var per [2]float64
		for size := range per {
			n := 2000 << size
			threshold := DefaultMin(c.method)
			if c.method == Jaccard || strings.HasSuffix(c.name, "80 %") {
				threshold = .8
			}
			if strings.HasSuffix(c.name, "70 %") {
				threshold = .7
			}
			s := newSetsStream(t, Matching{Method: c.method, Min: threshold, By: c.by})
			w := &writer{Rand: rand.New(rand.NewPCG(uint64(size), 1)), words: newWriter(11).words}
			for i := range n {
				s.next(c.text(w, i))
			}
			looked, longest := hitsOf(s.method)
			per[size] = float64(looked) / float64(n)
			t.Logf("%s, %s %s: of %d texts %d are kept; each met %.2f on average; the longest chain has %d", c.name, c.method, c.by, n, len(s.kept), per[size], longest)
		}
		if per[1] > c.hits || !c.growing && per[1] > 2+1.5*per[0] {
			t.Errorf("%s, %s %s: each text met %.2f and %.2f others", c.name, c.method, c.by, per[0], per[1])
		}
	}
}

// hitsOf returns the hits of a method and the length of its longest chain.
func hitsOf(m method) (looked int64, longest uint32) {
	var all []*chains
	switch m := m.(type) {
	case *termsMethod:
		all = append(all, &m.banded.chains)
		looked = m.banded.looked
		if m.small != nil {
			all = append(all, &m.small.chains)
			looked += m.small.looked
		}
	case *fingerprintsMethod:
		switch sets := m.sets.(type) {
		case *lists:
			all, looked = append(all, &sets.chains), sets.looked
		case *contained:
			all, looked = append(all, &sets.all.chains, &sets.rare.chains), sets.looked
		}
	}
	for _, c := range all {
		for _, s := range c.slots {
			longest = max(longest, s.length)
		}
	}
	return looked, longest
}
