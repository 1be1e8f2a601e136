package scan

import (
	"fmt"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/testdata"
)

// TestDepth checks that a folder costs the same at any depth: a tree twice as deep takes at most
// three times the memory, all allocations of a scan counted; four times if each folder took memory
// in proportion to its depth. It scans, scans again, reads, checks, and removes: a chain of folders with a few
// files, one with a folder beside each of its folders, and one with many folders at its end. In the
// short form TestDeepVerbs of cmd/alike bounds what a chain takes.
func TestDepth(t *testing.T) {
	testdata.Long(t)
	const most, depth = 3, 50_000
	for _, c := range []struct {
		name string
		each func(t *testing.T, level, dirfd, depth int)
	}{
		{"chain", func(t *testing.T, level, dirfd, depth int) {
			if level%(depth/8) == 0 {
				testdata.PutAt(t, dirfd, "file", fmt.Sprintf("content %d", level/(depth/8)))
			}
		}},
		{"comb", func(t *testing.T, level, dirfd, depth int) {
			must(t, unix.Mkdirat(dirfd, []string{"a", "z"}[level%2], 0o755))
			if level == depth {
				testdata.PutAt(t, dirfd, "file", "content")
			}
		}},
		{"siblings", func(t *testing.T, level, dirfd, depth int) {
			if level != depth {
				return
			}
			for i := range depth {
				must(t, unix.Mkdirat(dirfd, fmt.Sprint("s", i), 0o755))
			}
			testdata.PutAt(t, dirfd, "file", "content")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var took [2]map[string]uint64
			for i := range took {
				n := depth << i
				root := testdata.Deepen(t, quickDir(t), "d", n, func(level, dirfd int) { c.each(t, level, dirfd, n) })
				took[i] = allocationsOf(t, root, int64(n))
			}
			for step, small := range took[0] {
				if large := took[1][step]; large > most*small {
					t.Errorf("%s: %d MB, and %d MB twice as deep", step, small>>20, large>>20)
				}
			}
		})
	}
}

// allocationsOf runs what works on a tree of many folders and returns the bytes that each step
// allocated.
func allocationsOf(t *testing.T, root string, folders int64) map[string]uint64 {
	t.Helper()
	x := newIndex(t)
	took := map[string]uint64{}
	measure := func(step string, do func()) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		took[step] = after.TotalAlloc - before.TotalAlloc
	}
	scan := func(step string, wanted func(s Summary) bool) {
		measure(step, func() {
			if s := x.scan(options(), root); s.Failed != 0 || len(s.Skipped) != 0 || !wanted(s) {
				t.Fatalf("%s: %+v", step, s)
			}
		})
	}
	scan("scan", func(s Summary) bool { return s.Directories > folders && s.Read > 0 })
	must(t, x.w.Commit())
	scan("again", func(s Summary) bool { return s.Directories > folders && s.New == 0 && s.Gone == 0 })
	files := 0
	measure("read", func() {
		must(t, x.ix.EachEntry(t.Context(), func(db.FilePath, *db.DirEntry) error { files++; return nil }))
		must(t, x.ix.EachEntryInOrder(t.Context(), func(db.FilePath, *db.DirEntry) error { files++; return nil }))
	})
	check := func() {
		report, err := x.ix.Check(t.Context(), db.CheckOptions{Sample: -1, Read: reread(t, x.ix)})
		must(t, err)
		for _, p := range report.Problems {
			t.Error(p)
		}
	}
	measure("check", check)
	measure("look up", func() {
		must(t, x.ix.EachEntryInOrder(t.Context(), func(f db.FilePath, _ *db.DirEntry) error {
			path := f.String()
			_, ok, err := x.ix.Entry(path)
			if !ok {
				t.Errorf("a path of %d bytes is not found", len(path))
			}
			return err
		}))
	})
	o := options()
	o.Exclude = []string{"d"}
	measure("remove", func() {
		if s := x.scan(o, root); s.Gone == 0 || s.Gone < int64(files/2-1) {
			t.Fatalf("remove: %+v of %d", s, files/2)
		}
	})
	measure("tombstones", func() { must(t, x.ix.EachGone(t.Context(), 0, func(db.ScanID, db.GoneFile) error { return nil })) })
	must(t, x.w.Commit())
	check()
	return took
}
