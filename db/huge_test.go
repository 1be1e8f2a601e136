package db

import (
	"context"
	"slices"
	"testing"

	"alike/fingerprint"
)

// A content with more fingerprints than a batch or a spool holds in memory is stored in
// several segments and read as one.
func TestContentLargerThanABatch(t *testing.T) {
	w := newWorld(t, 21)
	params := Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 5}}
	ix := w.open(Options{Write: true, Create: true, Params: &params, Memory: 1})
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	whole := w.bytes(20 << 20)
	spool := iw.NewSpool()
	defer spool.Close()
	spool.limit = 50_000
	has, err := iw.Directory("/d")
	if err != nil {
		t.Fatal(err)
	}
	var ids []ContentID
	var sets []fingerprint.Set
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
		if spilled := len(spool.runs) > 0; spilled != (len(data) >= 5<<20) {
			t.Errorf("%d bytes: spilled %v", len(data), spilled)
		}
		c := Content{Checksum: Checksum{byte(i + 1)}, Size: int64(len(data)), Level: 5}
		id, isNew, err := iw.AddContent(c, spool)
		if err != nil || !isNew {
			t.Fatal(isNew, err)
		}
		if err := iw.Put(has.ID, Entry{Name: string(rune('a' + i)), Content: id}); err != nil {
			t.Fatal(err)
		}
		set, _ := fingerprint.SetOf(params.Rule, data)
		ids, sets, sizes = append(ids, id), append(sets, set), append(sizes, len(set))
	}
	if sizes[1] < 2*(64<<10) {
		t.Fatalf("the large file has only %d fingerprints", sizes[1])
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	if len(ix.segments) < 3 {
		t.Errorf("%d segments: this must test a content in several", len(ix.segments))
	}
	for range 2 { // as written, and merged
		report := mustCheck(t, ix)
		if want := int64(sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizes[4]); report.Postings != want {
			t.Errorf("%d postings, want %d", report.Postings, want)
		}
		for i, id := range ids {
			got, err := ix.Fingerprints(id, len(sets[i]), nil)
			must(t, err)
			if !slices.Equal(got, sets[i]) {
				t.Errorf("content %d has %d fingerprints, want %d", id, len(got), len(sets[i]))
			}
		}
		if err := iw.merge(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
}
