package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"alike/db/system"
)

// tempFolder is a folder that Badger is opened on. It is locked as long as its process
// uses it.
type tempFolder struct {
	path string // absolute
	lock *os.File
}

// tempPrefix begins the names of these folders.
const tempPrefix = "alike-snapshot-"

// newTempFolder creates a folder in the first of places that allows it, and removes
// there what killed processes of the same user left.
func newTempFolder(places []string) (*tempFolder, error) {
	var errs []string
	for _, place := range places {
		folder, err := tempFolderIn(place)
		if err == nil {
			sweep(place)
			return folder, nil
		}
		errs = append(errs, err.Error())
	}
	return nil, fmt.Errorf("%w to open the index with: %s", ErrNoTempDir, strings.Join(errs, "; "))
}

func tempFolderIn(place string) (*tempFolder, error) {
	path, err := os.MkdirTemp(place, tempPrefix)
	if err != nil {
		return nil, err
	}
	absolute, err := filepath.Abs(path)
	var f *os.File
	if err == nil {
		f, err = openTempLock(path, true)
	}
	if err != nil {
		_ = os.Remove(path)
		return nil, err
	}
	_ = system.LockExclusive(f) // without locks, nothing is swept
	return &tempFolder{absolute, f}, nil
}

// remove removes the folder. One that cannot be removed does no harm.
func (f *tempFolder) remove() {
	abandon(f.lock)
	_ = f.lock.Close() // first: Windows removes no open file
	removeTemp(f.path)
}

const (
	// sweepAge is how old a folder must be. Younger ones may not be locked yet.
	sweepAge = time.Minute
	// sweepNames bounds the names to look at in one folder, a few milliseconds.
	sweepNames = 10_000
)

// sweep removes the folders of this user in place that no process has locked.
func sweep(place string) {
	d, err := os.Open(place)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(sweepNames)
	for _, name := range names {
		if strings.HasPrefix(name, tempPrefix) {
			sweepOne(filepath.Join(place, name))
		}
	}
}

func sweepOne(path string) {
	f, err := openTempLock(path, false)
	if errors.Is(err, fs.ErrNotExist) { // a process was killed before it made the lock, or after it removed it
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) >= sweepAge {
			_ = os.Remove(path) // fails unless it is empty
		}
	}
	if err != nil {
		return
	}
	info, err := f.Stat()
	old := err == nil && system.UserOf(info) == os.Geteuid() && (abandoned(info) || time.Since(info.ModTime()) >= sweepAge)
	left := old && system.LockExclusive(f) == nil
	_ = f.Close()
	if left {
		removeTemp(path)
	}
}

// clearTmp empties DIR/tmp, or creates it.
func (d *folder) clearTmp() error {
	if err := d.emptyTmp(); err != nil {
		return fmt.Errorf("emptying the temporary folder of the index: %w", err)
	}
	err := d.root.Mkdir(tmpName, 0o700)
	if err != nil && !(snapshotStays && errors.Is(err, fs.ErrExist)) {
		return fmt.Errorf("creating the temporary folder of the index: %w", err)
	}
	f, err := d.subfolder(tmpName)
	if err != nil {
		return fmt.Errorf("opening the temporary folder of the index: %w", err)
	}
	defer f.Close()
	return d.giveAway(f)
}
