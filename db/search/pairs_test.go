package search

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"alike/db"
	"alike/testdata"
)

// lines returns pairs as comparable text, with shares rounded as in output.
func lines(pairs []Pair) []string {
	var out []string
	for _, p := range pairs {
		out = append(out, fmt.Sprintf("%+v %+v %d %.6f %.6f %.6f %.5f %v", p.A, p.B, p.Shared,
			p.AInB, p.BInA, p.Resemblance, p.Distinctive, p.Identical))
	}
	slices.Sort(out)
	return out
}

func allPairs(t *testing.T, ix *db.Index, q PairQuery) []Pair {
	t.Helper()
	var pairs []Pair
	if _, err := Pairs(context.Background(), ix, q, func(p Pair) error {
		pairs = append(pairs, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return pairs
}

func TestPairsEqualBruteForce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testdata.Rounds(4, 20)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			w.code = seed%3 == 2
			w.grow(20 + w.r.IntN(60))
			for range 3 {
				w.scan(120, seed%2 == 0)
			}
			o := db.Options{}
			if seed%4 == 1 {
				o.Memory = 1 // all lists in a file
			}
			ix := w.open(o)
			defer ix.Close()
			mustCheck(t, ix)
			found := 0
			for _, trees := range [][]string{nil, {"/d0", "/d1/e2"}} {
				all := w.byMeasure(func(w *world) []Pair { return w.comparedAll(trees) })
				for _, q := range queries() {
					q.Trees = trees
					if seed%4 == 3 {
						q.SizeWithin = 0.3
					}
					got, want := lines(allPairs(t, ix, q)), lines(q.keep(all[q.By], w.code))
					found += len(want)
					if !slices.Equal(got, want) {
						t.Fatalf("%+v: %d pairs, brute force finds %d\n%v\n%v",
							q, len(got), len(want), diff(got, want), diff(want, got))
					}
				}
			}
			if found < 500 {
				t.Errorf("only %d pairs in all, too few to prove anything", found)
			}
		})
	}
}

// Lists longer than longList are in order of level: contents of every level share two
// texts, one of few fingerprints.
func TestPairsOfLongLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	ix := w.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	licence, header := w.bytes(2<<10), w.bytes(200)
	levels := map[int]int{}
	for i := range 2 * longList {
		text := w.bytes(300 << w.r.IntN(11))
		if w.r.IntN(3) > 0 {
			text = append(text, header...)
		}
		if w.r.IntN(4) > 0 {
			text = append(text, licence...)
		}
		if len(w.docs) > 0 && w.r.IntN(3) == 0 {
			text = append(text, w.edited(w.docs[w.r.IntN(len(w.docs))].data)...)
		}
		d := w.addDoc(text)
		levels[w.docs[d].level]++
		w.put(iw, fmt.Sprintf("/d/f%d", i), d)
	}
	if len(levels) < 6 {
		t.Fatalf("contents by level: %v; want at least six levels", levels)
	}
	must(t, iw.Commit())
	must(t, iw.Merge(context.Background()))
	must(t, ix.Close())
	ix = w.open(db.Options{})
	defer ix.Close()
	mustCheck(t, ix)
	c, err := readCorpus(context.Background(), ix, &PairQuery{Min: 0.1, MinShared: 1, Threads: 2})
	must(t, err)
	long := 0
	for o := range c.listCount() {
		if len(c.list(uint32(o))) > longList {
			long++
		}
	}
	c.close()
	if long < 10 {
		t.Errorf("only %d long lists", long)
	}
	found := 0
	all := w.byMeasure(func(w *world) []Pair { return w.comparedAll(nil) })
	for _, q := range queries() {
		got, want := lines(allPairs(t, ix, q)), lines(q.keep(all[q.By], w.code))
		found += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %d pairs, brute force finds %d\n%v\n%v", q, len(got), len(want), diff(got, want), diff(want, got))
		}
	}
	if found < 500 {
		t.Errorf("only %d pairs in all, too few to prove anything", found)
	}
}

// queries returns queries by every measure with several thresholds.
func queries() []PairQuery {
	var qs []PairQuery
	for by := Smaller; by <= Distinctive; by++ {
		for _, min := range []float64{0.1, 0.25, 0.5, 0.8, 1} {
			for _, minShared := range []int{1, 3} {
				qs = append(qs, PairQuery{Min: min, MinShared: minShared, By: by, Threads: 2})
			}
		}
	}
	return qs
}

// diff returns the lines of a that are not in b.
func diff(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { _, ok := slices.BinarySearch(b, s); return ok })
}

// A cancelled context ends a search.
func TestCancelledPairs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	w.grow(20)
	w.scan(60, false)
	ix := w.open(db.Options{})
	defer ix.Close()
	mustCheck(t, ix)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Pairs(ctx, ix, PairQuery{}, func(Pair) error { return nil }); err != context.Canceled {
		t.Errorf("a cancelled search for pairs ends with %v", err)
	}
}
