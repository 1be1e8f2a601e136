package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"

	"alike/db/system"
)

// Windows lets only administrators make symbolic links. So the folder of a snapshot holds
// hard links to the tables, which must be on the volume of the index: it is in DIR/tmp, where a
// writer spares it. A process that may not write there uses the temporary folder of the user.
// Where there are no hard links, as on FAT or another volume, it holds copies.
//
// A file that a process has open cannot be removed under any of its names. So the folder
// stays until the view is closed, and longer if another view has the same tables open. The lock
// of such a folder is not empty, and the next process that opens or closes the index removes it.

const snapshotStays = true

// newSnapshotFolder creates the folder that Badger is opened on.
func newSnapshotFolder(dir *folder) (*tempFolder, error) {
	if err := dir.root.MkdirAll(tmpName, 0o700); err != nil {
		return newTempFolder([]string{os.TempDir()})
	}
	return newTempFolder([]string{dir.path(tmpName), os.TempDir()})
}

// linkTable links an open table into the folder of a snapshot, or copies it.
func (d *folder) linkTable(t tableFile, opened *os.File, folder string) error {
	to := filepath.Join(folder, t.name())
	if err := os.Link(d.path(t.path()), to); err == nil {
		return checkSame(opened, to)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.NewSectionReader(opened, 0, t.size))
	return NoSpace(to, int(t.size), errors.Join(err, out.Close()))
}

// checkSame checks that a link leads to the file that was checked.
func checkSame(opened *os.File, link string) error {
	want, err := opened.Stat()
	if err != nil {
		return err
	}
	got, err := os.Lstat(link)
	if err == nil && !os.SameFile(want, got) {
		err = &fs.PathError{Op: "linking", Path: link, Err: errors.New("the table was replaced meanwhile")}
	}
	return err
}

// openTempLock opens the lock of a temporary folder: a file in it, because folders cannot be
// locked.
func openTempLock(path string, made bool) (*os.File, error) {
	flags := os.O_RDWR
	if made {
		flags |= os.O_CREATE | os.O_EXCL
	}
	return os.OpenFile(filepath.Join(path, lockName), flags, 0o600)
}

// abandon marks a folder that its process no longer uses.
func abandon(lock *os.File) { _, _ = lock.WriteString("abandoned\n") }

func abandoned(info fs.FileInfo) bool { return info.Size() > 0 }

// removeTemp removes a folder and its lock if everything else in it can be removed.
func removeTemp(path string) {
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		if e.Name() != lockName {
			err = errors.Join(err, os.Remove(filepath.Join(path, e.Name())))
		}
	}
	if err == nil {
		_ = os.RemoveAll(path)
	}
}

// emptyTmp empties DIR/tmp but for the snapshots of readers, and removes it if none is left.
func (d *folder) emptyTmp() error {
	names, err := d.names(tmpName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, name := range names {
		if strings.HasPrefix(name, tempPrefix) {
			sweepOne(d.path(tmpName + "/" + name))
		} else if rerr := d.root.RemoveAll(tmpName + "/" + name); !system.IsInUse(rerr) {
			err = errors.Join(err, rerr)
		}
	}
	_ = d.root.Remove(tmpName) // fails while there is a snapshot
	return err
}

// openBadger opens Badger while it holds every file of the folder open, without sharing deletion. A
// writer that removes the other name of a table has it open for an instant, which would keep Badger
// from opening it. Badger logs that, and a message in its log counts as damage.
func openBadger(o badger.Options) (*badger.DB, error) {
	entries, err := os.ReadDir(o.Dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		var held *os.File
		err := system.Retry(func() (err error) {
			held, err = os.Open(filepath.Join(o.Dir, e.Name()))
			return err
		})
		if err != nil {
			return nil, err
		}
		defer held.Close()
	}
	return badger.Open(o)
}
