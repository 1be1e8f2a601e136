package simhash

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
)

// goldenFile holds the hashes of samples for schemes with every hash function, unit
// and weight. Stored indexes depend on them, so they must never change.
const goldenFile = "golden/simhash.txt"

var writeGolden = flag.Bool("write-golden", false, "rewrite testdata/"+goldenFile+" for a new version of the scheme")

func TestGolden(t *testing.T) {
	var b strings.Builder
	names := make([]string, 0, len(samples))
	for n := range samples {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, u := range []Unit{Mixed, Words, Chars} {
		for _, f := range []Function{XXH64, FNV1a} {
			for _, w := range []Weights{Damped, Count, TFIDF} {
				for _, bits := range []int{64, 32} {
					s := Default()
					s.Unit, s.Hash, s.Bits = u, f, bits
					tables := Tables{}
					if w == TFIDF {
						tables.IDF = sampleIDF(t, s, names)
					}
					s.Weights, s.IDF = w, tables.IDF.Sum()
					h, err := NewHasher(s, tables)
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintln(&b, s)
					for _, n := range names {
						h.Reset()
						h.Add([]byte(samples[n]), 2)
						h.Add([]byte(samples[n][:len(samples[n])/2]), 0.5)
						sum, features := h.Sum()
						fmt.Fprintf(&b, "%-9s %v %d\n", n, sum, features)
					}
				}
			}
		}
	}
	if *writeGolden {
		if err := os.WriteFile("../../testdata/"+goldenFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, want := strings.Split(b.String(), "\n"), strings.Split(string(testdata.Read(goldenFile)), "\n")
	if len(got) != len(want) || len(want) < 300 {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i+1, got[i], want[i])
		}
	}
}

// TestFeatureHashes compares hashes of single features with published values: for
// FNV-1a from its authors' test suite, for XXH64 from its own.
func TestFeatureHashes(t *testing.T) {
	t.Parallel()
	s := Default()
	s.Words = 1
	for f, words := range map[Function]map[string]uint64{
		FNV1a: {"a": 0xaf63dc4c8601ec8c, "foobar": 0x85944171f73967e8},
		XXH64: {"a": 0xd24ec4f1a98c6e5b, "abc": 0x44bc2cf5ad770999},
	} {
		s.Hash = f
		h, err := NewHasher(s, Tables{})
		if err != nil {
			t.Fatal(err)
		}
		for word, want := range words {
			h.Reset()
			h.Add([]byte(strings.ToUpper(word)), 1)
			sum, n := h.Sum()
			if uint64(sum) != want || n != 1 {
				t.Errorf("hash of the only feature of %q is %x with function %v, want %x", word, uint64(sum), f, want)
			}
		}
	}
}

// sampleIDF builds a table from the samples and their second halves.
func sampleIDF(t *testing.T, s Scheme, names []string) *IDF {
	t.Helper()
	h, err := NewHasher(s, Tables{})
	if err != nil {
		t.Fatal(err)
	}
	b := NewIDFBuilder(s, 1<<12)
	for _, n := range names {
		for _, text := range []string{samples[n], samples[n][len(samples[n])/2:]} {
			h.Reset()
			h.Add([]byte(text), 1)
			if err := b.Add(h); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.Table()
}
