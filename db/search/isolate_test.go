package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/testdata"
)

// isolated returns the pairs of a comparison by brute force that are of different units, under
// their smallest such paths on each side.
func (w *world) isolated(pairs []Pair, here, there func(string) bool, sided bool) (kept []Pair) {
	paths := map[string][]string{} // by path: all of its content
	for _, files := range []map[string]int{w.aside, w.files} {
		for _, all := range byDoc(files) {
			for _, p := range all {
				paths[p] = all
			}
		}
	}
	for _, p := range pairs {
		best := [2]string{}
		for _, a := range paths[p.A.Path] {
			for _, b := range paths[p.B.Path] {
				if !here(a) || !there(b) || unitOf(a) == unitOf(b) || p.Identical && (!sided && a != p.A.Path || b != p.B.Path) {
					continue
				}
				if c := (cmp.Compare(min(a, b), min(best[0], best[1]))); best[0] == "" || c < 0 || c == 0 && max(a, b) < max(best[0], best[1]) {
					best = [2]string{a, b}
				}
			}
		}
		if p.A.Path, p.B.Path = best[0], best[1]; best[0] == "" {
			continue
		}
		if !sided && p.A.Path > p.B.Path {
			p = p.swapped()
		}
		kept = append(kept, p)
	}
	return kept
}

// TestIsolate compares pairs of files of different units with brute force, and checks groups.
func TestIsolate(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(1, 12)) {
		w := newWorld(t, 700+seed)
		w.code = seed%3 == 2
		w.grow(60)
		w.scan(300, seed%2 == 0)
		ix := w.open(db.Options{})
		defer ix.Close()
		mustCheck(t, ix)
		found, dropped, moved := 0, 0, 0
		for _, trees := range [][]string{nil, {"/d0", "/d1/e2"}} {
			in := func(p string) bool { return db.InTrees(p, trees) }
			all := w.byMeasure(func(w *world) []Pair { return w.comparedAll(trees) })
			for _, q := range queries() {
				q.Trees, q.Unit, q.Isolate = trees, unitOf, true
				with := q.keep(all[q.By], w.code)
				want := lines(w.isolated(with, in, in, false))
				got := lines(allPairs(t, ix, q))
				found, dropped = found+len(want), dropped+len(with)-len(want)
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d, %+v: %d pairs, brute force finds %d\n%v\n%v", seed, q, len(got), len(want), diff(got, want), diff(want, got))
				}
				moved += len(diff(want, lines(with)))
				w.checkIsolatedGroups(t, ix, q, live(q.keep(all[q.By], w.code)))
			}
		}
		for _, sides := range [][2][]string{{{"/d0"}, {"/d1", "/d2"}}, {{"/"}, {"/d2/e0", "/d0/e1/f2"}}, {{"/"}, {"/d2/e0/f1", "/d0/e1/f2"}}} {
			here := func(p string) bool { return belongs(db.FilePath{Name: p}, sides[0], sides[1]) }
			there := func(p string) bool { return !here(p) && belongs(db.FilePath{Name: p}, sides[1], sides[0]) }
			all := w.byMeasure(func(w *world) []Pair { return w.comparedBetween(sides[0], sides[1]) })
			for _, q := range queries() {
				q.Trees, q.Against, q.Unit, q.Isolate = sides[0], sides[1], unitOf, true
				got, want := lines(allPairs(t, ix, q)), lines(w.isolated(q.keep(all[q.By], w.code), here, there, true))
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d, %+v: %d pairs, brute force finds %d\n%v\n%v", seed, q, len(got), len(want), diff(got, want), diff(want, got))
				}
			}
		}
		if found < 300 || dropped < 50 || moved < 50 {
			t.Errorf("%d pairs, %d within a unit and %d under other paths prove little", found, dropped, moved)
		}
	}
}

// checkIsolatedGroups checks that each member and its representative have files in different
// units, and that a survey finds the same.
func (w *world) checkIsolatedGroups(t *testing.T, ix *db.Index, q PairQuery, pairs []Pair) {
	t.Helper()
	all := map[string][]string{}
	for _, paths := range w.byDoc() {
		for _, p := range paths {
			all[p] = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !db.InTrees(p, q.Trees) })
		}
	}
	doc := func(path string) string { return all[path][0] }
	similar, grouped := map[[2]string]bool{}, map[string]bool{}
	for _, p := range w.isolated(pairs, func(p string) bool { return db.InTrees(p, q.Trees) }, func(p string) bool { return db.InTrees(p, q.Trees) }, false) {
		if !p.Identical {
			similar[[2]string{doc(p.A.Path), doc(p.B.Path)}], similar[[2]string{doc(p.B.Path), doc(p.A.Path)}] = true, true
		}
	}
	groups := allGroups(t, ix, q)
	for _, g := range groups {
		rep := g.Representative.Path
		several := slices.ContainsFunc(all[rep], func(p string) bool { return unitOf(p) != unitOf(rep) })
		if rep != doc(rep) || len(g.Members) == 0 && !several {
			t.Fatalf("%+v: a group of %+v", q, g)
		}
		grouped[rep] = true
		for _, m := range g.Members {
			other := slices.ContainsFunc(all[m.Path], func(p string) bool { return unitOf(p) != unitOf(rep) })
			if !similar[[2]string{rep, doc(m.Path)}] || grouped[doc(m.Path)] || other == (unitOf(m.Path) == unitOf(rep)) {
				t.Fatalf("%+v: %s is a member of %s", q, m.Path, rep)
			}
			grouped[doc(m.Path)] = true
		}
	}
	for p := range similar {
		if !grouped[p[0]] && !grouped[p[1]] {
			t.Fatalf("%+v: %v are in no group", q, p)
		}
	}
	if len(w.aside) > 0 || q.Trees != nil {
		return
	}
	var surveyed []Group
	_, _, err := Survey(context.Background(), ix, FolderQuery{Files: q}, nil, func(g Group) error { surveyed = append(surveyed, g); return nil })
	must(t, err)
	slices.SortFunc(surveyed, func(a, b Group) int { return strings.Compare(a.Representative.Path, b.Representative.Path) })
	if fmt.Sprint(surveyed) != fmt.Sprint(groups) {
		t.Fatalf("%+v: a survey finds\n%v, want\n%v", q, surveyed, groups)
	}
}
