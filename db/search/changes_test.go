package search

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"reflect"
	"slices"
	"testing"
	"time"

	"alike/db"
	"alike/testdata"
)

// history is a world that remembers the files after each scan.
type history struct {
	*world
	after  []map[string]int // by scan, 0 being before the first: the document by path
	claims []map[string]int // the same for files that are set aside, from the first scan on
}

// scanOnce makes one scan that puts and removes some files, each path at most once. The scan
// may be interrupted and resumed with another writer. It returns the last writer.
func (h *history) scanOnce(ix *db.Index, iw *db.Writer) *db.Writer {
	h.t.Helper()
	must(h.t, iw.BeginScan(time.Unix(int64(1000*len(h.after)), 0)))
	touched := map[string]bool{}
	for range h.r.IntN(40) {
		path := fmt.Sprintf("/d%d/e%d/f%d", h.r.IntN(3), h.r.IntN(3), h.r.IntN(12))
		if touched[path] {
			continue
		}
		touched[path] = true
		switch h.r.IntN(10) {
		case 0, 1:
			h.remove(iw, path)
		case 9:
			h.leaveOut(iw, path, h.r.IntN(len(h.docs)))
		case 2: // moved
			to := path + "moved"
			if d, ok := h.files[path]; ok && !touched[to] {
				touched[to] = true
				if h.r.IntN(2) == 0 {
					h.remove(iw, path)
					h.put(iw, to, d)
				} else {
					h.put(iw, to, d)
					h.remove(iw, path)
				}
			}
		case 3:
			must(h.t, iw.Commit())
		case 4:
			must(h.t, iw.Commit())
			var err error
			if iw, err = ix.NewWriter(); err != nil {
				h.t.Fatal(err)
			}
			must(h.t, iw.BeginScan(time.Unix(int64(1000*len(h.after)+100), 0)))
		default:
			h.putAny(iw, path)
		}
	}
	if err := iw.EndScan(time.Unix(int64(1000*len(h.after)+500), 0)); err != nil {
		h.t.Fatal(err)
	}
	h.remember()
	var err error
	switch h.r.IntN(4) {
	case 0:
		err = iw.MergeFrom(context.Background(), 0)
	case 1:
		err = iw.MergeFrom(context.Background(), h.r.IntN(segmentsOf(h.t, ix)))
	default:
		err = iw.Merge(context.Background())
	}
	must(h.t, err)
	return iw
}

func (h *history) remember() {
	h.after, h.claims = append(h.after, maps.Clone(h.files)), append(h.claims, maps.Clone(h.aside))
}

func (h *history) remove(iw *db.Writer, path string) {
	h.t.Helper()
	dir, name := splitPath(path)
	has, err := iw.Directory(dir)
	if err == nil {
		err = iw.Remove(has.ID, name)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	for p := range h.files {
		if db.InTrees(p, []string{path}) {
			delete(h.files, p)
		}
	}
	h.forgetAside(path)
}

// changes returns what Changes should report since a scan, by path.
func (h *history) changes(since int) map[string]ChangeKind {
	want := map[string]ChangeKind{}
	paths := map[string]bool{}
	for _, m := range h.after[since:] {
		for p := range m {
			paths[p] = true
		}
	}
	for p := range paths {
		was, there := h.after[since][p]
		is, now := h.files[p]
		changed, away := false, false // changed between two scans that saw the file
		last := was
		for _, m := range h.after[since+1:] {
			d, ok := m[p]
			away = away || !ok
			if ok {
				changed = changed || !away && d != last
				last = d
			}
		}
		switch {
		case there && !now:
			want[p] = FileGone
		case !there && now:
			want[p] = FileNew
		case there && now && (changed || was != is):
			want[p] = FileChanged
		}
	}
	return want
}

// named returns the documents that had a path, set aside or not, after every scan since the given one.
func (h *history) named(since int) map[int]bool {
	times := map[int]int{}
	for i := since; i < len(h.after); i++ {
		docs := map[int]bool{}
		for _, d := range h.after[i] {
			docs[d] = true
		}
		if i > 0 {
			for _, d := range h.claims[i-1] {
				docs[d] = true
			}
		}
		for d := range docs {
			times[d]++
		}
	}
	named := map[int]bool{}
	for d, n := range times {
		named[d] = n == len(h.after)-since
	}
	return named
}

// contentScan returns the scan that found the content of a path.
func (h *history) contentScan(path string) int {
	i := len(h.after) - 1
	for ; i > 0; i-- {
		was, there := h.after[i-1][path]
		if !there || was != h.after[i][path] {
			break
		}
	}
	return i
}

// newCopies returns the paths that are new since a scan. For each path of a document that has
// gone, the smallest new path counts as moved.
func (h *history) newCopies(since int) map[string]bool {
	away := map[int]int{}
	for path, doc := range h.after[since] {
		for _, m := range h.after[since:] {
			d, there := m[path]
			if !there {
				away[doc]++
			}
			if !there || d != doc {
				break
			}
		}
	}
	copies := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(h.files)) {
		doc := h.files[path]
		switch {
		case h.contentScan(path) <= since:
		case away[doc] > 0:
			away[doc]--
		default:
			copies[path] = true
		}
	}
	return copies
}

func (h *history) newPairs(w *world, since int) []Pair {
	named := h.named(since)
	old := func(f File) bool {
		if f.Generated {
			return named[h.aside[f.Path]]
		}
		return named[h.files[f.Path]]
	}
	copies := h.newCopies(since)
	return slices.DeleteFunc(w.comparedAll(nil), func(p Pair) bool {
		if p.Identical {
			return !copies[p.A.Path] && !copies[p.B.Path]
		}
		return old(p.A) && old(p.B)
	})
}

// An index reports the changes and new pairs of the model since each of its scans, also
// after merges in between.
func TestHistory(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for seed := range uint64(testdata.Rounds(2, 8)) {
		h := &history{world: newWorld(t, seed), after: []map[string]int{{}}}
		h.grow(25)
		for h.r.IntN(8) > 0 || len(h.after) < 4 {
			ix := h.open(db.Options{Write: true, Create: true})
			iw, err := ix.NewWriter()
			if err != nil {
				t.Fatal(err)
			}
			for range 1 + h.r.IntN(2) {
				iw = h.scanOnce(ix, iw)
			}
			if err := ix.Close(); err != nil {
				t.Fatal(err)
			}
		}
		ix := h.open(db.Options{})
		for since := range h.after {
			h.compareSince(ix, since)
		}
		if got := len(ix.Scans()); got != len(h.after)-1 {
			t.Errorf("seed %d: the index remembers %d scans, there were %d", seed, got, len(h.after)-1)
		}
		mustCheck(t, ix)
		if err := ix.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func (h *history) compareSince(ix *db.Index, since int) {
	t := h.t
	t.Helper()
	id, ok := ix.Before(time.Unix(int64(1000*since+501), 0))
	if int(id) != since || !ok {
		t.Errorf("the scan before scan %d is %d, %v", since+1, id, ok)
	}
	got := map[string]ChangeKind{}
	var order []Change
	err := Changes(context.Background(), ix, id, nil, func(c Change) error {
		got[c.File.Path] = c.Kind
		order = append(order, c)
		h.sameFile(c, since)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := h.changes(since); !maps.Equal(got, want) || len(order) != len(want) {
		t.Errorf("since scan %d of %d: %v, want %v", since, len(h.after)-1, got, want)
	}
	if !slices.IsSortedFunc(order, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.File.Path, b.File.Path))
	}) {
		t.Errorf("since scan %d: out of order", since)
	}
	pairs := h.byMeasure(func(w *world) []Pair { return h.newPairs(w, since) })
	for _, all := range []bool{false, true} { // new contents looked up, or all contents compared
		for _, q := range []PairQuery{
			{Min: 0.3, MinShared: 3, New: true, After: id},
			{Min: 0.6, MinShared: 1, By: Distinctive, New: true, After: id},
		} {
			q.compareAll = all
			h.compareNewPairs(ix, q, q.keep(pairs[q.By], h.code), since)
		}
	}
}

func (h *history) compareNewPairs(ix *db.Index, q PairQuery, want []Pair, since int) {
	h.t.Helper()
	var pairs []Pair
	stats, err := Pairs(context.Background(), ix, q, func(p Pair) error {
		pairs = append(pairs, p)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	byPath := func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path))
	}
	slices.SortFunc(pairs, byPath)
	slices.SortFunc(want, byPath)
	if !reflect.DeepEqual(pairs, want) || stats.Pairs != int64(len(want)) || stats.Contents != ix.LiveContents() {
		h.t.Errorf("since scan %d of %d: %d pairs (%+v), want %d", since, len(h.after)-1, len(pairs), stats, len(want))
	}
}

// sameFile compares the figures of a file with its document. A file that is gone has the
// figures of its last document.
func (h *history) sameFile(c Change, since int) {
	doc, ok := h.files[c.File.Path]
	for i := since; c.Kind == FileGone; i++ {
		d, ok := h.after[i][c.File.Path]
		if !ok {
			break
		}
		doc = d
	}
	if !ok && c.Kind != FileGone {
		h.t.Errorf("%v: %s does not exist", c.Kind, c.File.Path)
		return
	}
	s := h.sideOf(doc, []string{c.File.Path}, func(string) bool { return true })
	want := s.file
	want.Copies = c.File.Copies // meaningless for a file that is gone
	if c.Kind != FileGone {
		want.Copies = len(h.byDoc()[doc]) - 1
	}
	if c.File != want {
		h.t.Errorf("%v: %+v, want %+v", c.Kind, c.File, want)
	}
}

// If a scan is interrupted and resumed the next night, everything it finds counts as new that night,
// and an unfinished scan counts already.
func TestChangesSinceInterruptedScan(t *testing.T) {
	t.Parallel()
	h := &history{world: newWorld(t, 3), after: []map[string]int{{}}}
	doc := h.addDoc(h.bytes(20000))
	copied := h.addDoc(append(h.bytes(100), h.docs[doc].data...))
	ix := h.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	must(t, iw.BeginScan(time.Unix(1000, 0)))
	h.put(iw, "/a/f", doc)
	must(t, iw.EndScan(time.Unix(1500, 0)))
	must(t, iw.BeginScan(time.Unix(2000, 0)))
	h.put(iw, "/b/g", copied)
	must(t, iw.Commit())
	count := func(at int64) (files, pairs int) {
		t.Helper()
		id, ok := ix.Before(time.Unix(at, 0))
		if id != 1 || !ok {
			t.Errorf("the scan before %d is %d, %v", at, id, ok)
		}
		must(t, Changes(context.Background(), ix, id, nil, func(Change) error { files++; return nil }))
		q := PairQuery{Min: 0.5, MinShared: 3, New: true, After: id}
		_, err := Pairs(context.Background(), ix, q, func(Pair) error { pairs++; return nil })
		must(t, err)
		return files, pairs
	}
	if files, pairs := count(90_000); files != 1 || pairs != 1 {
		t.Errorf("during the scan %d files, %d pairs", files, pairs)
	}
	if iw, err = ix.NewWriter(); err != nil {
		t.Fatal(err)
	}
	must(t, iw.BeginScan(time.Unix(100_000, 0)))
	h.put(iw, "/b/h", doc)
	must(t, iw.EndScan(time.Unix(100_500, 0)))
	if files, pairs := count(90_000); files != 2 || pairs != 2 {
		t.Errorf("after the scan %d files, %d pairs", files, pairs)
	}
	for _, n := range []int{1, 2, 3, 1 << (bits.UintSize / 2)} {
		if id, ok := ix.BeforeLast(n); int(id) != max(2-n, 0) || !ok {
			t.Errorf("the scan before the last %d is %d, %v", n, id, ok)
		}
	}
	mustCheck(t, ix)
}

// A pair is new if one of its contents is, not because fewer files than before have what the
// two share.
func TestNoNewPairsByFrequencies(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 77)
	common, files := w.fingerprints(30), 100
	for i := range files + 1 {
		w.docs = append(w.docs, docOf(slices.Concat(common, w.fingerprints(15)), 5, make([]byte, 3000), i))
	}
	ix := w.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	name := func(i int) string { return fmt.Sprintf("/f%03d", i) }
	scan := func(at int64, change func()) {
		must(t, iw.BeginScan(time.Unix(at, 0)))
		change()
		must(t, iw.EndScan(time.Unix(at+500, 0)))
	}
	scan(1000, func() {
		for i := range files {
			w.put(iw, name(i), i)
		}
	})
	q := PairQuery{Min: .5, MinShared: 3, By: Distinctive}
	if n := len(allPairs(t, ix, q)); n > 0 {
		t.Fatalf("%d pairs share what only few files have", n)
	}
	const left = 5
	scan(2000, func() {
		for i := left; i < files; i++ {
			w.forget(iw, name(i))
		}
		w.put(iw, "/new", files)
	})
	if n := len(allPairs(t, ix, q)); n != left*(left+1)/2 {
		t.Fatalf("%d pairs, want all of %d files", n, left+1)
	}
	q.New, q.After = true, ix.Scans()[0].ID
	for _, q.compareAll = range []bool{false, true} {
		pairs := allPairs(t, ix, q)
		for _, p := range pairs {
			if p.A.Path != "/new" && p.B.Path != "/new" {
				t.Errorf("%s and %s are a new pair", p.A.Path, p.B.Path)
			}
		}
		if len(pairs) != left {
			t.Errorf("%d new pairs, want %d", len(pairs), left)
		}
	}
	mustCheck(t, ix)
}
