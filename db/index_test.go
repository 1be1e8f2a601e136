package db

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"alike/fingerprint"
)

// lines are pairs in a form that can be compared: shares rounded as in output.
func lines(pairs []Pair) []string {
	var out []string
	for _, p := range pairs {
		out = append(out, fmt.Sprintf("%+v %+v %d %.6f %.6f %.6f %.5f %v", p.A, p.B, p.Shared,
			p.AInB, p.BInA, p.Resemblance, p.Distinctive, p.Identical))
	}
	slices.Sort(out)
	return out
}

func (ix *Index) allPairs(t *testing.T, q PairQuery) []Pair {
	t.Helper()
	var pairs []Pair
	if _, err := ix.Pairs(context.Background(), q, func(p Pair) error {
		pairs = append(pairs, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return pairs
}

func TestPairsEqualBruteForce(t *testing.T) {
	worlds := uint64(20)
	if testing.Short() {
		worlds = 4 // under the race detector each takes seconds
	}
	for seed := range worlds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			w.grow(20 + w.r.IntN(60))
			for range 3 {
				w.scan(120, seed%2 == 0)
			}
			ix := w.open(Options{})
			defer ix.Close()
			mustCheck(t, ix)
			if seed%4 == 1 {
				ix.search = 0 // all in a file
			}
			found := 0
			for _, trees := range [][]string{nil, {"/d0", "/d1/e2"}} {
				all := w.comparedAll(trees)
				for _, q := range queries() {
					q.Trees = trees
					if seed%4 == 3 {
						q.SizeWithin = 0.3
					}
					got, want := lines(ix.allPairs(t, q)), lines(q.keep(all))
					found += len(want)
					if !slices.Equal(got, want) {
						t.Fatalf("%+v: %d pairs, brute force finds %d\n%v\n%v",
							q, len(got), len(want), diff(got, want), diff(want, got))
					}
				}
			}
			if found < 500 {
				t.Errorf("the world has only %d pairs in all, which proves little", found)
			}
		})
	}
}

// queries are all measures with several thresholds.
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

// diff returns the lines of a that b lacks.
func diff(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { _, ok := slices.BinarySearch(b, s); return ok })
}

func TestQueryEqualsPairs(t *testing.T) {
	w := newWorld(t, 11)
	w.grow(50)
	w.scan(150, false)
	w.scan(50, false)
	ix := w.open(Options{})
	defer ix.Close()
	mustCheck(t, ix)
	w.compareQueries(t, ix)
}

// compareQueries holds queries about all files against brute force.
func (w *world) compareQueries(t *testing.T, ix *Index) {
	t.Helper()
	byDoc := w.byDoc()
	matched := 0
	compared := w.comparedAll(nil)
	for n := range 2 * int(Distinctive+1) {
		by := Measure(n / 2)
		q := PairQuery{Min: []float64{0.3, 0.75}[n%2], MinShared: 2, By: by, Base: w.base}
		all := q.keep(compared)
		for path, d := range w.files {
			q.Except = path
			q.many = w.r.IntN(2) // 1: the sizes of all contents are looked at
			got, copies := w.query(ix, q, d)
			identical := len(byDoc[d]) - 1
			if w.base != nil && w.given(d) {
				identical = 0
			}
			if copies != identical {
				t.Errorf("%s: %d identical files, want %d", path, copies, identical)
			}
			if path != byDoc[d][0] {
				continue // pairs name the smallest path
			}
			want := 0
			for _, p := range all {
				if p.B.Path == path {
					p = p.swapped()
				}
				if p.Identical || p.A.Path != path {
					continue
				}
				want++
				m, ok := got[p.B.Path]
				if d := m.By(by) - p.By(by); !ok || d != 0 || m.File.Fingerprints != p.B.Fingerprints || m.Shared != p.Shared {
					t.Errorf("%s by %d: %s is %v, want %v", path, by, p.B.Path, m, p)
				}
			}
			if len(got) != want {
				t.Errorf("%s by %d: %d matches, want %d", path, by, len(got), want)
			}
			matched += want
		}
	}
	if matched == 0 {
		t.Error("no match was compared")
	}
}

// query asks the index for what is similar to a document and returns the
// matches that are not identical by path, and the number of identical files.
func (w *world) query(ix *Index, q PairQuery, d int) (map[string]Match, int) {
	w.t.Helper()
	set, level := fingerprint.SetOf(DefaultParams.Rule, w.docs[d].data)
	c := Content{Checksum: w.docs[d].sum, Size: int64(len(w.docs[d].data)), Level: level}
	matches, copies := map[string]Match{}, 0
	err := ix.Query(context.Background(), c, set, q, func(m Match) error {
		if m.Identical {
			copies += 1 + m.File.Copies
		} else {
			matches[m.File.Path] = m
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return matches, copies
}

func TestDuplicatesAndStatus(t *testing.T) {
	w := newWorld(t, 5)
	w.grow(20)
	w.scan(200, false)
	ix := w.open(Options{})
	defer ix.Close()
	mustCheck(t, ix)
	byDoc := w.byDoc()
	contents := len(byDoc)
	sets := 0
	err := ix.Duplicates(context.Background(), nil, func(d Duplicates) error {
		sets++
		var paths []string
		for _, f := range d.Files {
			paths = append(paths, f.Path)
		}
		if want := byDoc[w.files[paths[0]]]; !slices.Equal(paths, want) {
			t.Errorf("duplicates %v, want %v", paths, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for d, paths := range byDoc {
		if len(paths) < 2 {
			delete(byDoc, d)
		}
	}
	if sets != len(byDoc) || sets == 0 {
		t.Errorf("%d sets of duplicates, want %d", sets, len(byDoc))
	}
	s, err := ix.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Files != int64(len(w.files)) || s.Contents != int64(contents) {
		t.Errorf("status counts %d files and %d contents, want %d and %d", s.Files, s.Contents, len(w.files), contents)
	}
}

// What is left out by sizes and counts alone is what scoring would have refused,
// also where all that a candidate has beside stands in every content, which is
// as little as it can weigh.
func TestCandidatesAreLeftOutRightly(t *testing.T) {
	w := newWorld(t, 14)
	header, part := w.bytes(30_000), w.bytes(9000)
	for i := range 6 {
		w.addDoc(slices.Concat(part[:1500*i], header))
	}
	query := w.addDoc(slices.Concat(part, w.bytes(50_000))) // little of it is in any
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	for i := range query {
		w.put(iw, fmt.Sprintf("/d/%d", i), i)
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	mustCheck(t, ix)
	matched := 0
	for by := Smaller; by <= Distinctive; by++ {
		for percent := range 101 {
			q := PairQuery{Min: float64(percent) / 100, MinShared: 2, By: by}
			want, _ := w.query(ix, q, query)
			q.many = 1
			got, _ := w.query(ix, q, query)
			if !maps.Equal(got, want) {
				t.Errorf("by %d from %d %%: %d matches, %d when each is scored", by, percent, len(got), len(want))
			}
			matched += len(want)
		}
	}
	if matched < 200 {
		t.Errorf("only %d matches", matched)
	}
}
