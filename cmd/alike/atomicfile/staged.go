package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"alike/db/system"
)

// Staged is a file, or a folder of files, that takes its place in one step when it is
// complete. Until then it is in a hidden folder beside that place. Only its owner can read it.
type Staged struct {
	path string
	temp string
}

// Stage begins a file or folder that is to be at path. Its folder must exist.
func Stage(path string) (*Staged, error) { return stageIn(filepath.Dir(path), path) }

// StageInside begins the files of an empty folder. They are in a hidden folder in it.
func StageInside(path string) (*Staged, error) { return stageIn(path, path) }

func stageIn(dir, path string) (*Staged, error) {
	temp, err := os.MkdirTemp(dir, ".alike-report-*")
	if err != nil {
		return nil, err
	}
	return &Staged{path, temp}, nil
}

// Name returns the name of the hidden folder.
func (s *Staged) Name() string { return filepath.Base(s.temp) }

// Create writes a file to its disk, in place of one of the same name. The name may begin with
// a folder.
func (s *Staged) Create(name string, write func(io.Writer) error) error {
	path := filepath.Join(s.temp, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 1<<16)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Remove removes a file that Create wrote.
func (s *Staged) Remove(name string) error { return os.Remove(filepath.Join(s.temp, name)) }

// Size returns the size of all files in bytes.
func (s *Staged) Size() (bytes int64, err error) {
	err = filepath.WalkDir(s.temp, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

// Publish puts the folder in its place. With replace it exchanges it for a folder that is
// there, and removes that one if check returns no error for it; otherwise it exchanges them
// again and returns the error. Without replace it returns fs.ErrExist if anything is there.
func (s *Staged) Publish(replace bool, check func(old string) error) error {
	err := s.syncFolders()
	if err != nil {
		return err
	}
	if replace {
		err = exchange(s.temp, s.path)
		if err == nil {
			if err := check(s.temp); err != nil {
				back := exchange(s.temp, s.path)
				return errors.Join(err, back)
			}
		}
	}
	if !replace || errors.Is(err, fs.ErrNotExist) {
		err = renameNew(s.temp, s.path)
	}
	if err != nil {
		return err
	}
	_ = system.SyncFolderAt(filepath.Dir(s.path))
	s.Discard() // the old folder, if there was one
	return nil
}

// PublishInside puts everything into the folder that it is in, last the file that readers open
// first. It replaces nothing. If it fails it takes back what it has put there.
func (s *Staged) PublishInside(last string) error {
	if err := s.syncFolders(); err != nil {
		return err
	}
	entries, err := os.ReadDir(s.temp)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if e.Name() != last {
			names = append(names, e.Name())
		}
	}
	for i, name := range append(names, last) {
		if err := renameNew(filepath.Join(s.temp, name), filepath.Join(s.path, name)); err != nil {
			for _, done := range names[:i] {
				back := rename(filepath.Join(s.path, done), filepath.Join(s.temp, done))
				err = errors.Join(err, back)
			}
			return err
		}
	}
	_ = system.SyncFolderAt(s.path)
	s.Discard()
	return nil
}

// PublishFile puts one of the files in the place. With replace it replaces a file that is
// there, otherwise it returns fs.ErrExist if anything is.
func (s *Staged) PublishFile(name string, replace bool) error {
	from, publish := filepath.Join(s.temp, name), renameNew
	if replace {
		publish = rename
	}
	if err := publish(from, s.path); err != nil {
		return err
	}
	_ = system.SyncFolderAt(filepath.Dir(s.path))
	s.Discard()
	return nil
}

// Discard removes what Publish has not put in its place.
func (s *Staged) Discard() { _ = os.RemoveAll(s.temp) }

func (s *Staged) syncFolders() error {
	return filepath.WalkDir(s.temp, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = system.SyncFolderAt(path)
		}
		return err
	})
}

// renameNew renames a file or folder unless something has its new name.
func renameNew(from, to string) error {
	err := system.RenameUnless(from, to)
	if !unsupported(err) {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	return rename(from, to)
}

// exchange exchanges two folders, in two steps if the file system cannot do it in one.
func exchange(a, b string) error {
	err := system.Exchange(nil, a, b)
	if !unsupported(err) {
		return err
	}
	return exchangeInSteps(a, b)
}

// exchangeInSteps exchanges two folders by three renames. If the process is killed between
// them, the folder that was in place is in the hidden folder.
func exchangeInSteps(a, b string) error {
	aside := a + "-old"
	if err := rename(b, aside); err != nil {
		return err
	}
	if err := rename(a, b); err != nil {
		back := rename(aside, b)
		return errors.Join(err, back)
	}
	return rename(aside, a)
}

// unsupported reports whether a file system, or a kernel, knows no flags of renameat2.
func unsupported(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.ENOTSUP)
}

// rename is os.Rename, tried again while a process has a file open that it would replace. The
// error is without the paths.
func rename(from, to string) error {
	err := system.Retry(func() error { return os.Rename(from, to) })
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
