package search

import (
	"context"
	"fmt"
	"testing"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
)

// What a Scorer says of two contents is what a comparison of their sets says.
func TestScore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 71)
	w.grow(60)
	for range 2 {
		w.scan(160, false)
	}
	ix := w.open(db.Options{})
	defer ix.Close()
	s, err := NewScorer(ix)
	if err != nil {
		t.Fatal(err)
	}
	shared := 0
	for _, p := range w.comparedAll(nil) {
		if p.Identical {
			continue
		}
		var ids [2]db.ContentID
		for i, path := range []string{p.A.Path, p.B.Path} {
			e, ok, err := ix.Entry(path)
			if err != nil || !ok {
				t.Fatalf("%s: %v, %v", path, ok, err)
			}
			ids[i] = e.Content
		}
		got, err := s.Score(context.Background(), ids[0], ids[1])
		if err != nil {
			t.Fatal(err)
		}
		if got.Shared > 0 {
			shared++
		}
		form := func(n int, shares ...fingerprint.Share) string { return fmt.Sprintf("%d %.6f", n, shares) }
		have := form(got.Shared, got.AInB, got.BInA, got.Resemblance, got.Distinctive)
		if want := form(p.Shared, p.AInB, p.BInA, p.Resemblance, p.Distinctive); have != want {
			t.Errorf("%s and %s: %s, want %s", p.A.Path, p.B.Path, have, want)
		}
	}
	if shared < 50 {
		t.Errorf("only %d pairs share anything, which proves little", shared)
	}
	if _, err := s.Score(context.Background(), 1, 1_000_000); err == nil {
		t.Error("a content that there is not has a score")
	}
	mustCheck(t, ix)
}

// A content and its simhash become visible at once; one that is there already gets
// the simhash that it lacks, and keeps the one that it has.
func TestAddDocument(t *testing.T) {
	w := newWorld(t, 72)
	w.grow(2)
	ix := w.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	add := func(d int, h hamming.Document) (db.ContentID, error) {
		spool := iw.NewSpool()
		defer spool.Close()
		id, _, err := iw.AddDocument(db.Content{Checksum: w.docs[d].sum, Size: 1, Level: 5}, spool, h)
		return id, err
	}
	if _, err := add(0, hamming.Document{Hash: 5}); err == nil {
		t.Error("an index that keeps no simhashes takes one")
	}
	w.put(iw, "/a", 0)
	if _, ok := iw.HashScheme(); ok {
		t.Error("there is a scheme before it is set")
	}
	if err := iw.KeepHashes("a", 4); err != nil {
		t.Fatal(err)
	}
	if scheme, ok := iw.HashScheme(); scheme != "a" || !ok {
		t.Errorf("the scheme is %q (%v)", scheme, ok)
	}
	lacks := func(want ...bool) {
		t.Helper()
		for d := range want {
			if got, err := iw.LacksHash(db.Content{Checksum: w.docs[d].sum}); err != nil || got != want[d] {
				t.Errorf("document %d lacks a simhash: %v (%v), want %v", d, got, err, want[d])
			}
		}
	}
	lacks(true, true)
	for _, h := range []uint64{5, 6} { // the second time it has one
		if id, err := add(0, hamming.Document{Hash: h}); id != 1 || err != nil {
			t.Errorf("content %d, %v", id, err)
		}
	}
	lacks(false, true)
	if id, err := add(1, hamming.Document{NoDocument: true}); id != 2 || err != nil {
		t.Errorf("content %d, %v", id, err)
	}
	lacks(false, false)
	w.put(iw, "/b", 1)
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	for id, want := range []hamming.Document{1: {Hash: 5}, 2: {NoDocument: true}} {
		if got, ok, err := ix.Hash(db.ContentID(id)); id > 0 && (got != want || !ok || err != nil) {
			t.Errorf("content %d: %+v, %v, %v, want %+v", id, got, ok, err, want)
		}
	}
	if n, err := ix.CountMissingHashes(context.Background()); n != 0 || err != nil {
		t.Errorf("%d contents lack a simhash (%v)", n, err)
	}
	status, err := ix.Status(context.Background())
	if err != nil || status.Documents != 1 || status.NoDocuments != 1 || status.ShortDocuments != 0 || status.Hashes != 2 {
		t.Errorf("%+v, %v", status, err)
	}
	mustCheck(t, ix)
}
