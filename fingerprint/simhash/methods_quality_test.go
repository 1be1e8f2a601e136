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
	"alike/testdata"
)

// digest holds what the methods compare of a text.
type digest struct {
	hash         simhash.Hash
	set          terms.Set
	keys         map[float64][]uint32 // keys of bands, by Jaccard threshold
	sketches     map[float64]minhash.Sketch
	fingerprints fingerprint.Set
}

// digester computes digests.
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
	for _, w := range methods() {
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

// method is a comparison method with a threshold. same reports whether it judges two
// texts to be duplicates. candidates is the Jaccard threshold for which MinHash
// searches candidates, or 0 if all pairs are compared.
type method struct {
	name       string
	same       func(a, b *digest, l terms.Likeness) bool
	candidates float64
}

// found reports whether two texts are candidates.
func (w *method) found(a, b *digest) bool {
	if w.candidates > 0 && a.sketches[w.candidates].Agree(b.sketches[w.candidates]) < minhash.MinAgree(w.candidates) {
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

func methods() []method {
	var all []method
	for _, distance := range []int{simhash.DedupeDistance, simhash.NearDistance} {
		all = append(all, method{fmt.Sprintf("simhash, %d", distance), func(a, b *digest, _ terms.Likeness) bool {
			return simhash.Distance(a.hash, b.hash) <= distance
		}, 0})
	}
	for _, least := range []float64{.5, .6, .7, .8, .9} {
		all = append(all, method{fmt.Sprintf("jaccard, %.0f %%", 100*least), func(_, _ *digest, l terms.Likeness) bool {
			return float64(l.Jaccard()) >= least
		}, least})
	}
	for _, least := range []float64{.8, .9, .95} {
		all = append(all, method{fmt.Sprintf("cosine, %.0f %%", 100*least), func(_, _ *digest, l terms.Likeness) bool {
			return float64(l.Cosine()) >= least
		}, min(least*least, .7)}) // as in package dedupe
	}
	for _, least := range []float64{.5, .8} {
		all = append(all, method{fmt.Sprintf("fingerprints, %.0f %%", 100*least), func(a, b *digest, _ terms.Likeness) bool {
			s := fingerprint.Compare(a.fingerprints, 5, b.fingerprints, 5)
			return s.Shared >= 3 && float64(s.Resemblance()) >= least
		}, 0})
	}
	return all
}

// TestMethods measures, for each method of dedupe, how many edited pairs it judges to
// be duplicates, how many of these it finds, and how many unrelated pairs in a
// million. It logs the table in docs/quality.md.
func TestMethods(t *testing.T) {
	testdata.Long(t) // reads the comments of GOROOT/src
	t.Parallel()
	const records, articles = 1000, 300
	d := newDigester(t)
	for _, group := range []struct {
		name  string
		pairs []simhash.TextPairs
		least map[string]float64 // minimum share found
	}{
		{"records, 1 or 2 words changed", simhash.RecordPairs(t, records), map[string]float64{"jaccard, 80 %": .99, "cosine, 90 %": .99, "fingerprints, 50 %": .99}},
		{"articles, 2 to 20 % edited", simhash.ArticlePairs(t, articles, .02, .2), map[string]float64{"cosine, 90 %": .95, "jaccard, 60 %": .99}},
		{"articles, 20 to 50 % edited", simhash.ArticlePairs(t, articles, .2, .5), map[string]float64{"jaccard, 60 %": .9}},
	} {
		for _, p := range group.pairs {
			counts := countMethods(t, d.all(t, p.Originals), d.all(t, p.Edited), p.Runs)
			var b strings.Builder
			for i, w := range methods() {
				c := counts[i]
				fmt.Fprintf(&b, "\n%-20s %5.1f %% same, %5.1f %% of them found; of a million others %.3g, %.3g found", w.name,
					100*c.same/float64(len(p.Originals)), 100*c.found/max(1, c.same), 1e6*c.sameOthers/c.pairs, 1e6*c.others/c.pairs)
				if least := group.least[w.name]; c.found < least*float64(len(p.Originals)) {
					t.Errorf("%s, %s: %s finds only %v of %d", group.name, p.Language, w.name, c.found, len(p.Originals))
				}
				if (w.name == "jaccard, 60 %" || w.name == "jaccard, 80 %" || w.name == "cosine, 90 %") && 1e6*c.others/c.pairs > 10 {
					t.Errorf("%s, %s: %s finds %v of %v unrelated pairs", group.name, p.Language, w.name, c.others, c.pairs)
				}
			}
			t.Logf("%s, %s%s", group.name, p.Language, b.String())
		}
	}
}

// methodCounts counts edited pairs judged to be duplicates and found, and the same
// for unrelated pairs.
type methodCounts struct{ same, found, pairs, sameOthers, others float64 }

// countMethods compares all edited pairs and all unrelated pairs.
func countMethods(t *testing.T, originals, edited []digest, runs [][]uint64) []methodCounts {
	t.Helper()
	all := methods()
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
			overlapping := 0 // not known yet
			for k, w := range all {
				counts[k].pairs++
				if !w.same(a, b, l) {
					continue
				}
				if overlapping == 0 {
					overlapping = 1
					if simhash.Overlap(runs[i], runs[j]) {
						overlapping = 2
					}
				}
				if overlapping == 1 {
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
