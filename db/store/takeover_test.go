package store

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// takenOver returns a store, and what it is after another one, of a generation more, has taken
// its place.
func takenOver(t *testing.T) (old, next *sample) {
	t.Helper()
	old = makeSample(t)
	next = &sample{dir: filepath.Join(t.TempDir(), "new"), want: map[string]string{}}
	for n := range old.gen + 1 {
		next.grow(t, 20+10*int(n))
	}
	dir := copyDir(t, old.dir)
	s := mustOpen(t, dir, smallStore)
	place, err := s.NewStore()
	must(t, err)
	must(t, os.Remove(place)) // it is empty
	must(t, os.Rename(next.dir, place))
	reader := mustOpen(t, dir, Options{ReadOnly: true})
	if !s.HasNewStore() {
		t.Fatal("there is no new store")
	}
	must(t, s.TakeOver())
	next.dir = dir
	next.checkOpen(t, s)
	old.checkOpen(t, reader)
	closeStore(t, reader)
	if s.HasNewStore() {
		t.Error("the new store is still there")
	}
	must(t, s.Put([]byte("b after"), []byte("x")))
	must(t, s.Flush()) // uncommitted
	if contents(t, s)["b after"] != "x" {
		t.Error("what was put after it cannot be read")
	}
	closeStore(t, s)
	return old, next
}

func TestTakeOver(t *testing.T) {
	_, next := takenOver(t)
	next.check(t)
	next.grow(t, 5)
	next.check(t)
}

func TestKillDuringTakeOver(t *testing.T) {
	old, next := takenOver(t)
	x := newStateTest(t, old, next)
	if len(x.made) < 2 || len(x.gone) < 2 {
		t.Fatalf("%d tables came, %d went", len(x.made), len(x.gone))
	}
	x.newL.dropped = nil
	for _, f := range x.gone {
		x.newL.dropped = append(x.newL.dropped, f.number)
	}
	for n := range len(x.made) + 1 {
		x.try(fmt.Sprintf("%d tables moved", n), old, func(dir string) {
			x.intent(dir)
			x.copyIn(dir, x.made[:n])
		})
	}
	for n := range len(x.gone) + 1 {
		x.try(fmt.Sprintf("%d tables removed", n), next, func(dir string) {
			x.copyIn(dir, x.made)
			x.manifest(dir, x.manifestNew)
			x.write(dir, sidecarName, x.newL.encode())
			for _, f := range x.gone[:n] {
				must(t, os.Remove(filepath.Join(dir, badgerName, f.name())))
			}
		})
	}
}
