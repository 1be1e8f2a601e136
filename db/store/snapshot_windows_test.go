package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestAbandonedSnapshots checks that nothing is left of two readers of the same tables, nor of
// tables that a writer could not remove.
func TestAbandonedSnapshots(t *testing.T) {
	p := makeSample(t)
	first := mustOpen(t, p.dir, readStore)
	second := mustOpen(t, p.dir, readStore)
	p.rewrite(t)
	folders := func() []string {
		found, err := filepath.Glob(filepath.Join(p.dir, tmpName, tempPrefix+"*"))
		must(t, err)
		return found
	}
	if n := len(folders()); n < 2 {
		t.Errorf("there are %d folders of two readers", n)
	}
	list, err := folderAt(t, p.dir).readFileList(sidecarName)
	must(t, err)
	if left := list.remaining(folderAt(t, p.dir)); len(left) == 0 {
		t.Error("no open table was left: this tests nothing")
	}
	closeStore(t, first) // the second has its tables open
	closeStore(t, second)
	if left := folders(); len(left) > 0 {
		t.Errorf("left is %v", left)
	}
	s := mustOpen(t, p.dir, smallStore)
	if left := s.cur.remaining(s.dir); len(left) > 0 {
		t.Errorf("tables %v are left", left)
	}
	closeStore(t, s)
	if _, err := os.Lstat(filepath.Join(p.dir, tmpName)); err == nil {
		t.Error("the temporary folder is left")
	}
	p.check(t)
}

// TestKilledSnapshot checks that a writer removes what a killed reader left, and not what a
// live one uses.
func TestKilledSnapshot(t *testing.T) {
	p := makeSample(t)
	r := mustOpen(t, p.dir, readStore)
	killed := filepath.Join(p.dir, tmpName, tempPrefix+"killed")
	must(t, os.Mkdir(killed, 0o700))
	lock := filepath.Join(killed, lockName)
	must(t, os.WriteFile(lock, nil, 0o600))
	must(t, os.WriteFile(filepath.Join(killed, manifestName), nil, 0o600))
	old := r.Generation() // keeps r in use
	p.rewrite(t)
	if _, err := os.Lstat(killed); err != nil {
		t.Error("a young folder is gone, whose process may not have locked it yet")
	}
	long := time.Now().Add(-2 * sweepAge)
	must(t, os.Chtimes(lock, long, long))
	p.rewrite(t)
	if _, err := os.Lstat(killed); err == nil {
		t.Error("the folder of a killed reader is left")
	}
	if _, err := r.Root(); err != nil || r.Generation() != old {
		t.Errorf("the reader is at %d, %v", r.Generation(), err)
	}
	closeStore(t, r)
}

// TestDroppedWhileRead checks that tables that a reader has open do not keep a writer from
// going back to the last commit.
func TestDroppedWhileRead(t *testing.T) {
	p := makeSample(t)
	r := mustOpen(t, p.dir, readStore)
	p.rewrite(t)
	for range 2 {
		s := mustOpen(t, p.dir, smallStore)
		if len(s.cur.dropped) == 0 {
			t.Fatal("no open table was left: this tests nothing")
		}
		must(t, s.Put([]byte("never committed"), nil))
		must(t, s.Flush())
		closeStore(t, s)
	}
	closeStore(t, r)
	s := mustOpen(t, p.dir, smallStore)
	if left := s.cur.remaining(s.dir); len(left) > 0 {
		t.Errorf("tables %v are left", left)
	}
	closeStore(t, s)
	p.check(t)
}

// TestSnapshotWithoutLock checks that an empty folder goes whose process was killed before it made
// the lock.
func TestSnapshotWithoutLock(t *testing.T) {
	p := makeSample(t)
	lone := filepath.Join(p.dir, tmpName, tempPrefix+"lone")
	must(t, os.MkdirAll(lone, 0o700))
	p.rewrite(t)
	if _, err := os.Lstat(lone); err != nil {
		t.Error("a young folder is gone, whose process may not have made its lock yet")
	}
	long := time.Now().Add(-2 * sweepAge)
	must(t, os.Chtimes(lone, long, long))
	p.rewrite(t)
	if _, err := os.Lstat(lone); err == nil {
		t.Error("a folder without a lock is left")
	}
	p.check(t)
}
