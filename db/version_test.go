package db_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/testdata"
)

// An index of version 1 can be read. The first commit makes it one of this version.
func TestVersion1(t *testing.T) {
	dir := testdata.Index(t, 1)
	answers := func(ix *db.Index, q search.PairQuery) (files int64, pairs, changes int) {
		t.Helper()
		s, err := ix.Status(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		q.Min, q.MinShared = 0.5, 3
		if _, err := search.Pairs(context.Background(), ix, q, func(search.Pair) error { pairs++; return nil }); err != nil {
			t.Fatal(err)
		}
		err = search.Changes(context.Background(), ix, q.After, nil, func(search.Change) error { changes++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		mustCheck(t, ix)
		return s.Files, pairs, changes
	}
	ix, err := db.Open(context.Background(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, pairs, _ := answers(ix, search.PairQuery{})
	if files != 4 || pairs != 2 || formatOf(t, ix) != 1 || len(ix.Scans()) != 0 {
		t.Errorf("%d files, %d pairs, format %d, scans %v", files, pairs, formatOf(t, ix), ix.Scans())
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}

	if ix, err = db.Open(context.Background(), dir, db.Options{Write: true}); err != nil {
		t.Fatal(err)
	}
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	must(t, w.BeginScan(time.Unix(1000, 0)))
	has, err := w.Directory("/srv/books")
	if err != nil || len(has.Files) != 4 {
		t.Fatalf("%v, %v", has, err)
	}
	if err := w.Remove(has.ID, "a2.txt"); err != nil {
		t.Fatal(err)
	}
	b := has.Files[2]
	b.Name, b.Inode = "b2.txt", b.Inode+1000
	if err := w.Put(has.ID, b); err != nil {
		t.Fatal(err)
	}
	if err := w.EndScan(time.Unix(1001, 0)); err != nil {
		t.Fatal(err)
	}
	id, ok := ix.Before(time.Unix(1000, 0))
	if id != 0 || !ok {
		t.Errorf("the scan before the first is %d, %v", id, ok)
	}
	// Everything in version 1 is older: only b2.txt is new, a copy of b.txt.
	if files, pairs, changes := answers(ix, search.PairQuery{New: true}); files != 4 || pairs != 1 || changes != 2 {
		t.Errorf("%d files, %d new pairs, %d changes", files, pairs, changes)
	}
	if formatOf(t, ix) != db.FormatVersion {
		t.Errorf("it has format %d", formatOf(t, ix))
	}
	if err := w.MergeFrom(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	if files, pairs, _ := answers(ix, search.PairQuery{}); files != 4 || pairs != 2 {
		t.Errorf("%d files, %d pairs after a merge", files, pairs)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
}

// An index of version 2 can be read and has no simhashes. It gets them, and is one of
// this version then.
func TestVersion2(t *testing.T) {
	dir := testdata.Index(t, 2)
	ctx := context.Background()
	ix, err := db.Open(ctx, dir, db.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	pairs := 0
	if _, err := search.Pairs(ctx, ix, search.PairQuery{Min: 0.5, MinShared: 3}, func(search.Pair) error { pairs++; return nil }); err != nil {
		t.Fatal(err)
	}
	if pairs != 2 || formatOf(t, ix) != 2 || len(ix.Scans()) != 1 {
		t.Errorf("%d pairs, format %d, scans %v", pairs, formatOf(t, ix), ix.Scans())
	}
	near := func() (n int) {
		t.Helper()
		q := search.NearQuery{Hash: hamming.Document{Hash: 5}, Distance: 3}
		if err := search.Near(ctx, ix, q, func(search.NearMatch) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := near(); n != 0 {
		t.Errorf("%d are near, but no content has a simhash", n)
	}
	if stats, err := search.NearPairs(ctx, ix, search.NearPairQuery{Distance: 3}, nil); err != nil || stats != (search.NearStats{}) {
		t.Errorf("%+v, %v", stats, err)
	}
	mustCheck(t, ix)
	w, err := ix.NewWriter()
	if err == nil {
		err = w.KeepHashes("some way", 4)
	}
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	err = ix.MissingHashes(ctx, nil, func(m db.MissingHash) error {
		missing++
		return w.PutHash(m.ID, hamming.Document{Hash: 4 + uint64(m.ID)})
	})
	if err == nil {
		err = w.Commit()
	}
	if err != nil || missing != 3 || near() != 3 || formatOf(t, ix) != db.FormatVersion {
		t.Errorf("%d had no simhash, %d are near (%v), format %d", missing, near(), err, formatOf(t, ix))
	}
	if err := w.MergeFrom(ctx, 0); err != nil || near() != 3 {
		t.Errorf("%d are near after a merge (%v)", near(), err)
	}
	mustCheck(t, ix)
}

// longOnly are the parameters of indexes before version 6.
var longOnly = db.Params{View: "raw", Rule: fingerprint.DefaultRule.WithoutSmall()}

// An index of version 3 can be read and continued. It has no anchors, so opening it
// with anchors fails.
func TestVersion3(t *testing.T) {
	dir := testdata.Index(t, 3)
	ctx := context.Background()
	ix, err := db.Open(ctx, dir, db.Options{Write: true, Params: &db.DefaultParams})
	if err != nil {
		t.Fatal(err)
	}
	pairs := func() (n int) {
		t.Helper()
		if _, err := search.Pairs(ctx, ix, search.PairQuery{Min: 0.5, MinShared: 3}, func(search.Pair) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := pairs(); n != 2 || formatOf(t, ix) != 3 || ix.Params() != longOnly {
		t.Errorf("%d pairs, format %d, made with %v", n, formatOf(t, ix), ix.Params())
	}
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := w.Forget(t.Context(), "/srv/books/c.txt"); n != 1 || err != nil {
		t.Errorf("%d files forgotten, %v", n, err)
	}
	must(t, w.Commit())
	if n := pairs(); n != 2 || formatOf(t, ix) != db.FormatVersion || ix.Params() != longOnly {
		t.Errorf("%d pairs, format %d, made with %v", n, formatOf(t, ix), ix.Params())
	}
	mustCheck(t, ix)
	must(t, ix.Close())
	behind := db.DefaultParams
	behind.Rule.Density, behind.Rule.Anchors = 0, "func "
	var other *db.ParamsError
	if _, err := db.Open(ctx, dir, db.Options{Params: &behind}); !errors.As(err, &other) {
		t.Errorf("opened with anchors: %v", err)
	}
}

// The index of version 4 holds code views of earlier rules, in which a token had many bytes. It
// can be read. TestClaimsOfVersion4 checks what else is special about version 4.
func TestVersion4(t *testing.T) {
	dir := testdata.Index(t, 4)
	for _, o := range []db.Options{{}, {View: "code"}, {Write: true, Create: true, View: "code"}} {
		ix, err := db.Open(context.Background(), dir, o)
		must(t, err)
		if !ix.Outdated() {
			t.Errorf("%+v: it is not outdated", o)
		}
		mustCheck(t, ix)
		must(t, ix.Close())
	}
}

// longIndex makes an index of files without small windows.
func longIndex(t *testing.T, files map[string][]byte) string {
	t.Helper()
	ctx, dir := context.Background(), t.TempDir()
	ix, err := db.Open(ctx, dir, db.Options{Write: true, Create: true, Params: &longOnly})
	must(t, err)
	w, err := ix.NewWriter()
	must(t, err)
	spool := w.NewSpool()
	defer spool.Close()
	books, err := w.Directory("/srv/books")
	must(t, err)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data := files[name]
		must(t, spool.Add(fingerprint.Select(longOnly.Rule, data)))
		id, _, err := w.AddContent(db.Content{Checksum: blake3.Sum256(data), Size: int64(len(data)), Level: 5}, spool)
		must(t, err)
		must(t, w.Put(books.ID, db.Entry{Name: name, Stat: db.Stat{Size: int64(len(data))}, Content: id}))
	}
	must(t, w.Commit())
	must(t, ix.Close())
	return dir
}

// An index from before version 6 has no small windows. They are added to the contents that are
// entered once more, and nothing else changes.
func TestUpgrade(t *testing.T) {
	text := testdata.Read("text/chinese.txt")
	a := text[:1200]
	b := slices.Concat(text[:800], []byte("another ending of this file, which is shorter than the first\n"))
	c, d := text[1500:4000], []byte("a short line\nand one more\n")
	for name, dir := range map[string]string{
		"made now":  longIndex(t, map[string][]byte{"a.txt": a, "a2.txt": a, "b.txt": b, "c.txt": c, "d.txt": d}),
		"version 5": testdata.Index(t, 5),
	} {
		t.Run(name, func(t *testing.T) { upgrade(t, dir, a, b, c, d) })
	}
}

// upgrade upgrades an index of these contents.
func upgrade(t *testing.T, dir string, a, b, c, d []byte) {
	ctx := context.Background()
	ix, err := db.Open(ctx, dir, db.Options{Write: true, Params: &db.DefaultParams})
	must(t, err)
	defer ix.Close()
	if !ix.LongOnly() || ix.Params() != longOnly {
		t.Fatalf("long windows only: %v, made with %v", ix.LongOnly(), ix.Params())
	}
	list := func() (pairs []search.Pair) {
		t.Helper()
		_, err := search.Pairs(ctx, ix, search.PairQuery{Min: 0.1, MinShared: 1, By: search.Smaller}, func(p search.Pair) error {
			pairs = append(pairs, p)
			return nil
		})
		must(t, err)
		mustCheck(t, ix)
		return pairs
	}
	before := list()
	w, err := ix.NewWriter()
	must(t, err)
	must(t, w.Upgrade())
	spool := w.NewSpool()
	defer spool.Close()
	enter := func(data []byte) db.ContentID {
		t.Helper()
		level := db.DefaultParams.Rule.Level(int64(len(data)))
		must(t, spool.Add(fingerprint.Select(db.DefaultParams.Rule, data)))
		id, isNew, err := w.AddContent(db.Content{Checksum: blake3.Sum256(data), Size: int64(len(data)), Level: level}, spool)
		if err != nil || isNew {
			t.Fatalf("content %d is new: %v, %v", id, isNew, err)
		}
		return id
	}
	lacks := func(id db.ContentID, data []byte, want bool) {
		t.Helper()
		if got, err := w.LacksSmall(id, int64(len(data))); err != nil || got != want {
			t.Errorf("content %d lacks small windows: %v, %v", id, got, err)
		}
	}
	first := enter(a)
	lacks(first, a, false)
	must(t, w.Merge(ctx))
	if !ix.LongOnly() || formatOf(t, ix) != db.FormatVersion || ix.Params() != db.DefaultParams {
		t.Errorf("after a part: %v, made with %v", ix.LongOnly(), ix.Params())
	}
	if half := list(); len(half) != len(before) {
		t.Errorf("%d pairs after a part, %d before", len(half), len(before))
	}
	if id := enter(a); id != first {
		t.Errorf("content %d has become %d", first, id)
	}
	for _, data := range [][]byte{b, c, d} {
		spool.Reset()
		id := enter(data)
		lacks(id, data, false)
	}
	must(t, w.Merge(ctx))
	if ix.LongOnly() {
		t.Error("there are contents without small windows")
	}
	sizes, err := ix.Sizes()
	must(t, err)
	for i, data := range [][]byte{a, b, c, d} {
		set, level := fingerprint.SetOf(db.DefaultParams.Rule, data)
		found := false
		sizes.Each(func(id db.ContentID) {
			row, err := ix.Content(id)
			must(t, err)
			if row.Checksum != blake3.Sum256(data) {
				return
			}
			got, err := ix.Fingerprints(id, row.Fingerprints(), nil)
			must(t, err)
			found = row.Level == level && slices.Equal(got, set) && slices.Equal(row.Counts, db.LevelCounts(set, level))
		})
		if !found {
			t.Errorf("content %d differs from one that a new index has", i)
		}
	}
	after := list()
	if len(after) != len(before) {
		t.Errorf("%d pairs, %d before", len(after), len(before))
	}
	for _, p := range after {
		if p.Shared <= 1 {
			t.Errorf("%+v", p)
		}
	}
}

// formatOf returns the version of the format of an index.
func formatOf(t *testing.T, ix *db.Index) int {
	t.Helper()
	s, err := ix.Status(context.Background())
	must(t, err)
	return s.Format
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustCheck(t *testing.T, ix *db.Index) {
	t.Helper()
	report, err := ix.Check(context.Background(), db.CheckOptions{})
	must(t, err)
	for _, p := range report.Problems {
		t.Errorf("check: %s", p)
	}
}

// An index of version 6 does not say what was left out of folders. The first commit makes it one
// of this version, which older programs refuse; what a scan finds out is kept and merged.
func TestVersion6(t *testing.T) {
	dir := testdata.Index(t, 6)
	ctx := context.Background()
	coverages := func(ix *db.Index) map[string]db.Coverage {
		t.Helper()
		all := map[string]db.Coverage{}
		err := ix.EachFolder(ctx, func(path *db.DirPath, c db.Coverage) error { all[path.String()] = c; return nil },
			func(db.FilePath, *db.DirEntry) error { return nil })
		if err != nil || len(all) != 3 {
			t.Fatalf("the folders are %v, %v", all, err)
		}
		return all
	}
	ix, err := db.Open(ctx, dir, db.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	if formatOf(t, ix) != 6 {
		t.Errorf("it has format %d", formatOf(t, ix))
	}
	for path, c := range coverages(ix) {
		if c.Known {
			t.Errorf("%s: %+v", path, c)
		}
	}
	w, err := ix.NewWriter()
	must(t, err)
	must(t, w.BeginScan(time.Unix(1000, 0)))
	books, err := w.Directory("/srv/books")
	if err != nil || books.Coverage.Known || len(books.Files) != 4 {
		t.Fatalf("%+v, %v", books, err)
	}
	want := db.Coverage{Known: true, LeftOut: []db.LeftOut{{Reason: "hidden", Count: 1}, {Reason: "too-large", Count: 2, Bytes: 1 << 40}}}
	if err := w.Cover(books.ID, books.Coverage, db.Coverage{Known: true, LeftOut: []db.LeftOut{{Reason: "No", Count: 1}}}); err == nil {
		t.Error("a reason in capitals is entered")
	}
	must(t, w.Cover(books.ID, books.Coverage, want))
	must(t, w.EndScan(time.Unix(1001, 0)))
	for range 2 {
		if got := coverages(ix); !got["/srv/books"].Equal(want) || got["/srv"].Known || formatOf(t, ix) != db.FormatVersion {
			t.Errorf("%+v, format %d", got, formatOf(t, ix))
		}
		must(t, w.MergeFrom(ctx, 0))
	}
	mustCheck(t, ix)
	must(t, ix.Close())
	if ix, err = db.Open(ctx, dir, db.Options{Write: true}); err != nil {
		t.Fatal(err)
	}
	if got := coverages(ix); !got["/srv/books"].Equal(want) {
		t.Errorf("%+v", got)
	}
	w, err = ix.NewWriter()
	must(t, err)
	// A new name drops it, the same name does not.
	for i, name := range []string{"a.txt", "new.txt"} {
		put := books.Files[0]
		put.Name = name
		must(t, w.Put(books.ID, put))
		must(t, w.Commit())
		if got := coverages(ix)["/srv/books"]; got.Known != (i == 0) {
			t.Errorf("after putting %s: %+v", name, got)
		}
	}
	mustCheck(t, ix)
	must(t, ix.Close())
}
