package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"alike/db/system"
)

// The names in the folder of a dataset. Readers take only those of hosts.
const (
	hostPrefix = "host="
	newPrefix  = "_new-"  // an export being written, or the one before, being removed
	oldPrefix  = "_old-"  // the export before, if the file system cannot exchange folders
	lockPrefix = "_lock-" // locked while the host is exported
)

// BusyError reports that another process exports the same host.
type BusyError struct{ Dir, Host string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("another process is exporting the host %s to %s", e.Host, e.Dir)
}

// ForeignError reports something in the place of an export that no export writes.
type ForeignError struct{ Path string }

func (e *ForeignError) Error() string { return filepath.ToSlash(e.Path) + " is not part of an export" }

// RemainsError reports that an export is complete and in its place, but that the one before it
// could not be removed. The next export of the host removes it, or fails if it cannot.
type RemainsError struct {
	Path string
	Err  error
}

func (e *RemainsError) Error() string {
	return fmt.Sprintf("the new export is in place, but %s remains of the one before: %v", filepath.ToSlash(e.Path), e.Err)
}

func (e *RemainsError) Unwrap() error { return e.Err }

// Names are patterns, as in a .gitignore in the folder of a dataset, of all that exports write
// there.
const Names = "/" + hostPrefix + "*/\n/" + newPrefix + "*/\n/" + oldPrefix + "*/\n/" + lockPrefix + "*\n"

// stage is the folder of an export being written.
type stage struct {
	dir  string // of the dataset
	host string
	root *os.Root // dir
	lock *os.File

	replaces  bool      // there is an export of the host
	inspected inspected // parts of it
}

// newStage creates the folder for an export of a host, and the folder of the dataset if there
// is none. It removes what killed exports left.
func newStage(dir, host string) (s *stage, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s = &stage{dir: dir, host: host, inspected: inspected{}}
	if err := makeFolder(dir, system.SyncFolderAt); err != nil {
		return nil, s.outer("creating", "", err)
	}
	if s.root, err = os.OpenRoot(dir); err != nil {
		return nil, s.outer("opening", "", err)
	}
	if s.lock, err = s.locked(host); err != nil {
		s.close()
		return nil, err
	}
	if err := s.prepare(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// locked locks the exports of a host.
func (s *stage) locked(host string) (*os.File, error) {
	name := lockPrefix + host
	if info, err := s.root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &ForeignError{joined(s.dir, name)}
	}
	f, err := s.root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, s.outer("locking", name, err)
	}
	if err := system.LockExclusive(f); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &BusyError{s.dir, host}
		}
		return nil, s.outer("locking", name, err)
	}
	return f, nil
}

func (s *stage) close() {
	if s.lock != nil {
		_ = s.lock.Close()
	}
	if s.root != nil {
		_ = s.root.Close()
	}
}

// prepare removes what killed exports left and creates the folder of the new one.
func (s *stage) prepare() error {
	if err := s.recover(s.host); err != nil {
		return err
	}
	if err := s.removeOthers(); err != nil {
		return err
	}
	err := s.check(hostPrefix + s.host)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.replaces = err == nil
	if err := s.root.Mkdir(newPrefix+s.host, 0o777); err != nil {
		return s.outer("creating", newPrefix+s.host, err)
	}
	return nil
}

// recover completes or takes back what a killed export of a locked host left.
func (s *stage) recover(host string) error {
	if _, err := s.root.Lstat(oldPrefix + host); err == nil {
		if _, err := s.root.Lstat(hostPrefix + host); errors.Is(err, fs.ErrNotExist) {
			if err := s.root.Rename(oldPrefix+host, hostPrefix+host); err != nil {
				return s.outer("renaming", oldPrefix+host, err)
			}
		} else if err := s.remove(oldPrefix + host); err != nil {
			return err
		}
	}
	return s.remove(newPrefix + host)
}

// leftAfter is the age from which the unfinished export of another host is removed. A file
// system may have locks that other hosts do not see.
const leftAfter = 24 * time.Hour

// removeOthers removes what killed exports of other hosts left.
func (s *stage) removeOthers() error {
	dir, err := s.root.Open(".")
	if err != nil {
		return s.outer("reading", "", err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return s.outer("reading", "", err)
	}
	for _, name := range names {
		host, left := strings.CutPrefix(name, newPrefix)
		if !left {
			host, left = strings.CutPrefix(name, oldPrefix)
		}
		if !left || host == s.host || CheckHost(host) != nil || s.isYoung(newPrefix+host) {
			continue
		}
		lock, err := s.locked(host)
		if err != nil {
			continue // it runs, or belongs to another user
		}
		_ = s.recover(host) // its next export reports the error
		_ = lock.Close()
	}
	return nil
}

// isYoung reports whether a folder was created, or a folder in it, less than leftAfter ago.
func (s *stage) isYoung(name string) bool {
	info, err := s.root.Lstat(name)
	return err == nil && time.Since(info.ModTime()) < leftAfter
}

// isTable reports whether an export has a folder of this name.
func isTable(name string) bool {
	for _, t := range tables {
		if t.name == name {
			return true
		}
	}
	return false
}

// isPart reports whether the folder of a table has part files of this name.
func isPart(name string) bool {
	return strings.HasPrefix(name, "part-") && strings.HasSuffix(name, ".parquet")
}

// check returns an error if a folder holds anything but an export.
func (s *stage) check(name string) error {
	return s.each(name, func(string) error { return nil }, func(string) error { return nil })
}

// each calls part for the part files of an export and folder for its folders, the folder of the
// export last. It returns a *ForeignError at the first that no export writes.
func (s *stage) each(name string, part, folder func(path string) error) error {
	entries, err := s.entries(name)
	if err != nil {
		return err
	}
	for _, table := range entries {
		if !isTable(table.Name()) {
			return &ForeignError{joined(s.dir, name, table.Name())}
		}
		path := name + "/" + table.Name()
		parts, err := s.entries(path)
		if err != nil {
			return err
		}
		for _, p := range parts {
			if !isPart(p.Name()) || !p.Type().IsRegular() {
				return &ForeignError{joined(s.dir, path, p.Name())}
			}
			if err := part(path + "/" + p.Name()); err != nil {
				return s.outer("removing", path+"/"+p.Name(), err)
			}
		}
		if err := folder(path); err != nil {
			return s.outer("removing", path, err)
		}
	}
	return folder(name)
}

// entries reads a folder, which must not be a link.
func (s *stage) entries(name string) ([]fs.DirEntry, error) {
	info, err := s.root.Lstat(name)
	if err != nil {
		return nil, s.outer("reading", name, err)
	}
	if !info.IsDir() {
		return nil, &ForeignError{joined(s.dir, name)}
	}
	f, err := s.root.Open(name)
	if err != nil {
		return nil, s.outer("reading", name, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, s.outer("reading", name, err)
	}
	return entries, nil
}

// remove removes an export, if there is one. It removes nothing if there is anything else.
func (s *stage) remove(name string) error {
	err := s.check(name)
	if err == nil {
		err = s.each(name, s.root.Remove, s.root.Remove)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// discard removes the export being written.
func (s *stage) discard() error { return s.remove(newPrefix + s.host) }

// mkdir creates the folder of a table.
func (s *stage) mkdir(table string) error {
	path := newPrefix + s.host + "/" + table
	if err := s.root.Mkdir(path, 0o777); err != nil {
		return s.failed("creating", table, err)
	}
	return nil
}

// create creates a part file. Its name begins with the table.
func (s *stage) create(name string) (*countedFile, error) {
	f, err := s.root.OpenFile(newPrefix+s.host+"/"+name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|system.Large, 0o666)
	if err != nil {
		return nil, s.failed("creating", name, err)
	}
	return &countedFile{out: f}, nil
}

// syncDir writes the folder of a table to its disk.
func (s *stage) syncDir(table string) error { return s.sync(newPrefix + s.host + "/" + table) }

func (s *stage) sync(path string) error {
	f, err := s.root.OpenFile(path, os.O_RDONLY|system.Large, 0)
	if err != nil {
		return s.outer("writing", path, err)
	}
	defer f.Close()
	if err := system.SyncFolder(f); err != nil {
		return s.outer("writing", path, err)
	}
	return nil
}

// publish puts the export in its place, in one step if the file system can, and removes the one
// that was there. If only that fails, it returns a *RemainsError.
func (s *stage) publish() error {
	if err := s.sync(newPrefix + s.host); err != nil {
		return err
	}
	dir, err := s.root.Open(".")
	if err != nil {
		return s.outer("opening", "", err)
	}
	defer dir.Close()
	from, to := newPrefix+s.host, hostPrefix+s.host
	if _, err := s.root.Lstat(to); errors.Is(err, fs.ErrNotExist) {
		if err = s.root.Rename(from, to); err != nil {
			return s.outer("renaming", from, err)
		}
		return s.sync(".")
	}
	// Something may have been put there since.
	if err := s.check(to); err != nil {
		return err
	}
	err = system.Exchange(dir, from, to)
	if unsupported(err) {
		return s.publishInSteps(from, to)
	}
	if err != nil {
		return s.outer("renaming", from, err)
	}
	return s.removeBefore(from)
}

// publishInSteps is for file systems that cannot exchange folders. The next export takes back
// what is left if it is killed between the steps.
func (s *stage) publishInSteps(from, to string) error {
	old := oldPrefix + s.host
	if err := s.root.Rename(to, old); err != nil {
		return s.outer("renaming", to, err)
	}
	if err := s.root.Rename(from, to); err != nil {
		back := s.root.Rename(old, to)
		return s.outer("renaming", from, errors.Join(err, back))
	}
	return s.removeBefore(old)
}

// removeBefore removes the export before, when the disk has the new one in its place.
func (s *stage) removeBefore(name string) error {
	err := s.sync(".")
	if err == nil {
		err = s.remove(name)
	}
	if err != nil {
		return &RemainsError{joined(s.dir, name), err}
	}
	return nil
}

// unsupported reports whether a file system, or a kernel, lacks an operation.
func unsupported(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.ENOTSUP)
}

// failed returns an error about a part of the export being written.
func (s *stage) failed(doing, name string, err error) error {
	return s.outer(doing, hostPrefix+s.host+"/"+name, err)
}

// outer returns an error about something in the folder of the dataset, whose name replaces that
// of a system call. Of several errors none is dropped.
func (s *stage) outer(doing, name string, err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		err = e.Err
	case *os.LinkError:
		err = e.Err
	}
	return &Error{doing, joined(s.dir, name), err}
}
