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
