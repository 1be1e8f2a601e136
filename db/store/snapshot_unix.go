//go:build unix

package store

import (
	"alike/db/system"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/dgraph-io/badger/v4"
)

// snapshotStays is false: the folder of a snapshot goes as soon as Badger has mapped the files.
const snapshotStays = false

// newSnapshotFolder creates the folder that Badger is opened on.
func newSnapshotFolder(dir *folder) (*tempFolder, error) {
	folder, err := newTempFolder(snapshotPlaces(os.Getenv("TMPDIR")))
	if errors.Is(err, ErrNoTempDir) { // a writer has one in the index
		if tmp, terr := dir.subfolder(tmpName); terr == nil {
			defer tmp.Close()
			folder, err = newTempFolder([]string{throughProc(tmp, dir.path(tmpName))})
		}
	}
	return folder, err
}

// snapshotPlaces returns where to try to create the folder: in TMPDIR if it is set, then
// in memory, then elsewhere. Badger syncs the folder, which takes 2.7 ms on an idle disk
// with 30 tables, 0.5 ms in memory, and on a busy disk as long as other writes take. DIR/tmp
// is unsuitable, because a writer empties it.
func snapshotPlaces(tmpdir string) []string {
	if tmpdir == "" {
		return []string{"/dev/shm", "/tmp", "/var/tmp"}
	}
	return []string{tmpdir, "/dev/shm", "/tmp", "/var/tmp"}
}

// linkTable links an open table into the folder of a snapshot.
func (d *folder) linkTable(t tableFile, opened *os.File, folder string) error {
	// A link to the open file works even if its name is gone.
	target, err := filepath.Abs(throughProc(opened, d.path(t.path())))
	if err != nil {
		return err
	}
	return os.Symlink(target, filepath.Join(folder, t.name()))
}

// throughProc returns a path that leads to an open file whatever its name leads to, or
// name if there is no /proc.
func throughProc(f *os.File, name string) string {
	path := "/proc/self/fd/" + strconv.Itoa(int(f.Fd()))
	if _, err := os.Stat(path); err != nil {
		return name
	}
	return path
}

// openTempLock opens the folder, which is its own lock.
func openTempLock(path string, made bool) (*os.File, error) {
	if made {
		return os.Open(path)
	}
	return os.OpenFile(path, system.OpenFolder|system.NoFollow, 0)
}

// abandon does nothing: the folder is removed at once.
func abandon(lock *os.File) {}

func abandoned(info fs.FileInfo) bool { return false }

func removeTemp(path string) { _ = os.RemoveAll(path) }

// emptyTmp removes DIR/tmp and everything in it.
func (d *folder) emptyTmp() error { return d.root.RemoveAll(tmpName) }

func openBadger(o badger.Options) (*badger.DB, error) { return badger.Open(o) }
