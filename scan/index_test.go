package scan

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

// index is an index that a test scans into.
type index struct {
	t   testing.TB
	dir string
	ix  *db.Index
	w   *db.Writer
}

func newIndex(t testing.TB) *index {
	t.Helper()
	return newIndexOf(t, view.Raw)
}

// newIndexOf returns an index of a view.
func newIndexOf(t testing.TB, kind view.Kind) *index {
	t.Helper()
	params := db.DefaultParams
	params.View = string(kind)
	return newIndexWith(t, params)
}

func newIndexWith(t testing.TB, params db.Params) *index {
	t.Helper()
	x := &index{t: t, dir: filepath.Join(quickDir(t), "index")}
	var err error
	x.ix, err = db.Open(context.Background(), x.dir, db.Options{Write: true, Create: true, Params: &params})
	if err != nil {
		t.Fatal(err)
	}
	if x.w, err = x.ix.NewWriter(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.ix.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func options() Options {
	return Options{Threads: 2, Rule: fingerprint.DefaultRule}
}

// scan scans and fails the test on errors.
func (x *index) scan(o Options, roots ...string) Summary {
	x.t.Helper()
	sum, err := Run(context.Background(), x.w, roots, o)
	if err != nil {
		x.t.Fatalf("scan of %.200q: %v", roots, err)
	}
	return sum
}

// files returns the entries below a folder by path relative to it.
func (x *index) files(folder string) map[string]db.Entry {
	x.t.Helper()
	all := make(map[string]db.Entry)
	var collect func(dir, relative string)
	collect = func(dir, relative string) {
		indexed, err := x.w.Directory(dir)
		if err != nil {
			x.t.Fatal(err)
		}
		for _, e := range indexed.Files {
			all[relative+e.Name] = e
		}
		for _, f := range indexed.Folders {
			collect(withSlash(dir)+f.Name, relative+f.Name+"/")
		}
	}
	collect(folder, "")
	return all
}

// coverages returns what was left out of the folders below a folder of the index, by path
// relative to it.
func (x *index) coverages(folder string) map[string]db.Coverage {
	x.t.Helper()
	must(x.t, x.w.Commit())
	all := make(map[string]db.Coverage)
	err := x.ix.EachFolder(context.Background(), func(p *db.DirPath, c db.Coverage) error {
		path := p.String()
		if isWithin(path, folder) {
			all[strings.TrimPrefix(path[len(folder):], "/")] = c
		}
		return nil
	}, func(db.FilePath, *db.DirEntry) error { return nil })
	must(x.t, err)
	return all
}

func (x *index) names(folder string) []string {
	x.t.Helper()
	return sortedKeys(x.files(folder))
}

// write creates files with the given content and the folders they are in. A name that
// ends in a slash is a folder.
func write(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := root + "/" + name
		if name[len(name)-1] == '/' {
			must(t, os.MkdirAll(path, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

// quickDir returns a folder in memory if possible, because creating and removing very
// many files takes longer than scanning them.
func quickDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "alike-test")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	return dir
}

// reread returns the function with which a check reads files again.
func reread(t testing.TB, ix *db.Index) func(path string, state db.Stat, w io.Writer) error {
	t.Helper()
	read, err := Reread(t.Context(), ix)
	must(t, err)
	return read
}

// checked checks the index at the end of a test.
func (x *index) checked() {
	x.t.Helper()
	must(x.t, x.w.Commit())
	report, err := x.ix.Check(x.t.Context(), db.CheckOptions{Sample: -1, Read: reread(x.t, x.ix)})
	must(x.t, err)
	for _, p := range report.Problems {
		x.t.Error(p)
	}
	if report.Files != int64(len(x.files("/"))) {
		x.t.Errorf("check found %d files of %d", report.Files, len(x.files("/")))
	}
}

// equalsFresh compares the index with a new one.
func (x *index) equalsFresh(root string) {
	x.t.Helper()
	fresh := newIndex(x.t)
	fresh.scan(options(), root)
	got, want := x.entriesByName(root), fresh.entriesByName(root)
	if !maps.Equal(got, want) {
		x.t.Errorf("the index has %d files, a new one has %d", len(got), len(want))
		for name := range want {
			if got[name] != want[name] {
				x.t.Errorf("%s: %s, want %s", name, got[name], want[name])
			}
		}
	}
}

// statOf is stat(2) of a path.
func statOf(path string, st *fsys.Status) error { return fsys.StatAt(fsys.WorkingFolder, path, st, 0) }
