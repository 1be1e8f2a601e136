package search

import (
	"context"
	"testing"

	"alike/db"
	"alike/fingerprint"
)

// A content with more fingerprints than a batch holds, and than a spool keeps
// in memory, is stored in several segments and read as one.
func TestContentLargerThanABatch(t *testing.T) {
	w := newWorld(t, 21)
	params := db.Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 5}}
	ix := w.open(db.Options{Write: true, Create: true, Params: &params, Memory: 1})
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	whole := w.bytes(20 << 20)
	spool := iw.NewSpool()
	defer spool.Close()
	has, err := iw.Directory("/d")
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for i, data := range [][]byte{w.bytes(3000), whole, whole[:5<<20], whole[:3000], w.bytes(200)} {
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
		t.Errorf("%d segments; a content in several was to be tested", n)
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
		// The last window of a piece may be outranked by one that the piece cuts off.
		if n := pairs["/d/b/d/c"]; n < sizes[2]-1 || n > sizes[2] {
			t.Errorf("the first quarter shares %d fingerprints, it has %d", n, sizes[2])
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
