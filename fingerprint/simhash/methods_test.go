package simhash_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/minhash"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
)

// digest is what is kept of a text for all methods.
type digest struct {
	hash         simhash.Hash
	set          terms.Set
	keys         map[float64][]uint32 // of bands, by the Jaccard that they are for
	sketches     map[float64]minhash.Sketch
	fingerprints fingerprint.Set
}

// digester makes them.
type digester struct {
	hasher  *simhash.Hasher
	counter *terms.Counter
	bands   map[float64]minhash.Bands
}

func newDigester(t *testing.T) *digester {
	t.Helper()
	h, errHasher := simhash.NewHasher(simhash.Default(), simhash.Tables{})
	c, errCounter := terms.NewCounter(terms.Scheme(), simhash.Tables{})
	if err := errors.Join(errHasher, errCounter); err != nil {
		t.Fatal(err)
	}
	d := &digester{h, c, map[float64]minhash.Bands{}}
	for _, w := range ways() {
		if w.candidates > 0 {
			b, err := minhash.BandsFor(w.candidates)
			if err != nil {
				t.Fatal(err)
			}
			d.bands[w.candidates] = b
		}
	}
	return d
}

func (d *digester) all(t *testing.T, texts [][]byte) []digest {
	t.Helper()
	out := make([]digest, len(texts))
	for i, text := range texts {
		x := &out[i]
		d.hasher.Reset()
		d.hasher.Add(text, 1)
		x.hash, _ = d.hasher.Sum()
		d.counter.Reset()
		d.counter.Add(text)
		x.set = d.counter.Append(nil)
		hashes, err := x.set.Hashes(nil)
		if err != nil {
			t.Fatal(err)
		}
		x.keys, x.sketches = map[float64][]uint32{}, map[float64]minhash.Sketch{}
		for jaccard, b := range d.bands {
			s := minhash.NewSigner(b.Components()).Sign(hashes)
			x.keys[jaccard], x.sketches[jaccard] = b.Keys(nil, s), minhash.SketchOf(s)
		}
		x.fingerprints, _ = fingerprint.SetOf(fingerprint.Rule{Window: fingerprint.Window, Density: 5}, text)
	}
	return out
}

// way is a method with a threshold: whether it takes two texts for the same, and
// for which Jaccard MinHash looks for candidates, 0 where all are found.
type way struct {
	name       string
	same       func(a, b *digest, l terms.Likeness) bool
	candidates float64
}

// found reports whether two texts are candidates.
func (w *way) found(a, b *digest) bool {
	if w.candidates > 0 && a.sketches[w.candidates].Agree(b.sketches[w.candidates]) < minhash.LeastAgree(w.candidates) {
		return false
	}
	x, y := a.keys[w.candidates], b.keys[w.candidates]
	for i := range x {
		if x[i] == y[i] {
			return true
		}
	}
	return w.candidates == 0
}

func ways() []way {
	var all []way
	for _, distance := range []int{simhash.DedupeDistance, simhash.EditedDistance} {
		all = append(all, way{fmt.Sprintf("simhash, %d", distance), func(a, b *digest, _ terms.Likeness) bool {
			return simhash.Distance(a.hash, b.hash) <= distance
		}, 0})
	}
	for _, least := range []float64{.7, .8, .9} {
		all = append(all, way{fmt.Sprintf("jaccard, %.0f %%", 100*least), func(_, _ *digest, l terms.Likeness) bool {
			return float64(l.Jaccard()) >= least
		}, least})
	}
	for _, least := range []float64{.8, .9, .95} {
		all = append(all, way{fmt.Sprintf("cosine, %.0f %%", 100*least), func(_, _ *digest, l terms.Likeness) bool {
			return float64(l.Cosine()) >= least
		}, min(least*least, .7)}) // as package dedupe has it
	}
	for _, least := range []float64{.5, .8} {
		all = append(all, way{fmt.Sprintf("fingerprints, %.0f %%", 100*least), func(a, b *digest, _ terms.Likeness) bool {
			s := fingerprint.Compare(a.fingerprints, 5, b.fingerprints, 5)
			return s.Shared >= 3 && float64(s.Resemblance()) >= least
		}, 0})
	}
	return all
}

// TestMethods prints which share of edited pairs each method of dedupe takes for the
// same and finds, and how many unrelated pairs in a million.
//
//	go test ./fingerprint/simhash -run Methods -v
func TestMethods(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads all comments of Go's sources")
	}
	t.Parallel()
	d := newDigester(t)
	for _, kind := range []struct {
		name  string
		pairs []simhash.TextPairs
		least map[string]float64 // share that is found
	}{
		{"records, 1 or 2 words changed", simhash.RecordPairs(t, 1000), map[string]float64{"jaccard, 80 %": .99, "cosine, 90 %": .99, "fingerprints, 50 %": .99}},
		{"articles, 2 to 20 % edited", simhash.ArticlePairs(t, 300), map[string]float64{"cosine, 90 %": .95}},
	} {
		for _, p := range kind.pairs {
			counts := countMethods(t, d.all(t, p.Originals), d.all(t, p.Edited), p.Runs)
			var b strings.Builder
			for i, w := range ways() {
				c := counts[i]
				fmt.Fprintf(&b, "\n%-20s %5.1f %% the same, %5.1f %% of them found; of a million others %.3g, %.3g found", w.name,
					100*c.same/float64(len(p.Originals)), 100*c.found/max(1, c.same), 1e6*c.sameOthers/c.pairs, 1e6*c.others/c.pairs)
				if least := kind.least[w.name]; c.found < least*float64(len(p.Originals)) {
					t.Errorf("%s, %s: %s finds %v of %d", kind.name, p.Language, w.name, c.found, len(p.Originals))
				}
				if (w.name == "jaccard, 80 %" || w.name == "cosine, 90 %") && 1e6*c.others/c.pairs > 10 {
					t.Errorf("%s, %s: %s takes %v unrelated pairs of %v for the same", kind.name, p.Language, w.name, c.others, c.pairs)
				}
			}
			t.Logf("%s, %s%s", kind.name, p.Language, b.String())
		}
	}
}

// methodCounts are edited pairs that are the same and that are found so, and of the
// unrelated pairs likewise.
type methodCounts struct{ same, found, pairs, sameOthers, others float64 }

// countMethods counts edited pairs and unrelated ones.
func countMethods(t *testing.T, originals, edited []digest, runs [][]uint64) []methodCounts {
	t.Helper()
	all := ways()
	counts := make([]methodCounts, len(all))
	compare := func(a, b *digest) terms.Likeness {
		l, err := terms.Compare(a.set, b.set)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for i := range originals {
		a, b := &originals[i], &edited[i]
		l := compare(a, b)
		for k, w := range all {
			if w.same(a, b, l) {
				counts[k].same++
				if w.found(a, b) {
					counts[k].found++
				}
			}
		}
		for j := range i {
			b := &originals[j]
			l := compare(a, b)
			truly := 0 // not known yet
			for k, w := range all {
				counts[k].pairs++
				if !w.same(a, b, l) {
					continue
				}
				if truly == 0 {
					truly = 1
					if simhash.AlikeTruly(runs[i], runs[j]) {
						truly = 2
					}
				}
				if truly == 1 {
					counts[k].sameOthers++
					if w.found(a, b) {
						counts[k].others++
					}
				}
			}
		}
	}
	return counts
}
