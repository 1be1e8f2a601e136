package db

import (
	"context"
	"fmt"
	"testing"
	"time"

	"alike/testdata"
)

// TestRenumbering checks that a merge of all segments assigns dense ids if most are
// unused.
func TestRenumbering(t *testing.T) {
	testdata.Sequential(t)
	w := newWorld(t, 5)
	ix := w.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	const rounds, tiny = 5, 500
	for round := range rounds {
		must(t, iw.BeginScan(time.Unix(int64(1000*(round+1)), 0)))
		if round > 0 { // all files change and move to other folders
			w.remove(iw, fmt.Sprintf("/tiny%d", round-1))
		}
		for i := range tiny {
			w.put(iw, fmt.Sprintf("/tiny%d/%d/f", round, i), w.addDoc(fmt.Appendf(nil, "%d %d", round, i)))
		}
		w.leaveOut(iw, fmt.Sprintf("/tiny%d/0/generated", round), w.addDoc(fmt.Appendf(nil, "generated %d", round)))
		must(t, iw.EndScan(time.Unix(int64(1000*(round+1)), 0)))
	}
	must(t, iw.merge(context.Background(), 0))
	after := ix.root
	if named := ContentID(after.Named); wasteful(uint32(named), uint32(after.NextContent)) || after.NextContent > rounds*tiny {
		t.Errorf("the next content is %d, with %d live", after.NextContent, named)
	}
	if after.NextDir > rounds*tiny {
		t.Errorf("the next directory is %d", after.NextDir)
	}
	mustCheck(t, ix)
	must(t, ix.Close())
}

// TestGoneIsBounded checks that the oldest tombstones are dropped once they take too much
// space, but never the last scan's.
func TestGoneIsBounded(t *testing.T) {
	testdata.Sequential(t)
	h := newWorld(t, 6)
	doc := h.addDoc([]byte("all the same"))
	ix := h.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	const scans = 8
	files := testdata.Rounds(1500, 3000)
	name := func(round, i int) string {
		return fmt.Sprintf("/d/%d/%x-%0220d", i%50, uint64(i+1)*0x9e3779b97f4a7c15, round)
	}
	for round := range scans {
		must(t, iw.BeginScan(time.Unix(int64(1000*(round+1)), 0)))
		for i := range files {
			if round > 0 {
				h.remove(iw, name(round-1, i))
			}
			h.put(iw, name(round, i), doc)
		}
		if err := iw.EndScan(time.Unix(int64(1000*(round+1)), 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := iw.Merge(context.Background()); err != nil {
		t.Fatal(err)
	}
	has, limit := ix.root.goneBytes()
	if has > 2*limit {
		t.Errorf("tombstones take %d bytes, the limit is %d", has, limit)
	}
	known := ix.Scans()
	if n := len(known); n < 2 || n >= scans || known[n-1].ID != scans {
		t.Errorf("%d of %d scans are remembered", n, scans)
	}
	if id, ok := ix.Before(time.Unix(2000, 0)); ok {
		t.Errorf("Before claims to know scan %d", id)
	}
	if gone := goneSince(t, ix, known[0].ID); gone != files {
		t.Errorf("%d files are gone since scan %d, want %d", gone, known[0].ID, files)
	}
	mustCheck(t, ix)
}

// goneSince counts the files that existed after a scan and are gone now.
func goneSince(t *testing.T, ix *Index, since ScanID) int {
	t.Helper()
	gone := map[string]bool{}
	must(t, ix.EachGone(context.Background(), since, func(_ ScanID, g GoneFile) error {
		if g.FirstScan <= since {
			gone[g.String()] = true
		}
		return nil
	}))
	must(t, ix.EachFile(context.Background(), func(path FilePath, _ *DirEntry) error {
		delete(gone, path.String())
		return nil
	}))
	return len(gone)
}

// TestManyGoneAtOnce checks that merging ends if the tombstones of the last scan alone
// exceed the limit.
func TestManyGoneAtOnce(t *testing.T) {
	h := newWorld(t, 7)
	doc := h.addDoc([]byte("all the same"))
	ix := h.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	const files = 2*maxGone + 100
	must(t, iw.BeginScan(time.Unix(1000, 0)))
	h.put(iw, "/a/stays", doc)
	h.put(iw, "/b/first", doc)
	has, err := iw.Directory("/b")
	must(t, err)
	entries := make([]Entry, files)
	for i := range entries {
		entries[i] = has.Files[0]
		entries[i].Name = fmt.Sprintf("%x-%0100d", uint64(i+1)*0x9e3779b97f4a7c15, i)
	}
	must(t, iw.Put(has.ID, entries...))
	must(t, iw.EndScan(time.Unix(1001, 0)))
	for scan := range 2 {
		must(t, iw.BeginScan(time.Unix(int64(2000+scan), 0)))
		h.remove(iw, "/b")
		if len(iw.gone) > maxGone {
			t.Errorf("%d tombstones wait in memory", len(iw.gone))
		}
		must(t, iw.EndScan(time.Unix(int64(2000+scan), 0)))
		before := ix.root.NextSegment
		must(t, iw.Merge(context.Background()))
		if n := ix.root.NextSegment - before; n > 2 {
			t.Errorf("%d merges after scan %d", n, scan+2)
		}
		gone := goneSince(t, ix, 1)
		if id, ok := ix.BeforeLast(1 + scan); gone != files+1 && ok {
			t.Errorf("after scan %d: %d files are gone since scan %d, want %d", scan+2, gone, id, files+1)
		}
	}
	mustCheck(t, ix)
}
