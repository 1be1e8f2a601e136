package scan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/terms"
	"alike/testdata"
)

// randomWords returns texts of a few templates with words changed, added and dropped, and
// some short ones, so that there are pairs of every share.
func randomWords(r *rand.Rand, n int) []string {
	word := func() string { return fmt.Sprint("w", int(r.ExpFloat64()*60)) }
	var templates [][]string
	for range 1 + n/8 {
		var t []string
		for range 1 + r.IntN(60) {
			t = append(t, word())
		}
		templates = append(templates, t)
	}
	var all []string
	for range n {
		text := slices.Clone(templates[r.IntN(len(templates))])
		for range r.IntN(len(text) + 2) {
			switch at := r.IntN(len(text)); r.IntN(3) {
			case 0:
				text[at] = word()
			case 1:
				text = append(text, word())
			case 2:
				if len(text) > 1 {
					text = slices.Delete(text, at, at+1)
				}
			}
		}
		all = append(all, strings.Join(text, " "))
	}
	return all
}

// TestWords checks that pairs and neighbours by words are those of brute force, with the
// same shares.
func TestWords(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 42))
	for range testdata.Rounds(40, 2000) {
		w, err := newWords()
		if err != nil {
			t.Fatal(err)
		}
		texts := randomWords(r, 1+r.IntN(60))
		sets := make([]terms.Set, len(texts))
		for i, text := range texts {
			sets[i] = terms.Of([]byte(text))
			hashes, _ := sets[i].Hashes(nil)
			if err := w.add(uint32(i), xxhash.Sum64String(fmt.Sprint(hashes)), sets[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.out.Flush(); err != nil {
			t.Fatal(err)
		}
		least := fingerprint.Share(1+r.IntN(100)) / 100
		checkWordPairs(t, w, sets, least)
		checkLike(t, w, sets, least)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func jaccardOf(t *testing.T, a, b terms.Set) fingerprint.Share {
	t.Helper()
	l, err := terms.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return l.Jaccard()
}

func checkWordPairs(t *testing.T, w *Words, sets []terms.Set, least fingerprint.Share) {
	t.Helper()
	runs := hamming.NewRuns(slices.Clone(w.Hashes), slices.Clone(w.Contents), 1)
	want, got := map[[2]uint32]fingerprint.Share{}, map[[2]uint32]fingerprint.Share{}
	for a := range uint32(len(runs.Hashes)) {
		for b := range a {
			if s := jaccardOf(t, sets[runs.Run(int(a))[0]], sets[runs.Run(int(b))[0]]); s >= least {
				want[[2]uint32{b, a}] = s
			}
		}
	}
	err := w.Pairs(context.Background(), runs, least, func(int, int) {}, func(a, b uint32, share fingerprint.Share) error {
		if _, twice := got[[2]uint32{a, b}]; twice {
			t.Errorf("%d and %d come twice", a, b)
		}
		got[[2]uint32{a, b}] = share
		return nil
	})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("pairs with a share of %v: %v, %v, want %v", least, got, err, want)
	}
}

func checkLike(t *testing.T, w *Words, sets []terms.Set, least fingerprint.Share) {
	t.Helper()
	var asked [][]uint64
	for _, s := range sets[:min(5, len(sets))] {
		hashes, _ := s.Hashes(nil)
		asked = append(asked, hashes)
	}
	want, got := map[string]fingerprint.Share{}, map[string]fingerprint.Share{}
	for i := range asked {
		for k, s := range sets {
			if share := jaccardOf(t, sets[i], s); share >= least {
				want[fmt.Sprint(i, k)] = share
			}
		}
	}
	err := w.Like(context.Background(), asked, least, func(set int, content uint32, share fingerprint.Share) error {
		got[fmt.Sprint(set, content)] = share
		return nil
	})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("documents with a share of %v: %v, %v, want %v", least, got, err, want)
	}
}
