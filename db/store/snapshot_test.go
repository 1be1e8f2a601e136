package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var readStore = Options{ReadOnly: true}

// rewrite replaces every table of a sample, with the same content, through another
// store. The names of the old tables are gone when it returns.
func (p *sample) rewrite(t *testing.T) {
	t.Helper()
	before, err := checkFolder(folderAt(t, p.dir))
	must(t, err)
	s := mustOpen(t, p.dir, smallStore)
	k := slices.Sorted(maps.Keys(p.want))
	for _, k := range []string{k[0], k[len(k)/2], k[len(k)-1]} {
		must(t, s.Remove([]byte(k)))
		delete(p.want, k)
	}
	for i := range 400 { // all over, so that no table is left out
		k := fmt.Sprintf("%c%04d rewritten %d", 'a'+i%2, i/2, p.gen)
		must(t, s.Put([]byte(k), nil))
		p.want[k] = ""
	}
	p.gen++
	must(t, s.Commit(fmt.Appendf(nil, "root %d", p.gen)))
	must(t, s.Compact(context.Background()))
	closeStore(t, s)
	for _, f := range before.tables {
		if _, err := os.Lstat(filepath.Join(p.dir, badgerName, f.name())); err == nil && !snapshotStays {
			t.Fatalf("%s still exists: this tests nothing", f.name())
		}
	}
}

func TestReaderKeepsItsSnapshot(t *testing.T) {
	p := makeSample(t)
	r := mustOpen(t, p.dir, readStore)
	defer closeStore(t, r)
	was := &sample{dir: p.dir, want: maps.Clone(p.want), gen: p.gen}
	for range 2 {
		p.rewrite(t)
		was.checkOpen(t, r) // verifies too, though no table of it has a name any more
		for _, k := range []string{"a", "a0003 05", "zz"} {
			if err := r.Get([]byte(k), nil); err != ErrMissing {
				t.Errorf("get %q: %v, want ErrMissing", k, err)
			}
		}
		if err := r.Put([]byte("k"), nil); err == nil {
			t.Error("a reader can put")
		}
	}
	p.check(t)
}

// A writer that commits and compacts while a reader opens the index is not damage.
func TestReaderLooksAgain(t *testing.T) {
	p := makeSample(t)
	snap, err := lookAt(folderAt(t, p.dir), func(*folder, *fileList) error {
		p.rewrite(t)
		return nil
	})
	if de := new(DamagedError); !errors.As(err, &de) || de.Problem != "is missing" || len(snap.tables) > 0 || !snap.outdated(folderAt(t, p.dir)) {
		t.Fatalf("a list that is out of date: %v, outdated %v", err, snap.outdated(folderAt(t, p.dir)))
	}
	// No process writes any more: what is there now is sound.
	now, again, err := lookUnderLock(folderAt(t, p.dir), err)
	must(t, err)
	if again || now.list.generation != p.gen {
		t.Errorf("again %v, generation %d, want %d", again, now.list.generation, p.gen)
	}
	if now.outdated(folderAt(t, p.dir)) {
		t.Error("a current list is outdated")
	}
	now.close()

	// Beside a writer, a list that names a missing table is read again, unless it is
	// still the current list.
	if snapshotStays {
		t.Skip("Windows renames no open table")
	}
	s := mustOpen(t, p.dir, smallStore)
	gone := filepath.Join(p.dir, badgerName, s.base.tables[0].name())
	must(t, os.Rename(gone, gone+".away"))
	de := new(DamagedError)
	if _, again, err = lookUnderLock(folderAt(t, p.dir), err); again || !errors.As(err, &de) || de.Path != filepath.ToSlash(gone) {
		t.Errorf("again %v, %v; want damage to %s", again, err, gone)
	}
	if _, err := Open(context.Background(), p.dir, readStore); !errors.As(err, &de) || de.Path != filepath.ToSlash(gone) {
		t.Errorf("%v; want damage to %s", err, gone)
	}
	must(t, os.Rename(gone+".away", gone))
	closeStore(t, s)
	p.check(t)
}

// TestDamageBesideAWriter damages what a snapshot needs, which must be reported, and
// what only a writer needs, which must not.
func TestDamageBesideAWriter(t *testing.T) {
	p := makeSample(t)
	s := mustOpen(t, p.dir, smallStore)
	must(t, s.Put([]byte("flushed"), []byte("and not committed")))
	must(t, s.Flush())
	must(t, os.WriteFile(filepath.Join(p.dir, badgerName, "000099.sst"), []byte("just moved in"), 0o600))
	was := &sample{dir: p.dir, want: p.want, gen: p.gen}
	r := mustOpen(t, p.dir, readStore)
	was.checkOpen(t, r)
	closeStore(t, r)

	rels := []string{"files", "letter.txt"}
	if !snapshotStays { // Windows changes no mapped table
		rels = append(rels, "badger/"+s.base.tables[0].name())
	}
	for _, rel := range rels {
		path := filepath.Join(p.dir, rel)
		sound, err := os.ReadFile(path)
		if err == nil {
			must(t, os.WriteFile(path, sound[:len(sound)-1], 0o600))
		} else {
			must(t, os.WriteFile(path, nil, 0o600))
		}
		_, oerr := Open(context.Background(), p.dir, readStore)
		if de := new(DamagedError); !errors.As(oerr, &de) || de.Path != filepath.ToSlash(path) {
			t.Errorf("%s: %v", rel, oerr)
		}
		if err == nil {
			must(t, os.WriteFile(path, sound, 0o600))
		} else {
			must(t, os.Remove(path))
		}
	}
	must(t, os.Remove(filepath.Join(p.dir, badgerName, "000099.sst")))
	closeStore(t, s)
	p.check(t)
}

func TestStopWriting(t *testing.T) {
	for _, flushed := range []bool{false, true} {
		p := makeSample(t)
		s := mustOpen(t, p.dir, smallStore)
		was := &sample{dir: p.dir, want: maps.Clone(p.want), gen: p.gen + 1}
		was.want["new"] = "one"
		must(t, s.Put([]byte("new"), []byte("one")))
		must(t, s.Commit(fmt.Appendf(nil, "root %d", was.gen)))
		p.gen, p.want = was.gen, maps.Clone(was.want)
		must(t, s.Put([]byte("lost"), []byte("not committed")))
		must(t, s.Remove([]byte("new")))
		if flushed {
			must(t, s.Flush())
		}
		s.Announce("12 files")
		must(t, s.StopWriting())
		must(t, s.StopWriting())
		s.Announce("not any more")
		was.checkOpen(t, s)
		if err := s.Commit(nil); err == nil {
			t.Error("it can still commit")
		}
		if _, err := os.Lstat(filepath.Join(p.dir, tmpName)); err == nil && !snapshotStays {
			t.Error("its temporary folder is still there")
		}
		p.rewrite(t) // another process can write
		was.checkOpen(t, s)
		closeStore(t, s)
		p.check(t)
	}
}
