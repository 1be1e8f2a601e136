package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/testdata"
)

// unitOf makes folders of depth 2 the units of a world, and the files above them.
func unitOf(path string) string {
	parts := strings.SplitN(path, "/", 4)
	return strings.Join(parts[:min(len(parts), 3)], "/")
}

// naiveUnit is a unit by brute force.
type naiveUnit struct {
	path  string
	size  int64
	files int
	docs  []int // of all files, those in the base too
	level int
	set   fingerprint.Set
}

func (w *world) units(q *PairQuery, rule fingerprint.Rule) (all []*naiveUnit) {
	byPath := map[string]*naiveUnit{}
	for path, d := range w.files {
		doc := w.docs[d]
		if len(doc.data) == 0 || !db.InTrees(path, q.Trees) || q.Admit != nil && !q.Admit(path) ||
			q.AdmitSize != nil && !q.AdmitSize(int64(len(doc.data))) {
			continue
		}
		u := byPath[unitOf(path)]
		if u == nil {
			u = &naiveUnit{path: unitOf(path)}
			byPath[u.path], all = u, append(all, u)
		}
		u.docs, u.level = append(u.docs, d), max(u.level, rule.LongLevel(doc.level))
		if w.base == nil || !w.covered(d) {
			u.files, u.size = u.files+1, u.size+int64(len(doc.data))
		}
		u.set = append(u.set, w.setOf(d)...)
	}
	for _, u := range all {
		slices.Sort(u.set)
		u.set = slices.Compact(u.set).AtLevel(u.level)
	}
	slices.SortFunc(all, func(a, b *naiveUnit) int { return strings.Compare(a.path, b.path) })
	return all
}

func (w *world) unitPairs(q *PairQuery, rule fingerprint.Rule) (pairs []Pair) {
	units := w.units(q, rule)
	df := map[fingerprint.Fingerprint]int{}
	for _, u := range units {
		for _, fp := range u.set {
			df[fp]++
		}
	}
	x := weighing{least: leastWeight(w.code), mean: w.code, rule: rule}
	weighed := func(set fingerprint.Set) (sum weight) {
		for _, fp := range set {
			sum += weightByHand(df[fp])
		}
		return sum
	}
	for i, a := range units {
		for _, b := range units[i+1:] {
			level := max(a.level, b.level)
			setA, setB := a.set.AtLevel(level), b.set.AtLevel(level)
			var both fingerprint.Set
			for _, fp := range setA {
				if slices.Contains(setB, fp) {
					both = append(both, fp)
				}
			}
			shares := fingerprint.Shares{A: len(setA), B: len(setB), Shared: len(both)}
			p := Pair{
				A: File{Path: a.path, Size: a.size, Level: a.level, Fingerprints: len(a.set), Files: a.files},
				B: File{Path: b.path, Size: b.size, Level: b.level, Fingerprints: len(b.set), Files: b.files}, Shared: len(both),
				Identical: len(a.docs) == 1 && slices.Equal(a.docs, b.docs),
				AInB:      shares.AInB(), BInA: shares.BInA(), Resemblance: shares.Resemblance(),
				Distinctive: x.distinctive(x.containment(weighed(both), weighed(setA)), x.containment(weighed(both), weighed(setB))),
			}
			least := q.MinShared
			if q.By != Distinctive && p.Shared >= least && p.By(q.By) >= fingerprint.Share(q.Min) {
				pairs = append(pairs, p)
			}
			if q.By == Distinctive && p.Shared >= least && p.Distinctive >= fingerprint.Share(q.Min) {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// TestUnits compares the pairs of units with brute force. By Distinctive, what passes in
// other ways may come on top.
func TestUnits(t *testing.T) {
	t.Parallel()
	found, identical, beyond := 0, 0, 0
	for seed := range uint64(testdata.Rounds(8, 60)) {
		w := newWorld(t, seed)
		w.code = seed%3 == 2
		w.grow(20)
		w.scan(60, seed%2 == 0)
		if seed%8 < 4 {
			w = w.by(Smaller) // small windows do not count beside a base
			w.base = w.someBase()
		}
		ix := w.open(db.Options{})
		rule := ix.Params().Rule
		q := PairQuery{
			Min: []float64{0, 0.2, 0.5}[w.r.IntN(3)], MinShared: 1 + w.r.IntN(3), FixedShared: true,
			By: []Measure{Smaller, Larger, Union, Distinctive}[seed%4], Unit: unitOf, Threads: 1 + w.r.IntN(3), Base: w.base,
		}
		if w.r.IntN(3) == 0 {
			q.Trees = []string{"/d1", "/d2"}
		}
		if w.r.IntN(3) == 0 {
			q.Admit = func(path string) bool { return !strings.HasSuffix(path, "7") }
		}
		if w.r.IntN(3) == 0 {
			q.AdmitSize = func(size int64) bool { return size < 100_000 }
		}
		files := map[string]int{}
		q.UnitFiles = func(unit string, paths []string) {
			files[unit]++
			docs := map[int]bool{}
			for _, p := range paths {
				if docs[w.files[p]] || unitOf(p) != unit {
					t.Fatalf("seed %d: %s has the files %q", seed, unit, paths)
				}
				docs[w.files[p]] = true
			}
		}
		got := map[string]Pair{}
		_, err := Pairs(context.Background(), ix, q, func(p Pair) error {
			got[p.A.Path+" "+p.B.Path] = p
			return nil
		})
		must(t, err)
		for _, u := range w.units(&q, rule) {
			if u.files < len(u.docs) {
				beyond++
			}
			if files[u.path] != 1 {
				t.Errorf("seed %d: the files of %s are given %d times", seed, u.path, files[u.path])
			}
		}
		want := w.unitPairs(&q, rule)
		found += len(want)
		for _, p := range want {
			if p.Identical {
				identical++
			}
			key := p.A.Path + " " + p.B.Path
			if fmt.Sprint(got[key]) != fmt.Sprint(p) {
				t.Fatalf("seed %d, by %v: got %+v\nwant %+v", seed, q.By, got[key], p)
			}
			delete(got, key)
		}
		for key, p := range got {
			if q.By != Distinctive || !q.passed(&p) {
				t.Errorf("seed %d: %s is no pair", seed, key)
			}
		}
		must(t, ix.Close())
	}
	if found < 50 || identical == 0 || beyond == 0 {
		t.Errorf("only %d pairs, %d of identical files; %d units have files in the base", found, identical, beyond)
	}
}
