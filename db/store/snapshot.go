package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Readers take no lock. DIR/files is replaced as a whole, the files that it names do
// not change, and a file that a compaction removes stays readable while it is open. So
// a reader opens the files that DIR/files names, checks them, and has Badger open
// exactly these: in a folder of its own, with a MANIFEST and links to the open files.
// It removes the folder when Badger has mapped the files, after some milliseconds. If it
// is killed in between, the next process of the same user does (tempfolder.go). On Windows the
// folder stays until the reader closes (snapshot_windows.go).
//
// In badger/ itself Badger would delete a table that a writer has just moved there and
// not yet named in MANIFEST, and would follow a link or wait for a FIFO that was
// put there. So writers open their views in the same way.

// snapshot is a state of the index whose files are open.
type snapshot struct {
	list   *fileList  // nil if it could not be read
	tables []*os.File // of list.tables, in the same order
}

func (s *snapshot) close() {
	if s == nil {
		return
	}
	for _, f := range s.tables {
		f.Close()
	}
	s.tables = nil
}

// lookAt opens the files that DIR/files names if check finds nothing wrong with the
// folder. It returns the list even if something is wrong.
func lookAt(dir *folder, check func(dir *folder, list *fileList) error) (s *snapshot, err error) {
	s = &snapshot{}
	if s.list, err = dir.readFileList(sidecarName); err != nil {
		return s, err
	}
	if err := check(dir, s.list); err != nil {
		return s, err
	}
	return s, s.openTables(dir)
}

// openTables opens the files of the list. On failure it closes them.
func (s *snapshot) openTables(dir *folder) error {
	for _, t := range s.list.tables {
		f, err := openSound(dir, t)
		if err != nil {
			s.close()
			return err
		}
		s.tables = append(s.tables, f)
	}
	return nil
}

const (
	// maxLooks is how often a reader tries to open a state while writers replace it.
	maxLooks = 20
	// lookPoll is how much longer it waits before each try.
	lookPoll = 2 * time.Millisecond
)

// takeSnapshot opens the last committed state. If no process writes, the folder must
// hold exactly what it should.
func takeSnapshot(ctx context.Context, dir *folder) (*snapshot, error) {
	var err error
	for try := range maxLooks {
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("opening the index %s: %w", dir.name, ctx.Err())
		case <-time.After(time.Duration(try) * lookPoll):
		}
		var snap *snapshot
		if snap, err = lookAt(dir, checkQuietly); err == nil {
			return snap, nil
		}
		var again bool
		if snap, again, err = lookUnderLock(dir, err); err == nil {
			return snap, nil
		}
		if !again {
			return nil, err
		}
	}
	return nil, fmt.Errorf("opening the index %s: it changed %d times meanwhile: %w", dir.name, maxLooks, err)
}

// checkQuietly is checkAtRest for a process that holds no lock.
func checkQuietly(dir *folder, list *fileList) error {
	if _, err := dir.root.Lstat(lockName); err != nil {
		return fmt.Errorf("looking for the lock of the index: %w", err)
	}
	return checkAtRest(dir, list)
}

// lookUnderLock decides whether the error wrong is damage, or the work of a process that is
// writing or was killed while writing. The latter does not matter as long as everything
// that DIR/files names is sound. again reports that DIR/files was replaced meanwhile.
//
// If no other process holds the lock, lookUnderLock holds it for an instant so that no
// writer starts while it looks; see lockGrace.
func lookUnderLock(dir *folder, wrong error) (s *snapshot, again bool, err error) {
	lock, err := shareLock(dir)
	if err == nil {
		defer lock.release()
		s, err = lookAt(dir, checkUnlocked)
		return s, false, err
	}
	if damaged := new(DamagedError); errors.As(err, &damaged) {
		return nil, false, err // the lock is missing
	}
	if !errors.As(err, new(*HeldError)) {
		return nil, false, wrong // a file system without locks, or the lock cannot be read
	}
	s, err = lookAt(dir, func(dir *folder, _ *fileList) error { return checkDirNames(dir) })
	return s, err != nil && s.outdated(dir), err
}

// outdated reports whether DIR/files has been replaced.
func (s *snapshot) outdated(dir *folder) bool {
	if s.list == nil {
		return false
	}
	now, err := dir.readFileList(sidecarName)
	return err == nil && !bytes.Equal(now.encode(), s.list.encode())
}

// checkUnlocked checks a folder that no process writes to. It accepts what a killed
// process left and the next writer repairs.
func checkUnlocked(dir *folder, list *fileList) error {
	next, err := dir.readFileList(intentName)
	if errors.Is(err, fs.ErrNotExist) {
		return checkAtRest(dir, list)
	}
	if err != nil {
		return err
	}
	if err := checkDirNames(dir); err != nil {
		return err
	}
	_, err = checkInterrupted(dir, list, next)
	return err
}

// open opens Badger on the snapshot, which may be closed afterwards.
func (s *snapshot) open(dir *folder) (*View, error) {
	folder, err := newSnapshotFolder(dir)
	if err != nil {
		return nil, err
	}
	var v *View
	if err = s.link(dir, folder.path); err == nil {
		v, err = openViewAt(folder.path, dir, s.list)
	} else {
		err = fmt.Errorf("preparing a temporary folder to open the index: %w", err)
	}
	if err == nil && snapshotStays {
		v.temp = folder
	} else {
		folder.remove()
	}
	return v, err
}

// link fills folder so that Badger can be opened on it.
func (s *snapshot) link(dir *folder, folder string) error {
	manifest, err := wholeManifest(s.list.tables)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, manifestName), manifest, 0o600); err != nil {
		return err
	}
	for i, t := range s.list.tables {
		if err := dir.linkTable(t, s.tables[i], folder); err != nil {
			return err
		}
	}
	return nil
}

// openView opens Badger on the tables of a list.
func openView(dir *folder, l *fileList) (*View, error) {
	snap := &snapshot{list: l}
	if err := snap.openTables(dir); err != nil {
		return nil, err
	}
	defer snap.close()
	return snap.open(dir)
}
