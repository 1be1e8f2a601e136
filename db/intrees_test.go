package db

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// TestEachEntryIn compares the files in some trees with all files whose paths are in them: few
// directories and many, nested trees, trees that are files or do not exist.
func TestEachEntryIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 92)
	for i := range 20 {
		w.addDoc(fmt.Appendf(nil, "text %d", i))
	}
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	for i := range 1500 {
		w.put(iw, fmt.Sprintf("/many/d%d/f", i), w.r.IntN(20))
	}
	for range 400 {
		w.put(iw, fmt.Sprintf("/few/d%d/e%d/f%d", w.r.IntN(5), w.r.IntN(5), w.r.IntN(20)), w.r.IntN(20))
	}
	w.put(iw, "/few/file", 3)
	w.put(iw, "/fewer/file", 3)
	must(t, iw.Commit())
	w.forget(iw, "/few/d1")
	must(t, iw.Commit())
	mustCheck(t, ix)
	for _, c := range []struct {
		trees []string
		few   bool
	}{
		{nil, false}, {[]string{"/"}, false}, {[]string{"/many"}, false}, {[]string{"/few", "/many"}, false},
		{[]string{"/few"}, true}, {[]string{"/few", "/few/d2", "/many/d7"}, true}, {[]string{"/few/d2/e1", "/few/d3"}, true},
		{[]string{"/few/file"}, true}, {[]string{"/few/d2/e1/f3", "/few"}, true}, {[]string{"/few/d2/none", "/few/d3/e1/none", "/few"}, true},
		{[]string{"/few/file", "/few"}, true}, {[]string{"/few/d1", "/none", "/none/at/all"}, true},
	} {
		list := func(each func(use func(FilePath, *DirEntry) error) error) (paths []string) {
			must(t, each(func(path FilePath, e *DirEntry) error {
				if InTrees(path.String(), c.trees) {
					paths = append(paths, fmt.Sprint(path.String(), e.Content))
				}
				return nil
			}))
			slices.Sort(paths)
			return paths
		}
		want := list(func(use func(FilePath, *DirEntry) error) error { return ix.EachEntry(context.Background(), use) })
		got := list(func(use func(FilePath, *DirEntry) error) error {
			return ix.EachEntryIn(context.Background(), c.trees, func(path FilePath, e *DirEntry) error {
				if !InTrees(path.String(), c.trees) {
					t.Errorf("%v: %s is not in them", c.trees, path.String())
				}
				return use(path, e)
			})
		})
		if !slices.Equal(got, want) {
			t.Errorf("%v: %d files, want %d", c.trees, len(got), len(want))
		}
		if few, err := ix.fewDirectoriesIn(c.trees); err != nil || (few != nil) != c.few {
			t.Errorf("%v: looked up %v, want %v: %v", c.trees, few != nil, c.few, err)
		}
	}
}
