package dataset_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/db/dataset"
	"alike/db/hamming"
	"alike/db/search"
	"alike/db/spill"
	"alike/testdata"
)

// TestImportEqualsScan checks that the exports of several hosts, imported, answer as one index
// of all files does, whether they come one by one, all at once or again.
func TestImportEqualsScan(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testdata.Rounds(1, 30)) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := newFleet(r, 4)
		dir := t.TempDir()
		for host, tree := range f {
			export(t, dir, host, tree, "/srv", "/")
		}
		want := scanAll(t, f)
		at := filepath.Join(t.TempDir(), "index")
		ix, sum := importAll(t, at, dir)
		compare(t, fmt.Sprintf("seed %d", seed), answers(t, ix), want)
		for _, kind := range []string{"pair", "duplicates", "near", "folders"} {
			if !slices.ContainsFunc(want, func(line string) bool { return strings.HasPrefix(line, kind) && strings.Contains(line, ":/srv") }) {
				t.Errorf("seed %d: no %s is compared", seed, kind)
			}
		}
		if sum.Hosts != 4 || sum.New != sum.Files || sum.Gone+sum.Changed+sum.Unchanged > 0 {
			t.Errorf("seed %d: %+v", seed, sum)
		}
		must(t, ix.Close())

		state := ix.State()
		ix, sum = importAll(t, at, dir)
		if sum.Unchanged != sum.Files || sum.NewContents+sum.New+sum.Gone+sum.Changed > 0 {
			t.Errorf("seed %d: imported again: %+v from %s", seed, sum, state)
		}
		compare(t, fmt.Sprintf("seed %d again", seed), answers(t, ix), want)
		must(t, ix.Close())

		at = filepath.Join(t.TempDir(), "index")
		for host := range f {
			one, _ := importAll(t, at, filepath.Join(dir, "host="+host))
			must(t, one.Close())
		}
		compare(t, fmt.Sprintf("seed %d one by one", seed), answers(t, open(t, at)), want)
	}
}

// TestImportReplaces checks that another export of a host takes the place of the first, and
// that the history tells what is new and what is gone.
func TestImportReplaces(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testdata.Rounds(2, 40)) {
		r := rand.New(rand.NewPCG(seed, 2))
		f, at := newFleet(r, 3), filepath.Join(t.TempDir(), "index")
		dir := t.TempDir()
		for host, tree := range f {
			export(t, dir, host, tree, "/srv", "/")
		}
		before, _ := importAll(t, at, dir)
		must(t, before.Close())
		host := slices.Sorted(maps.Keys(f))[r.IntN(3)]
		was, other := f[host], newFleet(r, 1)
		f[host] = other[slices.Collect(maps.Keys(other))[0]]
		for path, file := range was { // half of the files stay
			clash := slices.ContainsFunc(slices.Collect(maps.Keys(f[host])), func(p string) bool {
				return strings.HasPrefix(p, path+"/") || strings.HasPrefix(path, p+"/")
			})
			if r.IntN(2) == 0 && !clash {
				f[host][path] = file
			}
		}
		must(t, os.RemoveAll(filepath.Join(dir, "host="+host)))
		export(t, dir, host, f[host], "/srv")
		ix, sum := importAll(t, at, filepath.Join(dir, "host="+host))
		compare(t, fmt.Sprintf("seed %d", seed), answers(t, ix), scanAll(t, f))

		kinds := map[search.ChangeKind]int64{}
		must(t, search.Changes(t.Context(), ix, 1, nil, func(c search.Change) error {
			kinds[c.Kind]++
			if !strings.HasPrefix(c.File.Path, host+":/srv/") {
				t.Errorf("seed %d: %q has changed", seed, c.File.Path)
			}
			return nil
		}))
		gone := int64(0)
		for path, file := range was {
			if now, ok := f[host][path]; !file.setAside && (!ok || now.setAside) {
				gone++
			}
		}
		if kinds[search.FileGone] != gone {
			t.Errorf("seed %d: %d files gone, want %d; %+v", seed, kinds[search.FileGone], gone, sum)
		}
		if trees := ix.Trees(); len(trees) != 5 || strings.HasPrefix(trees[0].Path, "/") {
			t.Errorf("seed %d: roots %+v", seed, trees)
		}
	}
}

// untilRow is a context that ends when an import has read a number of rows.
type untilRow struct {
	context.Context
	progress *dataset.Progress
	row      int64
}

func (c untilRow) Err() error {
	if c.progress.Rows.Load() >= c.row {
		return context.Canceled
	}
	return c.Context.Err()
}

// TestImportInterrupted interrupts imports of a changed dataset at all stages. Files that the
// index had and that are still exported stay in it, and the next import completes the work.
func TestImportInterrupted(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 3))
	f, other := newFleet(r, 3), newFleet(r, 3)
	dir, at := t.TempDir(), filepath.Join(t.TempDir(), "index")
	for host, tree := range f {
		export(t, dir, host, tree)
	}
	ix, _ := importAll(t, at, dir)
	had := filesOf(t, ix)
	must(t, ix.Close())
	for _, host := range slices.Sorted(maps.Keys(f)) {
		tree, others := f[host], slices.Sorted(maps.Keys(other[host]))
		for _, path := range slices.Sorted(maps.Keys(tree)) { // a third of the files is gone, another has other contents
			switch r.IntN(3) {
			case 0:
				delete(tree, path)
			case 1:
				tree[path] = other[host][others[r.IntN(len(others))]]
			}
		}
		must(t, os.RemoveAll(filepath.Join(dir, "host="+host)))
		export(t, dir, host, tree)
	}
	whole, _ := importAll(t, filepath.Join(t.TempDir(), "index"), dir)
	want := filesOf(t, whole)
	stay := slices.DeleteFunc(slices.Clone(had), func(line string) bool { return !slices.Contains(want, line) })
	if len(stay) < 10 || len(stay) == len(had) || len(stay) == len(want) {
		t.Fatalf("%d files stay of %d and %d", len(stay), len(had), len(want))
	}
	hosts, err := dataset.Hosts(t.Context(), []string{dir})
	must(t, err)
	verifying, entering, partly := 0, 0, 0
	for stop := int64(1); ; stop += 180 {
		ix, w := index(t, at, db.Hosts)
		p := &dataset.Progress{}
		ctx := untilRow{t.Context(), p, stop}
		err := dataset.Verify(ctx, w, ix.Place(), hosts, p)
		if err == nil {
			_, err = dataset.Import(ctx, w, hosts, p)
		}
		must(t, ix.Close())
		now := filesOf(t, open(t, at))
		for _, line := range stay {
			if !slices.Contains(now, line) {
				t.Fatalf("interrupted after %d rows: %s is gone", stop, line)
			}
		}
		switch {
		case err == nil:
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		case p.Entering.Load():
			entering++
		default:
			verifying++
		}
		if !slices.Equal(now, had) && !slices.Equal(now, want) {
			partly++
		}
		if err == nil {
			break
		}
	}
	if verifying < 10 || entering < 10 || partly < 2 {
		t.Errorf("interrupted %d times before and %d times while files were entered, %d times with some entered", verifying, entering, partly)
	}
	t.Logf("interrupted %d times before and %d times while files were entered, %d times with some entered", verifying, entering, partly)
	compare(t, "resumed", answers(t, open(t, at)), scanAll(t, f))
}

// filesOf returns the files of an index with their contents, one line each.
func filesOf(t *testing.T, ix *db.Index) []string {
	t.Helper()
	var lines []string
	must(t, ix.EachEntry(t.Context(), func(path db.FilePath, e *db.DirEntry) error {
		row, err := ix.Content(e.Content)
		lines = append(lines, fmt.Sprintf("%q %x %t", path.String(), row.Checksum, e.SetAside))
		return err
	}))
	slices.Sort(lines)
	return lines
}

// TestImportReplaced checks that an import drops no file of a host if a table is removed after
// the export was verified, as an export that replaces it does.
func TestImportReplaced(t *testing.T) {
	t.Parallel()
	f := newFleet(rand.New(rand.NewPCG(4, 3)), 1)
	for _, table := range []string{"files", "contents", "postings", "simhashes"} {
		dir, at := t.TempDir(), filepath.Join(t.TempDir(), "index")
		for host, tree := range f {
			export(t, dir, host, tree)
		}
		before, _ := importAll(t, at, dir)
		must(t, before.Close())
		hosts, err := dataset.Hosts(t.Context(), []string{dir})
		must(t, err)
		must(t, dataset.Verify(t.Context(), nil, spill.Place{}, hosts, &dataset.Progress{}))
		must(t, os.RemoveAll(filepath.Join(hosts[0].Dir, table)))
		ix, w := index(t, at, db.Hosts)
		_, err = dataset.Import(t.Context(), w, hosts, &dataset.Progress{})
		must(t, ix.Close())
		if err == nil || !strings.Contains(err.Error(), "it has 0 rows, but the export has") || !strings.Contains(err.Error(), table) {
			t.Errorf("without %s: %v", table, err)
		}
		compare(t, "without "+table, answers(t, open(t, at)), scanAll(t, f))
	}
}

// TestKinds checks that an index holds files of scans or imported ones, and not both.
func TestKinds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	export(t, dir, "web1", map[string]file{"/a": {data: "x"}})
	scanned := filepath.Join(t.TempDir(), "index")
	ix, w := index(t, scanned, db.Files)
	must(t, w.KeepHashes(scheme, hamming.DefaultBlocks))
	enter(t, w, "", map[string]file{"/a": {data: "x"}}, 1)
	must(t, ix.Close())
	for _, c := range []struct {
		at   string
		kind db.Kind
	}{{scanned, db.Hosts}, {filepath.Join(dir, "imported"), db.Files}} {
		if c.kind == db.Files {
			importAll(t, c.at, dir)
		}
		_, err := db.Open(t.Context(), c.at, db.Options{Write: true, Kind: c.kind})
		if err == nil || !strings.Contains(err.Error(), "not files of") {
			t.Errorf("%s opened as %d: %v", c.at, c.kind, err)
		}
	}
}
