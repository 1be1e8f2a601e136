package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"alike/db"
	"alike/db/search/folders"
	"alike/testdata"
)

// TestSurvey checks that a survey finds what Pairs, Groups and Folders find, if some files are
// set aside too.
func TestSurvey(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(2, 12)) {
		w := newWorld(t, 300+seed)
		w.code = seed%3 == 2
		w.grow(60)
		if seed%2 == 0 {
			w.fill(250)
		} else {
			w.scan(300, false)
		}
		ix := w.open(db.Options{})
		defer ix.Close()
		mustCheck(t, ix)
		all := w.byMeasure(func(w *world) []Pair { return live(w.comparedAll(nil)) })
		files := map[string]bool{}
		compared, _ := w.sides(nil)
		for _, s := range compared {
			files[s.file.Path] = true
		}
		found := 0
		for _, q := range queries() {
			fq := FolderQuery{Files: q, Roots: []string{"/d0", "/d1", "/d2"}, Options: folders.Options{
				Min: .1, MinFiles: 2, By: func(a, b, _ float64) float64 { return max(a, b) },
			}}
			var pairs []Pair
			var groups []Group
			got, stats, err := Survey(context.Background(), ix, fq,
				func(p Pair) error { pairs = append(pairs, p); return nil },
				func(g Group) error { groups = append(groups, g); return nil })
			must(t, err)
			if want := lines(allPairs(t, ix, q)); !slices.Equal(lines(pairs), want) || int64(len(want)) != stats.Pairs {
				t.Errorf("seed %d, %+v: %d pairs, want %d", seed, q, len(pairs), len(want))
			}
			slices.SortFunc(groups, func(a, b Group) int { return cmp.Compare(a.Representative.Path, b.Representative.Path) })
			checkStars(t, q, groups, q.keep(all[q.By], w.code), files)
			if want := allGroups(t, ix, q); fmt.Sprint(groups) != fmt.Sprint(want) {
				t.Errorf("seed %d, %+v: groups\n%v, want\n%v", seed, q, groups, want)
			}
			want, _, err := Folders(context.Background(), ix, fq)
			must(t, err)
			if fmt.Sprintf("%+v", got.Pairs) != fmt.Sprintf("%+v", want.Pairs) {
				t.Errorf("seed %d, %+v: folders\n%+v, want\n%+v", seed, q, got.Pairs, want.Pairs)
			}
			got.Close()
			want.Close()
			found += min(len(pairs), len(groups), len(want.Pairs))
		}
		if found == 0 {
			t.Errorf("seed %d: nothing is found", seed)
		}
	}
}

// TestSurveyIsolated checks that a survey finds the folders that Folders finds, none of them of
// the same unit.
func TestSurveyIsolated(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 320)
	w.grow(60)
	w.fill(250)
	ix := w.open(db.Options{})
	defer ix.Close()
	top := func(path string) string { return path[:len("/d0")] }
	for _, isolate := range []bool{false, true} {
		q := FolderQuery{
			Files: PairQuery{Min: .5, Isolate: isolate}, Roots: []string{"/"},
			Options: folders.Options{Min: .1, MinFiles: 1, By: func(a, b, _ float64) float64 { return max(a, b) }},
		}
		if isolate {
			q.Files.Unit = top
		}
		got, _, err := Survey(context.Background(), ix, q, func(Pair) error { return nil }, func(Group) error { return nil })
		must(t, err)
		defer got.Close()
		want, _, err := Folders(context.Background(), ix, q)
		must(t, err)
		defer want.Close()
		if fmt.Sprintf("%+v", got.Pairs) != fmt.Sprintf("%+v", want.Pairs) {
			t.Errorf("folders\n%+v, want\n%+v", got.Pairs, want.Pairs)
		}
		inside := slices.ContainsFunc(got.Pairs, func(p folders.Pair) bool { return top(p.A.Path.String()) == top(p.B.Path.String()) })
		if len(got.Pairs) == 0 || inside == isolate {
			t.Errorf("isolated %t: %d pairs, in a unit %t", isolate, len(got.Pairs), inside)
		}
	}
}

// fill enters random files, none of which is set aside.
func (w *world) fill(n int) {
	w.t.Helper()
	ix := w.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(w.t, err)
	for range n {
		w.put(iw, fmt.Sprintf("/d%d/e%d/f%d", w.r.IntN(3), w.r.IntN(4), w.r.IntN(40)), w.r.IntN(len(w.docs)))
	}
	must(w.t, iw.Commit())
	must(w.t, ix.Close())
}
