package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Who reads takes no lock. DIR/files is replaced as a whole, what it names stays
// as it is, and a file that a compaction removes stays readable for who has it
// open. So a reader opens the files that DIR/files names and finds them sound, and
// has Badger open just these: in a folder of its own with a MANIFEST and links to
// the open files, which is removed again when Badger has mapped them, after some
// milliseconds. A reader that is killed in these leaves the folder behind; its name
// begins with snapshotPrefix.
//
// In badger/ itself Badger would delete what a writer has just moved there and not
// yet named in MANIFEST.

// snapshot is a state of the index whose files are open.
type snapshot struct {
	list   *fileList  // nil when it could not be read
	tables []*os.File // of list.tables, in that order
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

// lookAt opens what DIR/files names, when check finds nothing wrong with what lies
// around it. It returns the list also when something is wrong.
func lookAt(dir string, check func(dir string, list *fileList) error) (s *snapshot, err error) {
	s = &snapshot{}
	if s.list, err = readFileList(filepath.Join(dir, sidecarName)); err != nil {
		return s, err
	}
	if err := check(dir, s.list); err != nil {
		return s, err
	}
	for _, t := range s.list.tables {
		f, err := openSound(dir, t)
		if err != nil {
			s.close()
			return s, err
		}
		s.tables = append(s.tables, f)
	}
	return s, nil
}

// How often a reader looks again when a writer has replaced what it was about to
// open, and how long it waits before, each time that much longer.
const (
	looks    = 20
	lookPoll = 2 * time.Millisecond
)

// takeSnapshot opens the last committed state. When nobody writes, the folder must
// hold exactly what it should.
func (s *Store) takeSnapshot(ctx context.Context) (*snapshot, error) {
	var err error
	for try := range looks {
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("opening the index %s: %w", s.dir, ctx.Err())
		case <-time.After(time.Duration(try) * lookPoll):
		}
		var snap *snapshot
		if snap, err = lookAt(s.dir, checkQuietly); err == nil {
			return snap, nil
		}
		var again bool
		if snap, again, err = lookClosely(s.dir, err); err == nil {
			return snap, nil
		}
		if !again {
			return nil, err
		}
	}
	return nil, fmt.Errorf("opening the index %s: it changed %d times meanwhile: try again: %v", s.dir, looks, err)
}

// checkQuietly is the check at rest for who holds no lock.
func checkQuietly(dir string, list *fileList) error {
	if _, err := os.Lstat(filepath.Join(dir, lockName)); err != nil {
		return fmt.Errorf("looking for the lock of the index: %w", err)
	}
	return checkAtRest(dir, list)
}

// lookClosely finds out whether what is wrong is damage, or comes from a process
// that writes at this moment or was killed when it did; then it is no matter as
// long as all is sound that DIR/files names. again says that DIR/files was replaced
// meanwhile.
//
// For an instant it holds the lock, if nobody else does, so that nobody begins to
// write while it looks; see lockGrace.
func lookClosely(dir string, wrong error) (s *snapshot, again bool, err error) {
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
		return nil, false, wrong // a file system without locks, or nobody may read it
	}
	s, err = lookAt(dir, func(dir string, _ *fileList) error { return checkDirNames(dir) })
	return s, err != nil && s.outdated(dir), err
}

// outdated says that DIR/files is another by now.
func (s *snapshot) outdated(dir string) bool {
	if s.list == nil {
		return false
	}
	now, err := readFileList(filepath.Join(dir, sidecarName))
	return err == nil && !bytes.Equal(now.encode(), s.list.encode())
}

// checkUnlocked finds what is wrong in a folder that nobody writes to, other than
// what a killed process left and the next writer puts right.
func checkUnlocked(dir string, list *fileList) error {
	next, err := readFileList(filepath.Join(dir, intentName))
	if errors.Is(err, fs.ErrNotExist) {
		return checkAtRest(dir, list)
	}
	if err != nil {
		return err
	}
	if err := checkDirNames(dir); err != nil {
		return err
	}
	_, err = checkUnsettled(dir, list, next)
	return err
}

// snapshotPrefix begins the names of the folders that Badger is opened on.
const snapshotPrefix = "alike-snapshot-"

// open opens Badger on the snapshot, which may be closed thereafter.
func (s *snapshot) open(dir string) (*View, error) {
	folder, err := snapshotFolder(snapshotPlaces(os.Getenv("TMPDIR")))
	if err != nil {
		return nil, err
	}
	// What cannot be removed is in nobody's way.
	defer os.RemoveAll(folder)
	if err := s.link(dir, folder); err != nil {
		return nil, fmt.Errorf("preparing a temporary folder to open the index: %w", err)
	}
	return openViewAt(folder, dir, s.list)
}

// link makes folder one that Badger can be opened on.
func (s *snapshot) link(dir, folder string) error {
	manifest, err := wholeManifest(s.list.tables)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, manifestName), manifest, 0o600); err != nil {
		return err
	}
	for i, t := range s.list.tables {
		// The open file, which is there even when its name is gone meanwhile.
		target := fmt.Sprintf("/proc/self/fd/%d", s.tables[i].Fd())
		if _, err := os.Stat(target); err != nil { // no /proc
			if target, err = filepath.Abs(filepath.Join(dir, badgerName, t.name())); err != nil {
				return err
			}
		}
		if err := os.Symlink(target, filepath.Join(folder, t.name())); err != nil {
			return err
		}
	}
	return nil
}

// snapshotPlaces are where the folder may be made, the best first: where the user
// wants it, else in memory. Badger syncs the folder, which took 2.7 ms on an idle
// disk with 30 tables, 0.5 ms in memory, and on a busy disk waits for what others
// have written. DIR/tmp is none of them: a writer empties it.
func snapshotPlaces(tmpdir string) []string {
	places := []string{tmpdir, "/dev/shm", "/tmp", "/var/tmp"}
	return slices.DeleteFunc(places, func(p string) bool { return p == "" })
}

func snapshotFolder(places []string) (string, error) {
	var errs []error
	for _, place := range places {
		folder, err := os.MkdirTemp(place, snapshotPrefix)
		if err == nil {
			if folder, err = filepath.Abs(folder); err == nil {
				return folder, nil
			}
		}
		errs = append(errs, err)
	}
	return "", fmt.Errorf("the index cannot be opened without a small temporary folder: set TMPDIR to a folder that can be written: %w",
		errors.Join(errs...))
}

// named puts the folder of the index in place of the temporary one in what Badger
// says.
func named(text, folder, dir string) string {
	return strings.ReplaceAll(text, folder+"/", filepath.Join(dir, badgerName)+"/")
}
