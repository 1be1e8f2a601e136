package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func copyDir(t testing.TB, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "index")
	must(t, os.CopyFS(to, os.DirFS(from)))
	return to
}

// stateTest builds every state that a killed change from one index to another may leave.
type stateTest struct {
	t           *testing.T
	old, new    *sample
	oldL, newL  *fileList
	made, gone  []tableFile // tables only in the new state, and only in the old
	manifestOld []byte
	manifestNew []byte
	states      int
}

func newStateTest(t *testing.T, old, new *sample) *stateTest {
	x := &stateTest{t: t, old: old, new: new}
	var err error
	x.oldL, err = checkFolder(folderAt(t, old.dir))
	must(t, err)
	x.newL, err = checkFolder(folderAt(t, new.dir))
	must(t, err)
	without := func(a, b []tableFile) []tableFile {
		return slices.DeleteFunc(slices.Clone(a), func(f tableFile) bool {
			return slices.ContainsFunc(b, func(g tableFile) bool { return f.number == g.number })
		})
	}
	x.made, x.gone = without(x.newL.tables, x.oldL.tables), without(x.oldL.tables, x.newL.tables)
	x.manifestOld, err = os.ReadFile(filepath.Join(old.dir, badgerName, manifestName))
	must(t, err)
	x.manifestNew, err = os.ReadFile(filepath.Join(new.dir, badgerName, manifestName))
	must(t, err)
	return x
}

// try builds a state from a copy of the old one. It checks that the state opens with the
// contents of want, read-only and for writing, and accepts new keys.
func (x *stateTest) try(name string, want *sample, build func(dir string)) {
	x.t.Helper()
	x.states++
	for _, o := range []Options{{ReadOnly: true}, {Memory: 1}} {
		dir := copyDir(x.t, x.old.dir)
		must(x.t, os.MkdirAll(filepath.Join(dir, tmpName), 0o700))
		must(x.t, os.WriteFile(filepath.Join(dir, tmpName, "000077.sst"), []byte("half a table"), 0o600))
		build(dir)
		before := listing(x.t, dir)
		s, err := Open(context.Background(), dir, o)
		if err != nil {
			x.t.Fatalf("%s: %v", name, err)
		}
		p := &sample{dir: dir, want: maps.Clone(want.want), gen: want.gen}
		p.checkOpen(x.t, s)
		closeStore(x.t, s)
		if o.ReadOnly {
			if after := listing(x.t, dir); after != before {
				x.t.Errorf("%s: reading changed the folder:\n%s\nnow:\n%s", name, before, after)
			}
		} else if _, err := os.Lstat(filepath.Join(dir, intentName)); !errors.Is(err, fs.ErrNotExist) {
			x.t.Errorf("%s: %s is still there: %v", name, intentName, err)
		}
		p.grow(x.t, 3)
		p.check(x.t)
	}
}

func (x *stateTest) copyIn(dir string, tables []tableFile) {
	for _, f := range tables {
		must(x.t, os.Link(filepath.Join(x.new.dir, badgerName, f.name()), filepath.Join(dir, badgerName, f.name())))
	}
}

func (x *stateTest) write(dir, rel string, data []byte) {
	must(x.t, os.WriteFile(filepath.Join(dir, rel), data, 0o600))
}

func (x *stateTest) intent(dir string) { x.write(dir, intentName, x.newL.encode()) }

func (x *stateTest) manifest(dir string, data []byte) {
	x.write(dir, filepath.Join(badgerName, manifestName), data)
}

func TestKillDuringCommit(t *testing.T) {
	old := makeSample(t)
	next := &sample{dir: copyDir(t, old.dir), want: maps.Clone(old.want), gen: old.gen}
	next.grow(t, 60)
	x := newStateTest(t, old, next)
	if len(x.made) < 3 || len(x.gone) != 0 || !bytes.HasPrefix(x.manifestNew, x.manifestOld) {
		t.Fatalf("the commit made %d tables, removed %d", len(x.made), len(x.gone))
	}
	x.try("before the first step", old, func(string) {})
	for n := range len(x.made) + 1 {
		x.try(fmt.Sprintf("%d tables moved", n), old, func(dir string) {
			x.intent(dir)
			x.copyIn(dir, x.made[:n])
		})
	}
	for n := len(x.manifestOld); n <= len(x.manifestNew); n += 7 {
		x.try(fmt.Sprintf("%d bytes of the manifest", n), old, func(dir string) {
			x.intent(dir)
			x.copyIn(dir, x.made)
			x.manifest(dir, x.manifestNew[:n])
		})
	}
	x.try("all but the last rename", old, func(dir string) {
		x.intent(dir)
		x.copyIn(dir, x.made)
		x.manifest(dir, x.manifestNew)
	})
	x.try("all", next, func(dir string) {
		x.copyIn(dir, x.made)
		x.manifest(dir, x.manifestNew)
		x.write(dir, sidecarName, x.newL.encode())
	})
	t.Logf("%d states", x.states)
}

// compactedTest returns the states from before to after a compaction.
func compactedTest(t *testing.T) *stateTest {
	t.Helper()
	old := makeSample(t)
	next := &sample{dir: copyDir(t, old.dir), want: old.want, gen: old.gen}
	s := mustOpen(t, next.dir, smallStore)
	must(t, s.Compact(context.Background()))
	closeStore(t, s)
	x := newStateTest(t, old, next)
	if len(x.made) < 2 || len(x.gone) < 2 || len(x.newL.dropped) != 0 && len(x.newL.dropped) != len(x.gone) {
		t.Fatalf("the compaction made %d tables, removed %d, dropped %d", len(x.made), len(x.gone), len(x.newL.dropped))
	}
	x.newL.dropped = nil
	for _, f := range x.gone {
		x.newL.dropped = append(x.newL.dropped, f.number)
	}
	return x
}

func TestKillDuringCompaction(t *testing.T) {
	x := compactedTest(t)
	old := x.old
	for n := range len(x.made) + 1 {
		x.try(fmt.Sprintf("%d tables moved", n), old, func(dir string) {
			x.intent(dir)
			x.copyIn(dir, x.made[:n])
		})
	}
	x.try("manifest replaced", old, func(dir string) {
		x.intent(dir)
		x.copyIn(dir, x.made)
		x.manifest(dir, x.manifestNew)
	})
	for n := range len(x.gone) + 1 {
		x.try(fmt.Sprintf("%d tables removed", n), old, func(dir string) {
			x.copyIn(dir, x.made)
			x.manifest(dir, x.manifestNew)
			x.write(dir, sidecarName, x.newL.encode())
			for _, f := range x.gone[:n] {
				must(t, os.Remove(filepath.Join(dir, badgerName, f.name())))
			}
		})
	}
	t.Logf("%d states", x.states)
}

// TestSettleRemovesTables checks that repair removes the tables that a compaction
// replaced, before and after the rename of files.new. Opening the store does not show
// this, because Badger removes tables that its MANIFEST does not name.
func TestSettleRemovesTables(t *testing.T) {
	x := compactedTest(t)
	for _, list := range []string{intentName, sidecarName} {
		dir := copyDir(t, x.old.dir)
		x.copyIn(dir, x.made)
		x.manifest(dir, x.manifestNew)
		x.write(dir, list, x.newL.encode())
		must(t, repair(folderAt(t, dir)))
		if err := checkNames(folderAt(t, dir), &fileList{tables: x.newL.tables}); err != nil {
			t.Errorf("with %s: %v", list, err)
		}
	}
}

func TestKillDuringCreation(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "index")
	closeStore(t, mustOpen(t, whole, smallStore))
	for n, rels := range [][]string{
		nil, {lockName}, {lockName, tmpName + "/"}, {lockName, tmpName + "/", badgerName + "/"},
		{lockName, tmpName + "/", badgerName + "/", badgerName + "/" + manifestName},
	} {
		dir := t.TempDir()
		for _, rel := range rels {
			if strings.HasSuffix(rel, "/") {
				must(t, os.Mkdir(filepath.Join(dir, rel), 0o700))
				continue
			}
			data, err := os.ReadFile(filepath.Join(whole, rel))
			must(t, err)
			must(t, os.WriteFile(filepath.Join(dir, rel), data[:len(data)/2], 0o600))
		}
		if _, err := Open(context.Background(), dir, Options{ReadOnly: true}); !errors.Is(err, ErrNoIndex) {
			t.Errorf("%d files: %v, want ErrNoIndex", n, err)
		}
		p := &sample{dir: dir, want: map[string]string{}}
		p.grow(t, 3)
		p.check(t)
	}
}

// TestDamageAfterKill damages the files that a killed run left. The store must report the
// damage and remove nothing.
func TestDamageAfterKill(t *testing.T) {
	old := makeSample(t)
	next := &sample{dir: copyDir(t, old.dir), want: maps.Clone(old.want), gen: old.gen}
	next.grow(t, 30)
	x := newStateTest(t, old, next)
	kept := x.oldL.tables[0].name()
	for name, fault := range map[string]func(dir string) (string, error){
		"table missing": func(dir string) (string, error) {
			return badgerName + "/" + kept, os.Remove(filepath.Join(dir, badgerName, kept))
		},
		"table truncated": func(dir string) (string, error) {
			return badgerName + "/" + kept, os.Truncate(filepath.Join(dir, badgerName, kept), 1000)
		},
		"manifest truncated": func(dir string) (string, error) {
			path := filepath.Join(dir, badgerName, manifestName)
			return badgerName + "/" + manifestName, os.Truncate(path, int64(len(x.manifestOld))-1)
		},
		"manifest missing": func(dir string) (string, error) {
			return badgerName + "/" + manifestName, os.Remove(filepath.Join(dir, badgerName, manifestName))
		},
		"foreign table": func(dir string) (string, error) {
			return badgerName + "/000098.sst", os.WriteFile(filepath.Join(dir, badgerName, "000098.sst"), []byte("x"), 0o600)
		},
		"intent damaged": func(dir string) (string, error) {
			return intentName, os.Truncate(filepath.Join(dir, intentName), 100)
		},
		"sidecar damaged": func(dir string) (string, error) {
			return sidecarName, os.Truncate(filepath.Join(dir, sidecarName), 100)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, o := range []Options{{ReadOnly: true}, {Memory: 1}} {
				dir := copyDir(t, old.dir)
				x.intent(dir)
				x.copyIn(dir, x.made)
				x.manifest(dir, x.manifestNew)
				rel, err := fault(dir)
				must(t, err)
				before := listing(t, dir)
				_, err = Open(context.Background(), dir, o)
				if de := new(DamagedError); !errors.As(err, &de) || de.Path != filepath.ToSlash(filepath.Join(dir, rel)) {
					t.Errorf("opening: %v; want damage to %s", err, rel)
				}
				if after := listing(t, dir); after != before {
					t.Errorf("before:\n%s\nafter:\n%s", before, after)
				}
			}
		})
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == lockName || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintln(&b, path, info.Size())
		}
		return err
	}))
	return b.String()
}
