package search

import (
	"context"
	"fmt"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/testdata"
)

// A Scorer gives the figures of a comparison of two sets.
func TestScore(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	w := newWorld(t, 71)
	w.grow(70)
	for range 2 {
		w.scan(160, false)
	}
	ix := w.open(db.Options{})
	defer ix.Close()
	s, err := NewScorer(t.Context(), ix, nil, nil)
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
		t.Errorf("only %d pairs share anything, too few to prove anything", shared)
	}
	if _, err := s.Score(context.Background(), 1, 1_000_000); err == nil {
		t.Error("a content that does not exist has a score")
	}
	mustCheck(t, ix)
}
