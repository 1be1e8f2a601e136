package search

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"alike/db"
	"alike/testdata"
)

func TestQueryEqualsPairs(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	w := newWorld(t, 11)
	w.grow(50)
	w.scan(150, false)
	w.scan(50, false)
	ix := w.open(db.Options{})
	defer ix.Close()
	mustCheck(t, ix)
	w.compareQueries(t, ix)
}

// compareQueries compares queries for all files with brute force.
func (w *world) compareQueries(t *testing.T, ix *db.Index) {
	t.Helper()
	byDoc := w.byDoc()
	matched := 0
	compared := w.byMeasure(func(w *world) []Pair { return w.comparedAll(nil) })
	for n := range 2 * int(Distinctive+1) {
		by := Measure(n / 2)
		q := PairQuery{Min: []float64{0.3, 0.75}[n%2], MinShared: 2, By: by, Base: w.base}
		all := q.keep(compared[by], w.code)
		for path, d := range w.files {
			if n > 1 && path != byDoc[d][0] {
				continue // copies are counted alike by every measure
			}
			q.Except.Path = path
			q.many = w.r.IntN(3) - 1 // 1: filter candidates by the sizes of all contents
			got, copies := w.query(ix, q, d)
			identical := len(byDoc[d]) - 1
			if w.base != nil && w.covered(d) {
				identical = 0
			}
			if copies != identical {
				t.Errorf("%s: %d identical files, want %d", path, copies, identical)
			}
			if path != byDoc[d][0] {
				continue // a pair has the smallest path
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
				if d := m.By(by) - p.By(by); !ok || d != 0 || m.File.Fingerprints != p.B.Fingerprints || m.File.Generated != p.B.Generated || m.Shared != p.Shared {
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

// query queries the index for a document. It returns, by path, the matches that are not
// identical, and the number of identical files.
func (w *world) query(ix *db.Index, q PairQuery, d int) (map[string]Match, int) {
	w.t.Helper()
	doc := w.docs[d]
	c := db.Content{Checksum: doc.sum, Size: int64(len(doc.data)), Level: doc.level}
	matches, copies := map[string]Match{}, 0
	err := Query(context.Background(), ix, c, slices.Clone(doc.set), q, func(m Match) error {
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

// The filter by sizes and counts drops only candidates that scoring would reject, even if all
// other fingerprints of a candidate are in every content and weigh as little as possible.
func TestCandidateFilter(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	w := newWorld(t, 14)
	header, part := w.bytes(30_000), w.bytes(9000)
	for i := range 6 {
		w.addDoc(slices.Concat(part[:1500*i], header))
	}
	query := w.addDoc(slices.Concat(part, w.bytes(50_000))) // mostly in no other document
	ix := w.open(db.Options{Write: true, Create: true})
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
			q.many = -1
			want, _ := w.query(ix, q, query)
			q.many = 1
			got, _ := w.query(ix, q, query)
			if !maps.Equal(got, want) {
				t.Errorf("by %d from %d %%: %d matches, %d if each candidate is scored", by, percent, len(got), len(want))
			}
			matched += len(want)
		}
	}
	if matched < 200 {
		t.Errorf("only %d matches", matched)
	}
}
