package db

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"alike/fingerprint"
)

// A content with more fingerprints than a batch or a spool holds in memory is stored in
// several segments and read as one.
func TestContentLargerThanABatch(t *testing.T) {
	t.Run("its postings in a segment of their own", func(t *testing.T) { testSpilled(t, 1, 3) })
	t.Run("its postings among the others", func(t *testing.T) { testSpilled(t, 128<<20, 1) })
}

// testSpilled enters contents that spill, with a writer that has so many bytes of memory and leaves at
// least so many segments.
func testSpilled(t *testing.T, memory int64, segments int) {
	w := newWorld(t, 21)
	params := Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 5}}
	ix := w.open(Options{Write: true, Create: true, Params: &params, Memory: memory})
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
	if len(ix.segments) < segments {
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

// Contents that several goroutines enter at the same time, in batches that fill and are committed
// meanwhile, are all there.
func TestContentsAtTheSameTime(t *testing.T) {
	params := Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 5}}
	ix, err := Open(t.Context(), t.TempDir()+"/index", Options{Write: true, Create: true, Params: &params, Memory: 4 << 20})
	must(t, err)
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	dir, err := iw.Directory("/d")
	must(t, err)
	var mu sync.Mutex
	sets := map[ContentID]fingerprint.Set{}
	var wg sync.WaitGroup
	for worker := range 6 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(31, uint64(worker)))
			spool := iw.NewSpool()
			defer spool.Close()
			spool.limit = 30_000
			for i := range 12 {
				all := make([]fingerprint.Selected, 1+r.IntN(20_000)*(1+r.IntN(4)))
				set := make([]fingerprint.Fingerprint, len(all))
				for j := range all {
					all[j].Fingerprint = fingerprint.Fingerprint(r.Uint64N(uint64(fingerprint.Bound(5))))
					set[j] = all[j].Fingerprint
				}
				for part := range slices.Chunk(all, 10_000) {
					if err := spool.Add(part); err != nil {
						t.Error(err)
						return
					}
				}
				c := Content{Checksum: Checksum{byte(worker), byte(i), 1}, Size: 1 << 20, Level: 5}
				id, isNew, err := iw.AddContent(c, spool)
				if err == nil {
					err = iw.Put(dir.ID, Entry{Name: fmt.Sprint(worker, "-", i), Content: id})
				}
				if err != nil || !isNew {
					t.Error(isNew, err)
					return
				}
				mu.Lock()
				sets[id] = fingerprint.NewSet(set, 5)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	must(t, iw.Commit())
	mustCheck(t, ix)
	if len(sets) != 6*12 {
		t.Fatalf("%d contents", len(sets))
	}
	for id, want := range sets {
		if got, err := ix.Fingerprints(id, len(want), nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("content %d has %d fingerprints, want %d (%v)", id, len(got), len(want), err)
		}
	}
}

// After an error in the middle of a content, nothing more is committed.
func TestNoCommitAfterAnError(t *testing.T) {
	w := newWorld(t, 22)
	params := Params{View: "raw", Rule: fingerprint.Rule{Window: 50, Density: 5}}
	ix := w.open(Options{Write: true, Create: true, Params: &params, Memory: 1})
	iw, err := ix.NewWriter()
	must(t, err)
	spool := iw.NewSpool()
	defer spool.Close()
	spool.limit = 1000
	for i := range 30_000 {
		must(t, spool.Add([]fingerprint.Selected{{Fingerprint: fingerprint.Fingerprint(i) << 20}}))
	}
	must(t, spool.file.Truncate(5000))
	c := Content{Checksum: Checksum{1}, Size: 1 << 20, Level: 5}
	if _, _, err := iw.AddContent(c, spool); err == nil {
		t.Fatal("a spool that cannot be read is entered")
	}
	if err := iw.Commit(); err == nil {
		t.Error("a commit with a part of a content succeeds")
	}
}
