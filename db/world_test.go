package db

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"alike/fingerprint"
)

// world is a simple model of what an index should hold.
type world struct {
	t     testing.TB
	dir   string
	r     *rand.Rand
	files map[string]int // path to index in docs
	aside map[string]int // the same for files that are set aside
	docs  []doc
}

type doc struct {
	data []byte
	sum  Checksum
}

func newWorld(t testing.TB, seed uint64) *world {
	return &world{
		t:     t,
		dir:   filepath.Join(t.TempDir(), "index"),
		r:     rand.New(rand.NewPCG(seed, 7)),
		files: map[string]int{},
		aside: map[string]int{},
	}
}

// grow makes n documents out of shared phrases, so that many are similar, in sizes of
// several levels.
func (w *world) grow(n int) {
	header := w.bytes(400)
	for range n {
		var data []byte
		switch size := w.size(); {
		case len(w.docs) > 0 && w.r.IntN(2) == 0: // an edited copy
			data = w.edited(w.docs[w.r.IntN(len(w.docs))].data)
		default:
			if w.r.IntN(3) == 0 {
				data = append(data, header...)
			}
			data = append(data, w.bytes(size)...)
		}
		w.addDoc(data)
	}
}

func (w *world) addDoc(data []byte) int {
	d := doc{data: data}
	for i := range d.sum { // any injective checksum will do here
		d.sum[i] = byte(len(w.docs) >> (8 * (i % 4)))
	}
	d.sum[31] = 1
	w.docs = append(w.docs, d)
	return len(w.docs) - 1
}

func (w *world) size() int {
	return []int{0, 30, 300, 2000, 9000, 70_000, 150_000, 300_000}[w.r.IntN(8)]
}

func (w *world) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(w.r.Uint32())
	}
	return b
}

func (w *world) edited(data []byte) []byte {
	var out []byte
	for len(data) > 0 {
		n := min(len(data), 200+w.r.IntN(1500))
		if w.r.IntN(4) > 0 {
			out = append(out, data[:n]...)
		} else {
			out = append(out, w.bytes(n)...)
		}
		data = data[n:]
	}
	return append(out, w.bytes(w.r.IntN(3000))...)
}

func (w *world) open(o Options) *Index {
	w.t.Helper()
	ix, err := Open(context.Background(), w.dir, o)
	if err != nil {
		w.t.Fatal(err)
	}
	return ix
}

// put enters a document at a path, in the index and in the world.
func (w *world) put(iw *Writer, path string, d int) {
	w.t.Helper()
	w.enter(iw, path, Entry{Content: w.content(iw, d), Stat: Stat{Size: int64(len(w.docs[d].data))}})
	w.files[path] = d
	delete(w.aside, path)
}

// content enters the content of a document.
func (w *world) content(iw *Writer, d int) ContentID {
	w.t.Helper()
	spool := iw.NewSpool()
	defer spool.Close()
	data := w.docs[d].data
	level := DefaultParams.Rule.Level(int64(len(data)))
	must(w.t, spool.Add(fingerprint.Select(DefaultParams.Rule, data)))
	id, _, err := iw.AddContent(Content{Checksum: w.docs[d].sum, Size: int64(len(data)), Level: level}, spool)
	must(w.t, err)
	return id
}

// enter enters an entry at a path.
func (w *world) enter(iw *Writer, path string, e Entry) {
	w.t.Helper()
	dir, name := splitPath(path)
	has, err := iw.Directory(dir)
	must(w.t, err)
	e.Name, e.MTime, e.Inode, e.Device = name, w.r.Int64(), uint64(w.r.Uint32()), 5
	must(w.t, iw.Put(has.ID, e))
	if has, err = iw.Directory(dir); err != nil || !slices.Contains(has.Files, e) {
		w.t.Fatalf("%s is not entered: %v, %v", path, has.Files, err)
	}
}

// scan enters some random files, commits now and then, and forgets some.
func (w *world) scan(rounds int, merge bool) {
	w.t.Helper()
	ix := w.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	if err != nil {
		w.t.Fatal(err)
	}
	for range rounds {
		path := fmt.Sprintf("/d%d/e%d/f%d", w.r.IntN(3), w.r.IntN(4), w.r.IntN(40))
		switch w.r.IntN(13) {
		case 0:
			if err := iw.Commit(); err != nil {
				w.t.Fatal(err)
			}
		case 1:
			w.forget(iw, path)
		case 2:
			if w.r.IntN(6) == 0 {
				dir, _ := splitPath(path)
				w.forget(iw, dir)
			}
		case 3:
			w.leaveOut(iw, path, -1)
		default:
			w.putAny(iw, path)
		}
	}
	if err := iw.Commit(); err != nil {
		w.t.Fatal(err)
	}
	if merge {
		if err := iw.merge(context.Background(), 0); err != nil {
			w.t.Fatal(err)
		}
	} else if err := iw.Merge(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	if err := ix.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// putAny enters some document. Every fourth is hardly ever in a file that is not set aside.
func (w *world) putAny(iw *Writer, path string) {
	w.t.Helper()
	d := w.r.IntN(len(w.docs))
	if d%4 == 0 && w.r.IntN(32) > 0 {
		w.leaveOut(iw, path, d)
	} else {
		w.put(iw, path, d)
	}
}

// leaveOut enters a file that is set aside: a document or, as in older versions, -1.
func (w *world) leaveOut(iw *Writer, path string, d int) {
	w.t.Helper()
	e := Entry{Generated: true, SetAside: true}
	if d >= 0 {
		e.Content = w.content(iw, d)
	}
	w.enter(iw, path, e)
	delete(w.files, path)
	delete(w.aside, path)
	if d >= 0 {
		w.aside[path] = d
	}
}

func (w *world) forgetAside(path string) {
	for p := range w.aside {
		if InTrees(p, []string{path}) {
			delete(w.aside, p)
		}
	}
}

func (w *world) forget(iw *Writer, path string) {
	w.t.Helper()
	want := int64(0)
	for p := range w.files {
		if InTrees(p, []string{path}) {
			delete(w.files, p)
			want++
		}
	}
	w.forgetAside(path)
	if got, err := iw.Forget(w.t.Context(), path); err != nil || got != want {
		w.t.Fatalf("Forget(%s) = %d, %v; want %d", path, got, err, want)
	}
}

// mustCheck checks the index. Every test that writes an index ends with it.
func mustCheck(t *testing.T, ix *Index) CheckReport {
	t.Helper()
	report, err := ix.Check(context.Background(), CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Problems {
		t.Errorf("check: %s", p)
	}
	return report
}

// remove removes a file or a folder like a scan that finds it gone.
func (w *world) remove(iw *Writer, path string) {
	w.t.Helper()
	dir, name := splitPath(path)
	has, err := iw.Directory(dir)
	if err == nil {
		err = iw.Remove(has.ID, name)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	for p := range w.files {
		if InTrees(p, []string{path}) {
			delete(w.files, p)
		}
	}
	w.forgetAside(path)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
