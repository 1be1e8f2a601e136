package search

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/fingerprint"
	"alike/testdata"
)

// someBase makes a base of pieces of documents, a whole document and bytes that are in no
// document. If possible several files have the whole document.
func (w *world) someBase() *Base {
	c := fingerprint.NewCandidates(db.DefaultParams.Rule)
	take := func(data []byte) {
		c.Reset()
		_, _ = c.Write(data)
	}
	for range 5 {
		data := w.docs[w.r.IntN(len(w.docs))].data
		from := w.r.IntN(len(data) + 1)
		take(data[from : from+w.r.IntN(len(data)-from+1)])
	}
	take(w.bytes(3000))
	byDoc := w.byDoc()
	docs := slices.Sorted(maps.Keys(byDoc))
	whole := slices.MaxFunc(docs, func(d, e int) int { return len(byDoc[d]) - len(byDoc[e]) })
	take(w.docs[whole].data)
	base := &Base{Fingerprints: c.Set(), Contents: map[db.ContentKey]bool{{Checksum: w.docs[whole].sum}: true}}
	for _, d := range docs { // a document without fingerprints
		if len(w.docs[d].set) == 0 {
			base.Contents[db.ContentKey{Checksum: w.docs[d].sum}] = true
			break
		}
	}
	return base
}

// covered reports whether the base has all of a document.
func (w *world) covered(d int) bool {
	doc := w.docs[d]
	return w.base.Contents[db.ContentKey{Checksum: doc.sum}] || len(doc.set) > 0 && len(w.setOf(d)) == 0
}

// worldWithBase returns an index, and a base made of its documents.
func worldWithBase(t *testing.T, seed uint64) (*world, *db.Index) {
	t.Helper()
	w := newWorld(t, seed)
	w.code = seed%2 == 1
	w.grow(30 + w.r.IntN(40))
	for range 3 {
		w.scan(120, seed%2 == 0)
	}
	w = w.by(Smaller) // small windows do not count beside a base
	w.base = w.someBase()
	ix := w.open(db.Options{})
	t.Cleanup(func() { ix.Close() })
	mustCheck(t, ix)
	return w, ix
}

// With a base, pairs and statistics are as if no file had anything of the base: by every
// measure, in the whole index, in trees and between them.
func TestPairsWithoutBaseEqualBruteForce(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(2, 4)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w, ix := worldWithBase(t, 80+seed)
			found, identical := 0, 0
			for _, sides := range [][2][]string{
				{}, {{"/d0", "/d1/e2"}}, {{"/d0"}, {"/d1", "/d2"}}, {{"/d0", "/d1"}, {"/d1/e1", "/d2"}},
			} {
				all := []Pair(nil)
				if sides[1] == nil {
					all = w.comparedAll(sides[0])
				} else {
					all = w.comparedBetween(sides[0], sides[1])
				}
				for _, q := range queries() {
					q.Trees, q.Against, q.Base = sides[0], sides[1], w.base
					got, want := allPairs(t, ix, q), q.keep(all, w.code)
					for _, p := range want {
						found++
						if p.Identical {
							identical++
						}
					}
					if got, want := lines(got), lines(want); !slices.Equal(got, want) {
						t.Fatalf("%+v: %d pairs, brute force finds %d\n%v\n%v",
							q, len(got), len(want), diff(got, want), diff(want, got))
					}
				}
			}
			if found-identical < 200 || identical < 10 {
				t.Errorf("only %d pairs, %d of them identical, too few to prove anything", found, identical)
			}
			w.checkBaseStats(t, ix)
		})
	}
}

// checkBaseStats compares the statistics of searches with brute force.
func (w *world) checkBaseStats(t *testing.T, ix *db.Index) {
	t.Helper()
	var want PairStats
	for d := range w.byDoc() {
		n, left := len(w.docs[d].set), len(w.setOf(d))
		want.Contents++
		want.BaseFingerprints += int64(n - left)
		switch {
		case w.covered(d):
			want.BaseContents++
		case left < 3:
			want.TooFew++
		}
	}
	if want.BaseContents < 2 || want.BaseFingerprints < 50 {
		t.Errorf("the base has %d fingerprints and %d contents, too few to prove anything", want.BaseFingerprints, want.BaseContents)
	}
	q := PairQuery{Min: 2, MinShared: 3, Base: w.base}
	pairs, err := Pairs(context.Background(), ix, q, func(Pair) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	groups, err := Groups(context.Background(), ix, q, func(Group) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []PairStats{pairs, groups} {
		got.Pairs, got.Compared = 0, 0
		if got != want {
			t.Errorf("counted %+v, want %+v", got, want)
		}
	}
}

// Queries for indexed files find the same as Pairs, even if the base has more of one file
// than of the other.
func TestQueryWithoutBase(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	w, ix := worldWithBase(t, 75)
	c := fingerprint.NewCandidates(db.DefaultParams.Rule)
	for d := 0; d < len(w.docs); d += 3 {
		data := w.docs[d].data
		c.Reset()
		_, _ = c.Write(data[len(data)/3:])
	}
	w.base.Fingerprints = fingerprint.NewSet(append(w.base.Fingerprints, c.Set()...), 0)
	w.compareQueries(t, ix)
}

// Groups are stars of the same pairs. A content entirely in the base is in no group.
func TestGroupsWithoutBaseAreStars(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(2) {
		w, ix := worldWithBase(t, 80+seed)
		for _, trees := range [][]string{nil, {"/d0", "/d1/e2"}} {
			all := live(w.comparedAll(trees))
			files := map[string]bool{}
			compared, _ := w.sides(trees)
			for _, s := range compared {
				if !w.covered(s.doc) {
					files[s.file.Path] = true
				}
			}
			for _, q := range queries() {
				q.Trees, q.Base = trees, w.base
				checkStars(t, q, allGroups(t, ix, q), q.keep(all, w.code), files)
			}
		}
	}
}

// A search for new pairs leaves out the base too. Without a base it would look up the few new
// contents one by one.
func TestNewPairsWithoutBase(t *testing.T) {
	t.Parallel()
	w, _ := worldWithBase(t, 90)
	ix := w.open(db.Options{Write: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	covered, similar := -1, -1 // a document in the base, and one that is half in it
	for d := range w.byDoc() {
		set := w.setOf(d)
		if w.covered(d) && len(w.docs[d].data) > 0 {
			covered = d
		} else if similar < 0 || len(set) > 30 {
			similar = d
		}
	}
	must(t, iw.BeginScan(time.Unix(1000, 0)))
	w.put(iw, "/late/a", w.addDoc(w.edited(w.docs[similar].data)))
	w.put(iw, "/late/b", covered)
	must(t, iw.EndScan(time.Unix(1500, 0)))
	mustCheck(t, ix)
	found := 0
	for _, q := range queries() {
		q.Base = w.base
		want := slices.DeleteFunc(allPairs(t, ix, q), func(p Pair) bool { return !strings.HasPrefix(p.B.Path, "/late/") })
		found += len(want)
		q.New = true
		if got, want := lines(allPairs(t, ix, q)), lines(want); !slices.Equal(got, want) {
			t.Fatalf("%+v: %v\n%v", q, diff(got, want), diff(want, got))
		}
	}
	if found == 0 {
		t.Error("nothing is new")
	}
}

// Sets of identical files that are entirely in the base are left out.
func TestDuplicatesWithoutBase(t *testing.T) {
	t.Parallel()
	left, out := 0, 0
	for seed := range uint64(4) {
		w, ix := worldWithBase(t, 80+seed)
		want := map[string]bool{}
		for d, paths := range w.byDoc() {
			switch {
			case len(paths) < 2:
			case w.covered(d):
				out++
			default:
				want[paths[0]] = true
				left++
			}
		}
		must(t, Duplicates(context.Background(), ix, DuplicateQuery{Base: w.base}, func(d DuplicateSet) error {
			if !want[d.Files[0].Path] {
				t.Errorf("seed %d: %s and its copies are in the base", seed, d.Files[0].Path)
			}
			delete(want, d.Files[0].Path)
			return nil
		}))
		if len(want) > 0 {
			t.Errorf("seed %d: no sets of %v", seed, want)
		}
	}
	if left < 10 || out < 4 {
		t.Errorf("only %d sets, and %d in the base", left, out)
	}
}
