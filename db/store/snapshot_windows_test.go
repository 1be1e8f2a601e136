package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dgraph-io/badger/v4"
	"golang.org/x/sys/windows"
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

// TestSnapshotBesideRemoval checks that Badger is opened, and logs no error, while a writer removes
// another name of a table.
func TestSnapshotBesideRemoval(t *testing.T) {
	p := makeSample(t)
	s := mustOpen(t, p.dir, readStore)
	defer closeStore(t, s)
	dir := s.view.temp.path
	tables, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	must(t, err)
	if len(tables) == 0 {
		t.Fatal("there is no table")
	}
	copied := t.TempDir() // its files are open nowhere else
	must(t, os.CopyFS(copied, os.DirFS(dir)))
	table := filepath.Join(copied, filepath.Base(tables[0]))
	name, err := windows.UTF16PtrFromString(table)
	must(t, err)
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	h, err := windows.CreateFile(name, windows.DELETE, share, nil, windows.OPEN_EXISTING, 0, 0)
	must(t, err)
	if f, err := os.Open(table); err == nil {
		_ = f.Close()
		t.Error("the table can be opened meanwhile: this tests nothing")
	}
	time.AfterFunc(100*time.Millisecond, func() { _ = windows.CloseHandle(h) })
	log := &badgerLog{}
	db, err := openBadger(badger.DefaultOptions(copied).WithReadOnly(true).WithBypassLockGuard(true).WithLogger(log))
	must(t, err)
	must(t, db.Close())
	if said := log.errors(); said != "" {
		t.Errorf("Badger logged %q", said)
	}
}
