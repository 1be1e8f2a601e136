package db

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"alike/testdata"
)

// PathsOf for many contents agrees with a lookup of each, also if their places are in
// several blocks and segments, or are stale.
func TestPathsOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 91)
	for i := range 60 {
		w.addDoc(fmt.Appendf(nil, "text %d", i))
	}
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	for i := range 2000 { // document 7 is in more directories than fit in a block of places
		w.put(iw, fmt.Sprintf("/many/d%d/f", i), 7)
	}
	for range 3 {
		for range 300 {
			w.put(iw, fmt.Sprintf("/d%d/f%d", w.r.IntN(20), w.r.IntN(30)), w.r.IntN(60))
		}
		must(t, iw.Commit())
		w.forget(iw, fmt.Sprintf("/d%d", w.r.IntN(20)))
		must(t, iw.Commit())
	}
	several := 0
	for round := range testdata.Rounds(25, 100) {
		ids := []ContentID{}
		for id := range ix.root.NextContent {
			if id > 0 && (round == 0 || w.r.IntN(round) == 0) {
				ids = append(ids, id)
			}
		}
		w.r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		got, err := ix.PathsOf(context.Background(), ids)
		must(t, err)
		want := map[ContentID][]string{}
		for _, id := range ids {
			paths, err := ix.allPathsOf(id, &dirPaths{})
			must(t, err)
			slices.Sort(paths)
			want[id] = paths
			if len(paths) > 1 {
				several++
			}
		}
		for id := range ix.root.NextContent {
			var paths []string
			for _, n := range got[id] {
				if e, ok, err := ix.Entry(n.Path); err != nil || !ok || e.Stat != n.Stat {
					t.Fatalf("%v, want %+v: %v", n, e, err)
				}
				paths = append(paths, n.Path)
			}
			if !slices.Equal(paths, want[id]) {
				t.Fatalf("content %d: %v, want %v", id, paths, want[id])
			}
		}
	}
	if several < 100 || len(ix.segments) < 2 {
		t.Errorf("only %d contents with several paths in %d segments", several, len(ix.segments))
	}
	mustCheck(t, ix)
}

// allPathsOf returns the paths of a content, in no order.
func (ix *Index) allPathsOf(id ContentID, known *dirPaths) ([]string, error) {
	dirs, err := ix.placesOf(id, nil)
	if err != nil {
		return nil, err
	}
	slices.Sort(dirs)
	var paths []string
	for _, dir := range slices.Compact(dirs) {
		d, err := ix.directory(dir)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue // a place may be stale
		}
		path, err := ix.pathOf(d, known)
		if err != nil {
			return nil, err
		}
		for _, e := range d.entries {
			if e.dir == 0 && e.Content == id {
				paths = append(paths, FilePath{path, e.Name}.String())
			}
		}
	}
	return paths, nil
}

// idAt returns the number of a directory, 0 if the index has none there.
func idAt(w *Writer, path string) DirID {
	id, err := w.lookUp(path)
	if err != nil {
		panic(err)
	}
	return id
}
