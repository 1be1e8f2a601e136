package db

import (
	"math/rand/v2"
	"slices"
	"testing"

	"alike/fingerprint"
)

// TestPostingLists compares look-ups in any order, alone and several together, with all
// postings.
func TestPostingLists(t *testing.T) {
	w := newWorld(t, 11)
	w.grow(60)
	for range 5 {
		w.scan(40, false)
	}
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	want := map[fingerprint.Fingerprint][]ContentID{}
	var fps []fingerprint.Fingerprint
	for _, seg := range ix.segments {
		table := seg.table(kindPostings)
		if err := table.load(); err != nil {
			t.Fatal(err)
		}
		for block := range table.blocks {
			var ps []Posting
			if err := table.postings(block, &ps); err != nil {
				t.Fatal(err)
			}
			for _, p := range ps {
				want[p.Fingerprint] = append(want[p.Fingerprint], p.Content)
				fps = append(fps, p.Fingerprint, p.Fingerprint+1)
			}
		}
	}
	slices.Sort(fps)
	fps = append(slices.Compact(fps), 0, 1<<fingerprint.Bits-1)
	if len(fps) < 1000 || len(ix.segments) < 2 {
		t.Fatalf("%d fingerprints in %d segments", len(fps), len(ix.segments))
	}
	l := ix.NewPostingLists()
	for _, inOrder := range []bool{true, false} {
		w.r.Shuffle(len(fps), func(i, j int) { fps[i], fps[j] = fps[j], fps[i] })
		if inOrder {
			slices.Sort(fps)
		}
		for rest := fps; len(rest) > 0; {
			n := min(1+w.r.IntN(20), len(rest))
			ids, ends, err := l.AppendEach(nil, nil, rest[:n]...)
			if err != nil || len(ends) != n {
				t.Fatalf("%d lists, want %d, %v", len(ends), n, err)
			}
			begin := 0
			for i, end := range ends {
				if fp := rest[i]; !slices.Equal(ids[begin:end], want[fp]) {
					t.Fatalf("in order %v: fingerprint %x has contents %v, want %v", inOrder, fp, ids[begin:end], want[fp])
				}
				begin = end
			}
			rest = rest[n:]
		}
	}
}

// TestSkipBoth checks that skipping in two blocks at a time leaves what a whole decoding finds.
// The fingerprints of a block are close together, far apart, few and equal, or mixed.
func TestSkipBoth(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	block := func() []Posting {
		var ps []Posting
		within := uint64(1) << (1 + r.UintN(fingerprint.Bits-1))
		for range 1 + r.IntN(postingsInBlock) {
			p := Posting{fingerprint.Fingerprint(r.Uint64N(within)), ContentID(r.Uint32() >> (r.UintN(4) * 8))}
			if n := len(ps); n > 0 && r.IntN(3) == 0 {
				p.Fingerprint = ps[n-1].Fingerprint
			}
			ps = append(ps, p)
		}
		slices.SortFunc(ps, comparePostings)
		return slices.Compact(ps)
	}
	decoder := func(ps []Posting) (d postingDecoder) {
		if err := d.reset(rowKey{uint64(ps[0].Fingerprint), uint32(ps[0].Content)}, encodePostings(nil, ps)); err != nil {
			t.Fatal(err)
		}
		return d
	}
	skipped := 0
	for range 2000 {
		a, b := block(), block()
		all := append(slices.Clone(a), b...)
		least := max(all[r.IntN(len(all))].Fingerprint+fingerprint.Fingerprint(r.IntN(3)), 1) - 1
		most := least + fingerprint.Fingerprint(r.Uint64N(1<<r.UintN(20)))
		da, db := decoder(a), decoder(b)
		if err := skipBoth(&da, &db, least); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			d  *postingDecoder
			ps []Posting
		}{{&da, a}, {&db, b}} {
			skipped += len(c.ps) - c.d.left
			got, err := c.d.upTo(nil, most)
			if err != nil {
				t.Fatal(err)
			}
			from := searchPostings(c.ps, least)
			to := min(searchPostings(c.ps, most+1)+1, len(c.ps))
			if i := searchPostings(got, least); !slices.Equal(got[i:], c.ps[from:to]) {
				t.Fatalf("%d postings from %x up to %x, want %d", len(got)-i, least, most, to-from)
			}
		}
	}
	if skipped < 100_000 {
		t.Errorf("%d postings skipped", skipped)
	}
}

func comparePostings(p, q Posting) int {
	switch {
	case p.less(q):
		return -1
	case q.less(p):
		return 1
	}
	return 0
}
