package dataset

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// TestWrite checks every row of the exports of random indexes: hostile names, several segments,
// orphaned and claimed contents, empty files, files that share a content.
func TestWrite(t *testing.T) {
	t.Parallel()
	text := db.Params{View: "text", Rule: fingerprint.Rule{Window: 25, Density: fingerprint.Auto}}
	for i, params := range []db.Params{db.DefaultParams, {View: "code", Rule: fingerprint.Rule{Window: 12, Density: 2}}, text, db.DefaultParams} {
		t.Run(fmt.Sprint(params.View, i), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, uint64(i), params)
			if i > 0 {
				iw, err := w.ix.NewWriter()
				w.must(err)
				w.must(iw.KeepHashes("scheme", 4))
				w.must(iw.Commit())
			}
			dir := filepath.Join(t.TempDir(), "new", "lake")
			for scan := range 4 {
				w.scan(time.Unix(int64(1_000_000+scan*1000), 0), 60)
				o := Options{Dir: dir, Host: "web-1.x", Version: "v9", Threads: 2}
				if scan > 0 { // many parts, and a spill file
					o.Memory, o.inGroup, o.inPart, o.rows, o.inFile = 4<<10, 500, 2, 7, 2000
				}
				stats, err := w.export(o)
				w.must(err)
				want := w.want("web-1.x")
				want.compare(t, written(t, dir, "web-1.x"))
				if parts := min(len(partsOf(t, dir, "web-1.x", postings)), len(partsOf(t, dir, "web-1.x", files))); scan > 0 && parts < 3 {
					t.Errorf("there are only %d parts", parts)
				}
				w.checkExport(dir, "web-1.x", stats, want)
			}
		})
	}
}

// checkExport checks the table exports and the counts.
func (w *world) checkExport(dir, host string, stats Stats, want wanted) {
	w.t.Helper()
	p := w.ix.Params()
	row := Export{
		Layout: 1, Host: host, Exported: 1_800_000_000_000_000_005, Version: "v9", View: p.View, Rules: view.Kind(p.View).Rules(),
		Window: int32(p.Rule.Window), Density: int32(p.Rule.Density), Small: int32(p.Rule.Small), Anchors: string(p.Rule.Anchors),
		Contents: int64(len(want.contents)), Files: int64(len(want.files)), Postings: int64(len(want.postings)), Hashes: int64(len(want.hashes)),
	}
	if _, _, ok := w.ix.HashScheme(); ok {
		row.Scheme = "scheme"
	}
	got := readTable[Export](w.t, dir, host, exports)
	if len(got) == 1 && len(got[0].Roots) == 0 {
		got[0].Roots = nil
	}
	if want := []Export{row}; !reflect.DeepEqual(got, want) {
		w.t.Errorf("exports: got %+v, want %+v", got, want)
	}
	if stats.Contents != row.Contents || stats.Files != row.Files || stats.Postings != row.Postings || stats.Hashes != row.Hashes {
		w.t.Errorf("stats %+v, want the counts of %+v", stats, row)
	}
}

// TestStopped checks that an export that is stopped at any time leaves the one before.
func TestStopped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 60)
	dir := t.TempDir()
	_, err := w.export(Options{Dir: dir, Host: "h"})
	w.must(err)
	before := snapshot(t, dir)
	w.scan(time.Unix(1_001_000, 0), 60)
	for steps := range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		var called atomic.Int64
		_, err := Write(ctx, w.ix, Options{
			Dir: dir, Host: "h", Threads: 2, inGroup: 500, Now: time.Unix(1_900_000_000, 0),
			Progress: func(int64, int64) {
				if called.Add(1) > int64(steps) {
					cancel()
				}
			},
		})
		cancel()
		if err == nil {
			if steps < 5 {
				t.Errorf("the export was done after %d steps", steps)
			}
			want := w.want("h")
			want.compare(t, written(t, dir, "h"))
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if after := snapshot(t, dir); after != before {
			t.Fatalf("after %d steps the dataset differs", steps)
		}
	}
	t.Error("no export was done")
}

// TestProgress checks that the work done ends at the total, that of a whole export and that of
// one that keeps parts of another.
func TestProgress(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 4, db.DefaultParams)
	dir := t.TempDir()
	for i, files := range []int{1200, 30} {
		w.scan(time.Unix(1_000_000+int64(i), 0), files)
		var mu sync.Mutex
		last, all := int64(0), int64(0)
		stats, err := w.export(Options{Dir: dir, Host: "h", small: 1, Progress: func(done, total int64) {
			mu.Lock()
			defer mu.Unlock()
			last, all = max(last, done), total
		}})
		w.must(err)
		if last != all || all < stats.NewPostings+stats.NewContents {
			t.Errorf("%d of %d was done, for %d new postings", last, all, stats.NewPostings)
		}
		if i == 0 && stats.NewPostings < batch*collectWork {
			t.Errorf("only %d postings, which are counted at once", stats.NewPostings)
		} else if i > 0 && (stats.NewPostings == 0 || stats.NewPostings == stats.Postings) {
			t.Errorf("%d of %d postings are new", stats.NewPostings, stats.Postings)
		}
	}
}

// TestAddKey checks that a list of keys does not grow with keys that it has.
func TestAddKey(t *testing.T) {
	t.Parallel()
	var keys []fileKey
	for i := range 1_000_000 {
		keys = addKey(keys, fileKey{Key(int64(i) * 7919 % 3000), 5})
	}
	if cap(keys) > 4*3000 {
		t.Errorf("room for %d keys, of which 3000 differ", cap(keys))
	}
	if keys = distinct(keys); len(keys) != 3000 || keys[0].key != 0 || keys[2999].key != 2999 {
		t.Errorf("%d keys, want 3000", len(keys))
	}
}
