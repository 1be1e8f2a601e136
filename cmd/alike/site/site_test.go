package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/cmd/alike/web"
	"alike/db"
	"alike/db/arena"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

// chainOf returns pairs of n files, each with the next one, and a Comparer for them.
func chainOf(t *testing.T, n int) (pairs []search.Pair, c *Comparer) {
	t.Helper()
	dir := t.TempDir()
	var before search.File
	for i := range n {
		path := filepath.Join(dir, fmt.Sprint("f", i))
		text := strings.Repeat("the same in all of them\n", 20) + fmt.Sprintln("and a line of", i)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f := search.File{Path: path, Size: int64(len(text))}
		if i > 0 {
			pairs = append(pairs, search.Pair{A: before, B: f})
		}
		before = f
	}
	return pairs, &Comparer{
		Open: func(path string) io.ReadCloser {
			f, err := os.Open(path)
			if err != nil {
				return io.NopCloser(strings.NewReader(""))
			}
			return f
		},
		Rule: view.Raw.Rule(), Options: compare.Options{View: view.Raw}, Threads: 2, Progress: func(_, _ int) {},
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, os.ErrPermission }
func (failing) Close() error             { return nil }

// TestUnreadable checks that pairs with an unreadable file have no page, and that the pages
// around them are linked.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	pairs, c := chainOf(t, 7)
	open := c.Open
	c.Open = func(path string) io.ReadCloser {
		if strings.HasSuffix(path, "f3") {
			return failing{}
		}
		return open(path)
	}
	pairs[0].Identical = true
	pairs[5].A.Size = maxCompared + 1
	out := filepath.Join(t.TempDir(), "report")
	w, err := (&Place{Path: out}).Begin()
	if err != nil {
		t.Fatal(err)
	}
	var d web.Data
	if err := w.Compare(context.Background(), c, pairs, 100, &d); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Complete(context.Background(), &d); err != nil {
		t.Fatal(err)
	}
	if want := []string{"", "0002.html", "", "", "0005.html"}; !slices.Equal(d.Pairs.Page, want) || d.Overview.Comparisons != 2 {
		t.Errorf("pages %q, %d in all, want %q", d.Pairs.Page, d.Overview.Comparisons, want)
	}
	for name, link := range map[string]string{"0002.html": `rel="next" href="0005.html"`, "0005.html": `rel="prev" href="0002.html"`} {
		page, err := os.ReadFile(filepath.Join(out, comparisonsDir, name))
		if err != nil || !strings.Contains(string(page), link) || strings.Count(string(page), `rel="prev"`)+strings.Count(string(page), `rel="next"`) != 1 {
			t.Errorf("%s has no %s, or more links: %v", name, link, err)
		}
	}
	if pages, err := os.ReadDir(filepath.Join(out, comparisonsDir)); err != nil || len(pages) != 2 {
		t.Errorf("%v, %v", pages, err)
	}
}

// TestInterrupted checks that an interrupted run leaves nothing, or the earlier report.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	pairs, c := chainOf(t, 5)
	dir := t.TempDir()
	for _, place := range []*Place{{Path: filepath.Join(dir, "a.html"), File: true}, {Path: filepath.Join(dir, "report")}} {
		for _, replace := range []bool{false, true} {
			place.Replace = replace
			ctx, cancel := context.WithCancel(context.Background())
			c.Progress = func(_, _ int) { cancel() }
			w, err := place.Begin()
			if err != nil {
				t.Fatal(err)
			}
			d := &web.Data{}
			err = w.Compare(ctx, c, pairs, 100, d)
			if cancel(); err == nil {
				_, err = w.Complete(ctx, d)
			}
			if w.Discard(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", place.Path, err)
			}
			if _, err := os.Lstat(place.Path); (err == nil) != replace {
				t.Errorf("%s: %v", place.Path, err)
			}
			if replace {
				continue
			}
			c.Progress = func(_, _ int) {}
			if w, err = place.Begin(); err == nil {
				_, err = w.Complete(context.Background(), d)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestFilled checks that an empty folder that something else was saved in meanwhile keeps it,
// and that a report that was made in it meanwhile is not replaced.
func TestFilled(t *testing.T) {
	t.Parallel()
	for saved, replace := range map[string]bool{"saved": true, indexName: false} {
		place := &Place{Path: t.TempDir(), Replace: replace}
		w, err := place.Begin()
		if err != nil {
			t.Fatal(err)
		}
		text := "<!DOCTYPE html>" + web.Marker
		if err := os.WriteFile(filepath.Join(place.Path, saved), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err = w.Complete(context.Background(), &web.Data{})
		if w.Discard(); err == nil || !strings.Contains(err.Error(), place.Path+" exists") {
			t.Errorf("%s: Complete returns %v", saved, err)
		}
		left, err := os.ReadFile(filepath.Join(place.Path, saved))
		if entries, _ := os.ReadDir(place.Path); err != nil || string(left) != text || len(entries) != 1 {
			t.Errorf("%s: the folder has %v: %q, %v", saved, entries, left, err)
		}
	}
}

// TestTree checks which folders are on the map: the largest, those that results name, and
// those above them, although no file in them counts.
func TestTree(t *testing.T) {
	t.Parallel()
	root := db.NewDirPath(db.NewDirPath(nil, "/"), "r")
	a, c := db.NewDirPath(root, "a"), db.NewDirPath(root, "c")
	all := []folders.Folder{
		{Path: root, Parent: -1, Bytes: 100}, {Path: a, Parent: 0, Bytes: 10}, {Path: db.NewDirPath(a, "b"), Parent: 1, Bytes: 9},
		{Path: c, Parent: 0, Bytes: 90, Files: 7, Found: 5},
	}
	files := newFileTable()
	for _, path := range []string{"/r/a/b/f", "/r/x/y/f", "/other/f"} {
		files.add(&search.File{Path: path})
	}
	got := newTree(all, files, []folders.Pair{{A: folders.Side{Path: a}, B: folders.Side{Path: c}}})
	if want := []string{"/r", "a", "b", "c", "/other", "x", "y"}; !slices.Equal(got.Name, want) {
		t.Errorf("folders %q, want %q", got.Name, want)
	}
	if want := []int32{-1, 0, 1, 0, -1, 0, 5}; !slices.Equal(got.Parent, want) {
		t.Errorf("parents %v, want %v", got.Parent, want)
	}
	if table := files.table(got); !slices.Equal(table.Folder, []int32{4, 2, 6}) || got.Found[3] != 5 || got.Files[3] != 7 {
		t.Errorf("%+v %+v", table, got.Tree)
	}
	if kept := largest(all, 2); !slices.Equal(kept, []bool{true, false, false, true}) {
		t.Errorf("%v are the largest", kept)
	}
}

// TestGatheringCountsAll checks that a Gathering keeps the strongest pairs and counts all.
func TestGatheringCountsAll(t *testing.T) {
	t.Parallel()
	g := NewGathering(search.Smaller, 3, nil)
	for i := range 1000 {
		p := search.Pair{A: search.File{Path: "/r/a", Size: 1000}, B: search.File{Path: fmt.Sprintf("/r/%03d", i), Size: 1000}, AInB: 0.5, BInA: 0.5}
		p.AInB += 0.5 * fingerprint.Share(i) / 1000
		if err := g.Pair(p); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := folders.NewTree(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, err := folders.Find(t.Context(), tree, folders.NewSimilarities(arena.NewRoom(0)), folders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	d, err := g.Data(context.Background(), web.Overview{}, found)
	if err != nil {
		t.Fatal(err)
	}
	if o := &d.Overview; o.SimilarPairs != 1000 || o.ShownPairs != 3 || o.Histogram != [20]int64{10: 100, 100, 100, 100, 100, 100, 100, 100, 100, 100} {
		t.Errorf("%+v", o)
	}
	if names := d.Files.Name; !slices.Equal(names, []string{"997", "998", "999", "a"}) || d.Pairs.B[0] != 2 {
		t.Errorf("%v, %v", names, d.Pairs)
	}
}

// TestReviseEndsWithError checks that an error about a pair or a file ends the look at all
// others.
func TestReviseEndsWithError(t *testing.T) {
	t.Parallel()
	file := func(name string) search.File { return search.File{Path: "/" + name} }
	broken := errors.New("broken")
	for ofPair, want := range map[error]int{broken: 0, nil: 2} {
		g := NewGathering(search.Union, 10, nil)
		if err := g.Pair(search.Pair{A: file("a"), B: file("b")}); err != nil {
			t.Fatal(err)
		}
		err := g.Group(search.Group{Representative: file("a"), Members: []search.Member{{File: file("b")}, {File: file("c")}, {File: file("d")}}})
		if err != nil {
			t.Fatal(err)
		}
		looked := 0
		err = g.Revise(func(*search.Pair) (bool, error) { return true, ofPair }, func(f *search.File) error {
			if looked++; looked == 2 {
				return broken
			}
			return nil
		})
		if !errors.Is(err, broken) || looked != want {
			t.Errorf("with the error %v of a pair, %d files were looked for, want %d (%v)", ofPair, looked, want, err)
		}
	}
}
