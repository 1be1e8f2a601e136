package db

import (
	"cmp"
	"slices"
	"testing"

	"alike/fingerprint"
)

// TestRangesHoldAllPostings checks that ranges have all postings of all segments, in
// order, each once.
func TestRangesHoldAllPostings(t *testing.T) {
	w := newWorld(t, 11)
	w.grow(60)
	for range 5 {
		w.scan(40, false)
	}
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	var want []Posting
	for _, seg := range ix.segments {
		table := seg.table(kindPostings)
		if err := table.load(); err != nil {
			t.Fatal(err)
		}
		for block := range table.blocks {
			if err := table.appendPostings(block, &want); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.SortFunc(want, func(p, q Posting) int {
		return cmp.Or(cmp.Compare(p.Fingerprint, q.Fingerprint), cmp.Compare(p.Content, q.Content))
	})
	if len(want) < 1000 || len(ix.segments) < 2 {
		t.Fatalf("%d postings in %d segments", len(want), len(ix.segments))
	}
	all, err := postingRanges(ix.segments)
	if err != nil || len(all) == 0 || all[0].from != 0 || all[len(all)-1].to != endOfFingerprints {
		t.Fatalf("ranges %v, %v", all, err)
	}
	for _, cuts := range []int{0, 1, 50} {
		at := []fingerprint.Fingerprint{0}
		for range cuts {
			at = append(at, want[w.r.IntN(len(want))].Fingerprint+fingerprint.Fingerprint(w.r.IntN(2)))
		}
		slices.Sort(at)
		at = append(at, endOfFingerprints)
		r := RangeReader{segments: ix.segments}
		var got []Posting
		for i := range at[1:] {
			ps, err := r.Read(FingerprintRange{at[i], at[i+1]})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ps...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("cut %d times: %d postings, want %d", cuts, len(got), len(want))
		}
	}
}
