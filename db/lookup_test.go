package db

import "testing"

func TestEntry(t *testing.T) {
	w := newWorld(t, 21)
	w.grow(10)
	w.scan(60, false)
	w.scan(30, false)
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	if len(w.files) < 20 {
		t.Fatalf("only %d files", len(w.files))
	}
	for path, doc := range w.files {
		e, ok, err := ix.Entry(path)
		if err != nil || !ok || e.Size != int64(len(w.docs[doc].data)) {
			t.Errorf("%s: %+v, %v, %v", path, e, ok, err)
		}
		dir, _ := splitPath(path)
		for _, none := range []string{dir, path + "x", path + "/x", "/nowhere/" + path, "/"} {
			if e, ok, err := ix.Entry(none); ok || err != nil {
				t.Errorf("%s: %+v, %v", none, e, err)
			}
		}
	}
	if _, _, err := ix.Entry("relative"); err == nil {
		t.Error("a relative path is accepted")
	}
}

// TestSizesOf looks up the sizes of a few contents, which are those among all, and of many.
func TestSizesOf(t *testing.T) {
	w := newWorld(t, 22)
	w.grow(400)
	w.scan(600, false)
	w.scan(30, false)
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	few, stored := make([]bool, ix.NextContent()), 0
	err := ix.EachContent(func(id ContentID, _ StoredContent) error {
		few[id] = id%50 == 7
		stored++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := ix.SizesOf(few)
	if err != nil {
		t.Fatal(err)
	}
	all, err := ix.Sizes()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	got.Each(func(id ContentID) {
		found++
		size, level := all.Of(id)
		if s, l := got.Of(id); !few[id] || s != size || l != level || got.Count(id, l) != all.Count(id, l) || got.Count(id, l+1) != all.Count(id, l+1) {
			t.Errorf("content %d: %d bytes of level %d with %d fingerprints", id, s, l, got.Count(id, l))
		}
	})
	if found < 3 || found > stored/fewContents {
		t.Errorf("%d of %d contents", found, stored)
	}
	if again, err := ix.SizesOf(few); err != nil || again != all {
		t.Errorf("sizes that are known are looked up: %v", err)
	}
}
