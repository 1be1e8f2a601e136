package db

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Directories inside each other are damage, which every walk up notices.
func TestCycleOfDirectories(t *testing.T) {
	w := newWorld(t, 8)
	w.addDoc(w.bytes(500))
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	w.put(iw, "/a/b/f", 0)
	a, b := idAt(iw, "/a"), idAt(iw, "/a/b")
	iw.tree.states[a].parent = b
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	report, err := ix.Check(context.Background(), CheckOptions{})
	if err != nil || len(report.Problems) == 0 {
		t.Errorf("Check finds %v (%v)", report.Problems, err)
	}
	err = ix.EachFile(context.Background(), func(FilePath, *DirEntry) error { return nil })
	if damaged := new(*DamagedError); !errors.As(err, damaged) || !strings.Contains(err.Error(), "inside itself") {
		t.Errorf("a walk ends with %v", err)
	}
}

// A check of a sound index in small parts finds the same as one in a large part.
func TestCheckInParts(t *testing.T) {
	w := newWorld(t, 93)
	w.grow(12)
	for range 3 {
		w.scan(60, false)
	}
	ix := w.open(Options{})
	defer ix.Close()
	mustFindInParts(t, ix, mustCheck(t, ix))
}

// Check finds damage in the counts of a content, in a set and in a name.
func TestCheckFinds(t *testing.T) {
	for name, damage := range map[string]func(iw *Writer){
		"a missing posting":                 func(iw *Writer) { last := &iw.batch.postings.last; *last = (*last)[1:] },
		"an extra posting":                  func(iw *Writer) { last := &iw.batch.postings.last; *last = append(*last, 1<<40) },
		"a changed posting":                 func(iw *Writer) { iw.batch.postings.last[3] ^= 1 << 30 },
		"a missing place":                   func(iw *Writer) { iw.batch.places = iw.batch.places[1:] },
		"a wrong count of files":            func(iw *Writer) { iw.root.Files++ },
		"a live content listed as orphaned": func(iw *Writer) { iw.names.orphans.add(1) },
		"a live content listed as claimed":  func(iw *Writer) { iw.names.claimed.add(1) },
		"a claimed content not listed": func(iw *Writer) {
			e, _ := iw.tree.states[idAt(iw, "/a")].entry("f")
			e.Generated, e.SetAside = true, true
			iw.tree.states[idAt(iw, "/a")].put(e)
			iw.root.Files--
		},
		"a file set aside for no reason": func(iw *Writer) {
			iw.tree.states[idAt(iw, "/a")].put(DirEntry{Entry: Entry{Name: "x", SetAside: true}})
		},
		"a file without a content": func(iw *Writer) {
			iw.tree.states[idAt(iw, "/a")].put(DirEntry{Entry: Entry{Name: "x", Content: 3}})
		},
		"a directory without a parent": func(iw *Writer) {
			iw.tree.states[rootDir].remove("a")
			iw.tree.states[idAt(iw, "/a")].parent = 77
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 9)
			w.addDoc(w.bytes(5000))
			w.addDoc(w.bytes(9000))
			ix := w.open(Options{Write: true, Create: true})
			defer ix.Close()
			iw, err := ix.NewWriter()
			if err != nil {
				t.Fatal(err)
			}
			w.put(iw, "/a/f", 0)
			w.put(iw, "/a/g", 1)
			damage(iw)
			if err := iw.Commit(); err != nil {
				t.Fatal(err)
			}
			report, err := ix.Check(context.Background(), CheckOptions{})
			if err != nil || len(report.Problems) == 0 {
				t.Errorf("Check finds %v (%v)", report.Problems, err)
			}
			mustFindInParts(t, ix, report)
		})
	}
}

// mustFindInParts checks that a check with room for few contents and files at a time
// reports the same.
func mustFindInParts(t *testing.T, ix *Index, want CheckReport) {
	t.Helper()
	slices.Sort(want.Problems)
	for _, room := range []int64{0, 24} {
		got, err := ix.checkIn(context.Background(), CheckOptions{}, room)
		slices.Sort(got.Problems)
		if len(want.Problems) > 0 { // where it ends depends on the part
			got = CheckReport{Problems: got.Problems}
			want = CheckReport{Problems: want.Problems}
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("a check in %d bytes reports %+v (%v), and in many %+v", room, got, err, want)
		}
	}
}
