package db

import (
	"context"
	"errors"
	"testing"
	"time"

	"alike/db/hamming"
	"alike/testdata"
)

// An index of version 1 is read, and what is written to it makes it one of
// version 2.
func TestVersion1(t *testing.T) {
	dir := testdata.Index(t, 1)
	answers := func(ix *Index, q PairQuery) (files int64, pairs, changes int) {
		t.Helper()
		s, err := ix.Status(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		q.Min, q.MinShared = 0.5, 3
		if _, err := ix.Pairs(context.Background(), q, func(Pair) error { pairs++; return nil }); err != nil {
			t.Fatal(err)
		}
		err = ix.Changes(context.Background(), q.After, func(Change) error { changes++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		mustCheck(t, ix)
		return s.Files, pairs, changes
	}
	ix, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, pairs, _ := answers(ix, PairQuery{})
	if files != 4 || pairs != 2 || ix.root.Format != 1 || len(ix.Scans()) != 0 {
		t.Errorf("%d files, %d pairs, format %d, scans %v", files, pairs, ix.root.Format, ix.Scans())
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}

	if ix, err = Open(context.Background(), dir, Options{Write: true}); err != nil {
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
	b.Name = "b2.txt"
	if err := w.Put(has.ID, b); err != nil {
		t.Fatal(err)
	}
	if err := w.EndScan(time.Unix(1001, 0)); err != nil {
		t.Fatal(err)
	}
	id, ok := ix.Before(time.Unix(1000, 0))
	if id != 0 || !ok {
		t.Errorf("before the first scan is %d, %v", id, ok)
	}
	// All that version 1 left is older: only b2.txt is new, a copy of b.txt.
	if files, pairs, changes := answers(ix, PairQuery{New: true}); files != 4 || pairs != 1 || changes != 2 {
		t.Errorf("%d files, %d new pairs, %d changes", files, pairs, changes)
	}
	if ix.root.Format != FormatVersion {
		t.Errorf("it has format %d", ix.root.Format)
	}
	if err := w.merge(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	if files, pairs, _ := answers(ix, PairQuery{}); files != 4 || pairs != 2 {
		t.Errorf("%d files, %d pairs after a merge", files, pairs)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
}

// An index of version 2 is read and has no simhashes; it gets them, and is one of this
// version.
func TestVersion2(t *testing.T) {
	dir := testdata.Index(t, 2)
	ctx := context.Background()
	ix, err := Open(ctx, dir, Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	pairs := 0
	if _, err := ix.Pairs(ctx, PairQuery{Min: 0.5, MinShared: 3}, func(Pair) error { pairs++; return nil }); err != nil {
		t.Fatal(err)
	}
	if pairs != 2 || ix.root.Format != 2 || len(ix.Scans()) != 1 {
		t.Errorf("%d pairs, format %d, scans %v", pairs, ix.root.Format, ix.Scans())
	}
	near := func() (n int) {
		t.Helper()
		q := NearQuery{Hash: hamming.Document{Hash: 5}, Distance: 3}
		if err := ix.Near(ctx, q, func(Near) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := near(); n != 0 {
		t.Errorf("%d are near where nobody has a simhash", n)
	}
	if stats, err := ix.NearPairs(ctx, NearPairQuery{Distance: 3}, nil); err != nil || stats != (NearStats{}) {
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
	err = ix.MissingHashes(ctx, nil, func(m MissingHash) error {
		missing++
		return w.PutHash(m.ID, hamming.Document{Hash: 4 + uint64(m.ID)})
	})
	if err == nil {
		err = w.Commit()
	}
	if err != nil || missing != 3 || near() != 3 || ix.root.Format != FormatVersion {
		t.Errorf("%d had no simhash, %d are near (%v), format %d", missing, near(), err, ix.root.Format)
	}
	if err := w.merge(ctx, 0); err != nil || near() != 3 {
		t.Errorf("%d are near after a merge (%v)", near(), err)
	}
	mustCheck(t, ix)
}

// An index of version 3 is read and goes on as it was: it has no anchors, and one that
// is opened with some is refused.
func TestVersion3(t *testing.T) {
	dir := testdata.Index(t, 3)
	ctx := context.Background()
	ix, err := Open(ctx, dir, Options{Write: true, Params: &DefaultParams})
	if err != nil {
		t.Fatal(err)
	}
	pairs := func() (n int) {
		t.Helper()
		if _, err := ix.Pairs(ctx, PairQuery{Min: 0.5, MinShared: 3}, func(Pair) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := pairs(); n != 2 || ix.root.Format != 3 || ix.Params() != DefaultParams {
		t.Errorf("%d pairs, format %d, made with %v", n, ix.root.Format, ix.Params())
	}
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := w.Forget("/srv/books/c.txt"); n != 1 || err != nil {
		t.Errorf("%d files forgotten, %v", n, err)
	}
	must(t, w.Commit())
	if n := pairs(); n != 2 || ix.root.Format != FormatVersion || ix.Params() != DefaultParams {
		t.Errorf("%d pairs, format %d, made with %v", n, ix.root.Format, ix.Params())
	}
	mustCheck(t, ix)
	must(t, ix.Close())
	behind := DefaultParams
	behind.Rule.Density, behind.Rule.Anchors = 0, "func "
	var other *ParamsError
	if _, err := Open(ctx, dir, Options{Params: &behind}); !errors.As(err, &other) {
		t.Errorf("opened with anchors: %v", err)
	}
}
