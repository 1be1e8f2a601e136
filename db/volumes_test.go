package db

import (
	"context"
	"slices"
	"testing"
)

// TestVolumes keeps paths of Windows, which begin with a volume, in an index as that system makes
// it.
func TestVolumes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 20)
	w.addDoc([]byte("the same text on two volumes"))
	dir := t.TempDir() + "/index"
	ctx := context.Background()
	ix, err := Open(ctx, dir, Options{Write: true, Create: true, Kind: Files})
	must(t, err)
	ix.root.Volumes = true
	iw, err := ix.NewWriter()
	must(t, err)
	want := []string{"C:/Users/ann/a.txt", "C:/a.txt", "D:/b.txt"}
	for _, path := range want {
		w.put(iw, path, 0)
	}
	if _, err := iw.Directory("/Users"); err == nil {
		t.Error("a path without a volume was entered")
	}
	must(t, iw.Commit())
	must(t, ix.Close())

	ix, err = Open(ctx, dir, Options{})
	must(t, err)
	defer ix.Close()
	got, err := ix.PathsOf(ctx, []ContentID{1})
	must(t, err)
	var paths []string
	for _, f := range got[1] {
		paths = append(paths, f.Path)
	}
	if slices.Sort(paths); !slices.Equal(paths, want) {
		t.Errorf("paths %q, want %q", paths, want)
	}
	for path, has := range map[string]bool{"C:/Users/ann/a.txt": true, "D:/b.txt": true, "/C:/a.txt": false, "D:/a.txt": false, "C:": false} {
		if _, ok, err := ix.Entry(path); err != nil || ok != has {
			t.Errorf("%s is in the index: %v (%v)", path, ok, err)
		}
	}
	var walked []string
	must(t, ix.EachEntryInOrder(ctx, func(path FilePath, _ *DirEntry) error {
		walked = append(walked, path.String())
		return nil
	}))
	if !slices.Equal(walked, []string{"C:/Users/ann/a.txt", "C:/a.txt", "D:/b.txt"}) {
		t.Errorf("in order: %q", walked)
	}
	mustCheck(t, ix)
}
