package dataset

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/spill"
	"alike/fingerprint/simhash"
)

// TestIncrements checks that exports after several scans have each row that counts exactly once,
// whatever parts they keep, and that they keep some.
func TestIncrements(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed, db.DefaultParams)
			iw, err := w.ix.NewWriter()
			w.must(err)
			w.must(iw.KeepHashes(simhash.Default().String(), 4))
			w.must(iw.Commit())
			dir, total, kept := t.TempDir(), int64(0), 0
			for scan := range 12 {
				w.scan(time.Unix(int64(1_000_000+scan*1000), 0), []int{150, 3, 20, 0}[scan%4])
				if scan == 6 {
					iw, err := w.ix.NewWriter()
					w.must(err)
					w.must(iw.Merge(t.Context()))
				}
				stats, err := w.export(Options{Dir: dir, Host: "h", small: 1})
				w.must(err)
				if stats.Partial {
					t.Error("the export is partial")
				}
				w.compareCounting(dir, "h")
				want := w.want("h")
				if stats.Contents != int64(len(want.contents)) || stats.Postings != int64(len(want.postings)) || stats.Hashes != int64(len(want.hashes)) {
					t.Errorf("stats %+v, want %d contents, %d postings and %d simhashes", stats, len(want.contents), len(want.postings), len(want.hashes))
				}
				row := readTable[Export](t, dir, "h", exports)[0]
				if got := written(t, dir, "h"); row.Contents != int64(len(got.contents)) || row.Postings != int64(len(got.postings)) || row.Hashes != int64(len(got.hashes)) {
					t.Errorf("the export counts %+v", row)
				}
				total += stats.NewPostings
				kept = max(kept, len(partsOf(t, dir, "h", postings)))
			}
			if all := int64(len(w.want("h").postings)); total > 8*all {
				t.Errorf("%d postings were written for %d", total, all)
			}
			if kept < 2 {
				t.Error("no export kept anything")
			}
			again, err := w.export(Options{Dir: dir, Host: "h", small: 1})
			w.must(err)
			if again.NewContents+again.NewPostings != 0 {
				t.Errorf("an export without changes wrote %+v", again)
			}
		})
	}
}

// partsOf returns the part files of a table.
func partsOf(t *testing.T, dir, host, table string) []string {
	t.Helper()
	parts, err := filepath.Glob(filepath.Join(dir, "host="+host, table, "part-*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// compareCounting compares a dataset with the model. Rows of contents without files do not count.
func (w *world) compareCounting(dir, host string) {
	w.t.Helper()
	want, got := w.want(host), written(w.t, dir, host)
	counts := map[Key]bool{}
	for _, c := range want.contents {
		counts[c.Key] = true
	}
	hashed := map[Key]bool{}
	for _, h := range want.hashes {
		hashed[h.Key] = true
	}
	got.contents = slices.DeleteFunc(got.contents, func(c Content) bool { return !counts[c.Key] })
	got.postings = slices.DeleteFunc(got.postings, func(p Posting) bool { return !counts[p.Key] })
	got.hashes = slices.DeleteFunc(got.hashes, func(h Hash) bool { return !hashed[h.Key] })
	got.sort()
	want.compare(w.t, got)
}

// TestSince checks that an export since a scan has only the contents entered later, and together
// with an export of that time all; and that it completes an export that is there.
func TestSince(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5, db.DefaultParams)
	base, increment := t.TempDir(), t.TempDir()
	w.scan(time.Unix(1_000_000, 0), 100)
	_, err := w.export(Options{Dir: base, Host: "h"})
	w.must(err)
	first := w.want("h")
	w.scan(time.Unix(1_001_000, 0), 50)
	since := time.Unix(1_000_500, 0)
	after, ok := w.ix.Before(since)
	if !ok || after == 0 {
		t.Fatalf("the scan before is %d, %v", after, ok)
	}
	stats, err := w.export(Options{Dir: increment, Host: "h", After: after, Since: since, Now: time.Unix(1_800_000_001, 0)})
	w.must(err)
	row := readTable[Export](t, increment, "h", exports)[0]
	if !stats.Partial || row.Since != since.UnixNano() || row.Contents != stats.NewContents || row.Contents == 0 {
		t.Errorf("stats %+v, export %+v", stats, row)
	}
	old := map[Key]bool{}
	for _, c := range first.contents {
		old[c.Key] = true
	}
	for _, c := range readTable[Content](t, increment, "h", contents) {
		if old[c.Key] {
			t.Errorf("content %d is old", c.Key)
		}
	}
	// Copied over the first, as docs/fleet.md says, the increment completes it.
	merged := t.TempDir()
	w.must(os.CopyFS(merged, os.DirFS(base)))
	for _, table := range []string{exports, files} {
		w.must(os.RemoveAll(filepath.Join(merged, "host=h", table)))
	}
	w.must(os.CopyFS(filepath.Join(merged, "host=h"), os.DirFS(filepath.Join(increment, "host=h"))))
	w.compareCounting(merged, "h")
	verify := func(dir string) error {
		hosts, err := Hosts(t.Context(), []string{dir})
		if err == nil {
			err = Verify(t.Context(), nil, spill.Place{}, hosts, &Progress{})
		}
		return err
	}
	w.must(verify(merged))
	for dir, want := range map[string]string{increment: "it lacks contents from before 1970-01-12 13:55:00 UTC", merged: "which is not in contents"} {
		if dir == merged { // a part is not there
			w.must(os.RemoveAll(filepath.Join(dir, "host=h", contents)))
			w.must(os.CopyFS(filepath.Join(dir, "host=h", contents), os.DirFS(filepath.Join(increment, "host=h", contents))))
		}
		if err := verify(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("an increment that is not complete: %v, want %q", err, want)
		}
	}

	// In a dataset that has the host the flag leaves nothing out, also where that one is partial.
	for _, dir := range []string{base, increment} {
		stats, err := w.export(Options{Dir: dir, Host: "h", After: after, Since: since, small: 1})
		w.must(err)
		if row := readTable[Export](t, dir, "h", exports)[0]; row.Since != 0 || stats.Partial {
			t.Errorf("the export names %d", row.Since)
		}
		w.compareCounting(dir, "h")
	}
}

// spoilers damage a part file.
var spoilers = map[string]func(path string) error{
	"remove": os.Remove,
	"cut":    func(path string) error { return os.Truncate(path, 100) },
	"garble": func(path string) error {
		return rewrite(path, func(data []byte) {
			for i := range data[4 : len(data)-8] {
				data[4+i] ^= 0x55
			}
		})
	},
	"claim much": func(path string) error { // the footer has a list of 2^31 elements
		return rewrite(path, func(data []byte) {
			footer := len(data) - 8 - int(binary.LittleEndian.Uint32(data[len(data)-8:]))
			copy(data[footer:], []byte{0x29, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x07})
		})
	},
	"flip": func(path string) error { // a bit of a page
		return rewrite(path, func(data []byte) { data[len(data)/4] ^= 1 })
	},
}

func rewrite(path string, change func(data []byte)) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	change(data)
	return os.WriteFile(path, data, 0o600)
}

// TestKeepNothing checks that nothing is kept of an export that is damaged or of other rules.
func TestKeepNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 9, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 80)
	for _, table := range []string{exports, contents, postings} {
		for name, spoil := range spoilers {
			if name == "flip" && table == exports {
				continue // it is written again
			}
			t.Run(name+" "+table, func(t *testing.T) {
				dir := t.TempDir()
				_, err := w.export(Options{Dir: dir, Host: "h", small: 1})
				w.must(err)
				w.must(spoil(partsOf(t, dir, "h", table)[0]))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				stats, err := w.export(Options{Dir: dir, Host: "h", small: 1})
				w.must(err)
				runtime.ReadMemStats(&after)
				if n := after.TotalAlloc - before.TotalAlloc; n > 1<<30 {
					t.Errorf("the export allocated %d MB", n>>20)
				}
				if want := w.want("h"); stats.NewPostings != int64(len(want.postings)) {
					t.Errorf("%d of %d postings were written again", stats.NewPostings, len(want.postings))
				}
				want := w.want("h")
				want.compare(t, written(t, dir, "h"))
				if left, err := filepath.Glob(filepath.Join(dir, "_[no]*")); err != nil || len(left) > 0 {
					t.Errorf("left over: %s, %v", left, err)
				}
			})
		}
	}
	t.Run("other rules", func(t *testing.T) {
		dir := t.TempDir()
		_, err := w.export(Options{Dir: dir, Host: "h", small: 1})
		w.must(err)
		for _, table := range []string{contents, postings, files, simhashes} {
			for _, part := range partsOf(t, dir, "h", table) {
				w.must(rewrite(part, func(data []byte) {
					// Two bytes of Thrift stand between a key and its value.
					data[bytes.Index(data, []byte("alike.rules"))+len("alike.rules")+2]++
				}))
			}
		}
		stats, err := w.export(Options{Dir: dir, Host: "h", small: 1})
		w.must(err)
		want := w.want("h")
		if stats.NewPostings != int64(len(want.postings)) {
			t.Errorf("%d of %d postings were written again", stats.NewPostings, len(want.postings))
		}
		want.compare(t, written(t, dir, "h"))
	})
}

// TestCancelledInspection checks that an import and an export read no part whole once they are
// cancelled. A fleet has gigabytes of them.
func TestCancelledInspection(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, db.DefaultParams)
	w.scan(time.Unix(1_000_000, 0), 100)
	dir := t.TempDir()
	_, err := w.export(Options{Dir: dir, Host: "h", small: 1})
	w.must(err)
	before := written(t, dir, "h")
	hosts, err := Hosts(t.Context(), []string{dir})
	w.must(err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Hosts(ctx, []string{dir}); !errors.Is(err, context.Canceled) {
		t.Errorf("Hosts returns %v", err)
	}
	known := len(hosts[0].inspected)
	if err := Verify(ctx, nil, spill.Place{}, hosts, &Progress{}); !errors.Is(err, context.Canceled) || known != 1 || len(hosts[0].inspected) != known {
		t.Errorf("Verify inspected %d parts beside that of exports, %v", len(hosts[0].inspected)-1, err)
	}
	s, err := newStage(dir, "h")
	w.must(err)
	defer s.close()
	for _, part := range partsOf(t, dir, "h", postings) {
		if _, err := s.rows(ctx, postings+"/"+filepath.Base(part)); !errors.Is(err, context.Canceled) || len(s.inspected) > 0 {
			t.Errorf("%s: %v", part, err)
		}
	}
	w.must(s.discard())
	s.close()
	if _, err := Write(ctx, w.ix, Options{Dir: dir, Host: "h", Now: time.Unix(2_000_000, 0)}); !errors.Is(err, context.Canceled) {
		t.Errorf("Write returns %v", err)
	}
	if after := written(t, dir, "h"); !reflect.DeepEqual(after, before) {
		t.Error("a cancelled export changed the one before")
	}
}
