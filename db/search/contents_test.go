package search

import (
	"context"
	"testing"

	"alike/db"
	"alike/fingerprint"
)

// Contents with fingerprints of level 30, one in 2^25 at level 5, are entered, read and
// compared like others, with any check bits, although there is no coarser level to
// count them at.
func TestCoarsestFingerprints(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	ix := w.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	spool := iw.NewSpool()
	defer spool.Close()
	l, err := iw.Directory("/d")
	if err != nil {
		t.Fatal(err)
	}
	const contents = 34
	for i := range contents {
		coarsest := fingerprint.Fingerprint(1) << (i / 2) >> 1 // 0, 1, 2, 4 … 2^15, each in two
		chosen := []fingerprint.Selected{{Fingerprint: coarsest}, {Fingerprint: coarsest + 1<<39}, {Fingerprint: coarsest + 1<<40}}
		if err := spool.Add(chosen); err != nil {
			t.Fatal(err)
		}
		c := db.Content{Checksum: db.Checksum{byte(i + 1)}, Size: 300, Level: 5}
		id, _, err := iw.AddContent(c, spool)
		if err != nil {
			t.Fatal(err)
		}
		if err := iw.Put(l.ID, db.Entry{Name: string(rune('A' + i)), Content: id, Stat: db.Stat{Size: 300}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	mustCheck(t, ix)
	pairs := 0
	_, err = Pairs(context.Background(), ix, PairQuery{Min: 1, MinShared: 3}, func(p Pair) error {
		pairs++
		if p.Shared != 3 || p.A.Path[3]+1 != p.B.Path[3] {
			t.Errorf("%+v", p)
		}
		return nil
	})
	if err != nil || pairs != contents/2 {
		t.Errorf("%d pairs, %v; want %d", pairs, err, contents/2)
	}
}

// A content with more fingerprints than a batch of the writer is stored in several segments
// and read as one.
func TestContentLargerThanABatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 21)
	params := db.Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 5}}
	ix := w.open(db.Options{Write: true, Create: true, Params: &params, Memory: 1})
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	whole := w.bytes(14 << 20)
	spool := iw.NewSpool()
	defer spool.Close()
	has, err := iw.Directory("/d")
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for i, data := range [][]byte{w.bytes(3000), whole, whole[:14<<20/4], whole[:3000], w.bytes(200)} {
		e := fingerprint.NewExtractor(params.Rule)
		e.Reset(int64(len(data)))
		e.Write(data)
		e.Close()
		for sel := e.Take(); len(sel) > 0; {
			n := min(len(sel), 10_000)
			if err := spool.Add(sel[:n]); err != nil {
				t.Fatal(err)
			}
			sel = sel[n:]
		}
		c := db.Content{Checksum: db.Checksum{byte(i + 1)}, Size: int64(len(data)), Level: 5}
		id, isNew, err := iw.AddContent(c, spool)
		if err != nil || !isNew {
			t.Fatal(isNew, err)
		}
		if err := iw.Put(has.ID, db.Entry{Name: string(rune('a' + i)), Content: id}); err != nil {
			t.Fatal(err)
		}
		set, _ := fingerprint.SetOf(params.Rule, data)
		sizes = append(sizes, len(set))
	}
	if sizes[1] < 2*(64<<10) {
		t.Fatalf("the large file has only %d fingerprints", sizes[1])
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	if n := segmentsOf(t, ix); n < 3 {
		t.Errorf("%d segments, want a content in several", n)
	}
	for range 2 { // as written, and merged
		report := mustCheck(t, ix)
		if want := int64(sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizes[4]); report.Postings != want {
			t.Errorf("%d postings, want %d", report.Postings, want)
		}
		pairs := map[string]int{}
		for _, p := range allPairs(t, ix, PairQuery{Min: .9, MinShared: 3}) {
			pairs[p.A.Path+p.B.Path] = p.Shared
		}
		// The last window of a piece may be outranked by a window beyond its end.
		if n := pairs["/d/b/d/c"]; n < sizes[2]-1 || n > sizes[2] {
			t.Errorf("the first quarter shares %d of its %d fingerprints", n, sizes[2])
		}
		if len(pairs) != 3 {
			t.Errorf("pairs %v, want b-c, b-d and c-d", pairs)
		}
		if err := iw.MergeFrom(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
}
