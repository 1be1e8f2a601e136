package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/testdata"
)

func allGroups(t *testing.T, ix *db.Index, q PairQuery) []Group {
	t.Helper()
	var groups []Group
	if _, err := Groups(context.Background(), ix, q, func(g Group) error { groups = append(groups, g); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(groups, func(a, b Group) int { return cmp.Compare(a.Representative.Path, b.Representative.Path) })
	return groups
}

// By brute force, each member passes together with the representative, no content is in two
// groups, and no two similar contents are both in none.
func TestGroupsAreStars(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(2, 3)) {
		w := newWorld(t, 30+seed)
		w.code = seed%2 == 1
		w.grow(60)
		for range 3 {
			w.scan(100, false)
		}
		ix := w.open(db.Options{})
		defer ix.Close()
		mustCheck(t, ix)
		for _, trees := range [][]string{nil, {"/d0", "/d1/e2"}} {
			all := w.byMeasure(func(w *world) []Pair { return live(w.comparedAll(trees)) })
			files := map[string]bool{}
			compared, _ := w.sides(trees)
			for _, s := range compared {
				files[s.file.Path] = true
			}
			for _, q := range queries() {
				q.Trees = trees
				groups := allGroups(t, ix, q)
				checkStars(t, q, groups, q.keep(all[q.By], w.code), files)
				q.Threads = 1
				if again := allGroups(t, ix, q); fmt.Sprint(again) != fmt.Sprint(groups) {
					t.Fatalf("%+v: one goroutine and two find different groups", q)
				}
			}
		}
	}
}

func checkStars(t *testing.T, q PairQuery, groups []Group, pairs []Pair, files map[string]bool) {
	t.Helper()
	similar := map[[2]string]Pair{}
	for _, p := range pairs {
		if !p.Identical {
			similar[[2]string{p.A.Path, p.B.Path}] = p
			similar[[2]string{p.B.Path, p.A.Path}] = p.swapped()
		}
	}
	in := map[string]bool{}
	join := func(path string) {
		if in[path] || !files[path] {
			t.Fatalf("%+v: %s is in two groups, or is not a smallest path", q, path)
		}
		in[path] = true
	}
	for _, g := range groups {
		join(g.Representative.Path)
		if len(g.Members) == 0 && g.Representative.Copies == 0 {
			t.Errorf("%s is alone in a group", g.Representative.Path)
		}
		for _, m := range g.Members {
			join(m.Path)
			p, ok := similar[[2]string{m.Path, g.Representative.Path}]
			want := Member{
				File: p.A, Shared: p.Shared, InRepresentative: p.AInB, Representative: p.BInA,
				Resemblance: p.Resemblance, Distinctive: p.Distinctive,
			}
			if !ok || m != want {
				t.Fatalf("%+v: member %+v of %s, want %+v", q, m, g.Representative.Path, want)
			}
		}
	}
	for pair := range similar {
		if !in[pair[0]] && !in[pair[1]] {
			t.Fatalf("%+v: %v are similar, but in no group", q, pair)
		}
	}
}

// Without MinShared, a single shared fingerprint is enough for a group.
func TestGroupsShareOneFingerprint(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 42)
	ix := w.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range []string{"/d/a", "/d/b"} {
		own := fingerprint.Fingerprint(100 + i)
		w.docs = append(w.docs, doc{
			data: w.bytes(300), sum: db.Checksum{byte(i + 1)}, level: 5,
			selected: []fingerprint.Selected{{Fingerprint: 7}, {Fingerprint: own}},
		})
		w.put(iw, path, i)
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	mustCheck(t, ix)
	groups := allGroups(t, ix, PairQuery{Min: .5})
	if len(groups) != 1 || len(groups[0].Members) != 1 || groups[0].Members[0].Shared != 1 {
		t.Errorf("groups: %+v, want one of two files", groups)
	}
}

// The exact figures decide on pairs and members.
func TestExactDecides(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 41)
	w.grow(40)
	w.scan(150, false)
	ix := w.open(db.Options{})
	defer ix.Close()
	mustCheck(t, ix)
	q := PairQuery{Min: .5, MinShared: 1, By: Union, Threads: 2, Deviations: 3}
	estimated := allPairs(t, ix, q)
	exact := func(ok bool, share int) func(context.Context, File, File, Weigher) (Counts, bool, error) {
		return func(context.Context, File, File, Weigher) (Counts, bool, error) {
			shared := 1e6 * float64(share)
			return Counts{fingerprint.Shares{Shared: share, A: 100, B: 100}, 1e8, 1e8, shared, shared}, ok, nil
		}
	}
	q.Count, q.CountBelow = exact(true, 100), math.MaxInt
	some := allPairs(t, ix, q)
	if len(some) <= len(estimated) {
		t.Errorf("%d candidates for %d pairs: none was below the threshold", len(some), len(estimated))
	}
	for _, p := range some {
		if !p.Exact || p.AInB != 1 || p.Distinctive != 1 {
			t.Fatalf("%+v", p)
		}
	}
	if len(allGroups(t, ix, q)) == 0 {
		t.Error("no groups")
	}
	q.Count = exact(true, 10)
	for _, p := range allPairs(t, ix, q) {
		if !p.Identical {
			t.Fatalf("%+v should not pass", p)
		}
	}
	q.Count = exact(false, 100)
	if pairs := allPairs(t, ix, q); len(pairs) > 0 {
		t.Errorf("%d pairs that could not be counted are reported", len(pairs))
	}
	bad := errors.New("bad")
	q.Count = func(context.Context, File, File, Weigher) (Counts, bool, error) {
		return Counts{}, false, bad
	}
	if _, err := Pairs(context.Background(), ix, q, func(Pair) error { return nil }); err != bad {
		t.Errorf("the error is lost: %v", err)
	}
}

// Between two sides a search finds the pairs that brute force finds.
func TestAgainstEqualsBruteForce(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(2, 3)) {
		w := newWorld(t, 50+seed)
		w.code = seed%2 == 1
		w.grow(50)
		for range 2 {
			w.scan(120, false)
		}
		ix := w.open(db.Options{})
		defer ix.Close()
		mustCheck(t, ix)
		found := 0
		for _, sides := range [][2][]string{
			{{"/d0"}, {"/d1", "/d2"}}, {{"/d1"}, {"/"}}, {{"/d0", "/d1"}, {"/d1", "/d2/e1"}}, {{"/"}, {"/d2", "/d0/e1"}},
		} {
			all := w.byMeasure(func(w *world) []Pair { return w.comparedBetween(sides[0], sides[1]) })
			for _, q := range queries() {
				q.Trees, q.Against = sides[0], sides[1]
				got, want := lines(allPairs(t, ix, q)), lines(q.keep(all[q.By], w.code))
				found += len(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%+v: %d pairs, brute force finds %d\n%v\n%v",
						q, len(got), len(want), diff(got, want), diff(want, got))
				}
			}
		}
		if found < 300 {
			t.Errorf("only %d pairs in all, too few to prove anything", found)
		}
	}
}

// comparedBetween compares each content of one side with each content of the other.
func (w *world) comparedBetween(trees, against []string) []Pair {
	longest := func(p string, trees []string) (n int) {
		for _, t := range trees {
			if p == t || strings.HasPrefix(p, strings.TrimSuffix(t, "/")+"/") {
				n = max(n, len(t))
			}
		}
		return n
	}
	here := func(p string) bool { return longest(p, trees) > 0 && longest(p, trees) >= longest(p, against) }
	there := func(p string) bool { return longest(p, against) > longest(p, trees) }
	asked := slices.Concat(trees, against)
	_, weights := w.sides(asked)
	var pairs []Pair
	byDoc := w.byDoc()
	others := map[int]side{}
	for _, b := range w.claimed(asked, there) {
		others[b.doc] = b
	}
	for e, theirs := range byDoc {
		if b := w.sideOf(e, theirs, there); b != nil {
			others[e] = *b
		}
	}
	for _, a := range w.claimed(asked, here) {
		for _, b := range others {
			if !b.file.Generated {
				pairs = append(pairs, comparedPair(a, b, weights, w.code))
			}
		}
	}
	for d, mine := range byDoc {
		a := w.sideOf(d, mine, here)
		if a == nil {
			continue
		}
		for e, b := range others {
			if d != e {
				pairs = append(pairs, comparedPair(*a, b, weights, w.code))
				continue
			}
			for _, path := range byDoc[e] {
				if there(path) && (w.base == nil || !w.covered(d)) {
					f := b.file
					f.Path = path
					pairs = append(pairs, identicalPair(a.file, f))
				}
			}
		}
	}
	return pairs
}

// Progress reaches the end of one scale and, with one goroutine, never goes back.
func TestSearchProgress(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 61)
	w.grow(40)
	w.scan(150, false)
	ix := w.open(db.Options{})
	defer ix.Close()
	mustCheck(t, ix)
	var done, total int64
	reports := 0
	q := PairQuery{Min: .5, MinShared: 3, Threads: 1, Progress: func(d, of int64) {
		if d < done || d > of || total != 0 && of != total {
			t.Errorf("%d of %d after %d of %d", d, of, done, total)
		}
		done, total = d, of
		reports++
	}}
	allPairs(t, ix, q)
	if reports < 2 || done != total {
		t.Errorf("pairs: %d reports, the last %d of %d", reports, done, total)
	}
	done, total, reports = 0, 0, 0
	allGroups(t, ix, q)
	if reports < 2 || done != total {
		t.Errorf("groups: %d reports, the last %d of %d", reports, done, total)
	}
}

// Near-copies cost one comparison each, even if files that share boilerplate with many come
// before them. The number of goroutines does not change which files are counted.
func TestGroupsCompareOnce(t *testing.T) {
	t.Parallel()
	const loners, copies = 40, 60
	w := newWorld(t, 62)
	header, original := w.bytes(6000), w.bytes(4000)
	for range loners {
		w.addDoc(slices.Concat(header, w.bytes(14_000)))
	}
	for i := range copies {
		doc := slices.Clone(original)
		copy(doc[60*i:], w.bytes(20))
		w.addDoc(doc)
	}
	ix := w.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.docs {
		w.put(iw, fmt.Sprintf("/d/%03d", i), i)
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	mustCheck(t, ix)
	var counted [2]atomic.Int64
	for i, threads := range []int{1, 4} {
		q := PairQuery{Min: .5, MinShared: 3, By: Union, Threads: threads}
		var groups []Group
		stats, err := Groups(context.Background(), ix, q, func(g Group) error { groups = append(groups, g); return nil })
		if err != nil {
			t.Fatal(err)
		}
		if len(groups) != 1 || len(groups[0].Members) != copies-1 || stats.Compared > loners*loners+copies {
			t.Errorf("%d groups, %d compared", len(groups), stats.Compared)
		}
		q.CountBelow = math.MaxInt
		q.Count = func(_ context.Context, a, b File, _ Weigher) (Counts, bool, error) {
			counted[i].Add(1)
			return Counts{Shares: fingerprint.Shares{Shared: 9, A: 10, B: 10}}, a.Path < b.Path || a.Size != 4000, nil
		}
		if _, err := Groups(context.Background(), ix, q, func(Group) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if one, four := counted[0].Load(), counted[1].Load(); one == 0 || one != four {
		t.Errorf("one goroutine counts %d pairs, four count %d", one, four)
	}
}
