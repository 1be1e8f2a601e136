package dataset_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/dataset"
	"alike/db/hamming"
	"alike/testdata"
)

// TestImportDeep imports paths of 8,180 folders. Each takes memory in proportion to its length: the
// import allocates at most 16 MB a path, all counted, where it took 125 MB, and keeps little, where it kept
// all.
func TestImportDeep(t *testing.T) {
	testdata.Sequential(t)
	paths := 4
	if testdata.IsLong() {
		paths = 64
	}
	tree := map[string]file{}
	for i := range paths {
		tree[fmt.Sprintf("/top%02d%s/f", i, strings.Repeat("/d", 8180))] = file{data: fmt.Sprint("content ", i)}
	}
	dir := t.TempDir()
	export(t, dir, "web", tree) // of a host of three letters
	at := filepath.Join(t.TempDir(), "index")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	sum, err := tryImport(t, at, dir)
	must(t, err)
	runtime.ReadMemStats(&after)
	if sum.Files != int64(paths) {
		t.Errorf("%d of %d files were imported", sum.Files, paths)
	}
	if took, most := (after.TotalAlloc-before.TotalAlloc)>>20, uint64(100+16*paths); took > most {
		t.Errorf("importing %d paths allocates %d MB, at most %d", paths, took, most)
	}
	ix, _ := index(t, at, db.Hosts)
	found := 0
	must(t, ix.EachFile(t.Context(), func(p db.FilePath, _ *db.DirEntry) error {
		if _, ok := tree[strings.TrimPrefix(p.String(), "web:")]; ok {
			found++
		}
		return nil
	}))
	if found != paths {
		t.Errorf("%d of %d paths are found", found, paths)
	}
	report, err := ix.Check(t.Context(), db.CheckOptions{})
	if err != nil || len(report.Problems) > 0 {
		t.Errorf("%v, %v", report.Problems, err)
	}
}

// TestExportDeep exports many files whose paths are longer than an import takes, and so are left out.
// None of their paths is built: the export allocates some 40 MB, where it took 160.
func TestExportDeep(t *testing.T) {
	testdata.Sequential(t)
	const long = 400
	deep := strings.Repeat("/d", 50_000)
	tree := map[string]file{"/top/f": {data: "content"}}
	for i := range long {
		tree[fmt.Sprintf("%s/f%03d", deep, i)] = file{data: "content"}
	}
	ix, w := index(t, filepath.Join(t.TempDir(), "index"), db.Files)
	must(t, w.KeepHashes(scheme, hamming.DefaultBlocks))
	enter(t, w, "", tree, 7)
	must(t, w.Commit())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	stats, err := dataset.Write(t.Context(), ix, dataset.Options{Dir: t.TempDir(), Host: "web", Now: time.Unix(9, 0), Memory: 16 << 20})
	must(t, err)
	runtime.ReadMemStats(&after)
	if stats.Files != 1 || stats.LongPaths != long {
		t.Errorf("%d files are written, %d left out", stats.Files, stats.LongPaths)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 80 {
		t.Errorf("the export allocates %d MB, at most 80", took)
	}
}
