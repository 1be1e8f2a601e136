package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// within fails the test if f takes longer than a blocked call would be noticed.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: blocked", what)
	}
}

// outside returns a file and a folder that no index may change, and a check that none
// did.
func outside(t *testing.T) (file, folder string, unchanged func(what string)) {
	top := t.TempDir()
	file, folder = filepath.Join(top, "file"), filepath.Join(top, "folder")
	must(t, os.WriteFile(file, []byte("precious"), 0o600))
	must(t, os.Mkdir(folder, 0o700))
	return file, folder, func(what string) {
		t.Helper()
		if data, err := os.ReadFile(file); err != nil || string(data) != "precious" {
			t.Errorf("%s: the file holds %q, %v", what, data, err)
		}
		if names, err := os.ReadDir(folder); err != nil || len(names) > 0 {
			t.Errorf("%s: the folder has %v, %v", what, names, err)
		}
		if names, err := os.ReadDir(top); err != nil || len(names) != 2 {
			t.Errorf("%s: there are %v, %v", what, names, err)
		}
	}
}

// TestNamesReplaced replaces each name of an index by a link to a file or folder outside
// of it, by a link to nothing, and by a FIFO. Nothing outside changes, and nothing blocks.
func TestNamesReplaced(t *testing.T) {
	p := makeSample(t)
	table := tableFile{number: p.tables(t)[0]}.path()
	file, folder, unchanged := outside(t)
	for _, name := range []string{lockName, sidecarName, intentName, manifestPath, table, badgerName, tmpName} {
		for kind, put := range map[string]func(path string) error{
			"link to a file":   func(path string) error { return os.Symlink(file, path) },
			"link to nothing":  func(path string) error { return os.Symlink(filepath.Join(filepath.Dir(file), "new"), path) },
			"link to a folder": func(path string) error { return os.Symlink(folder, path) },
			"link to a device": func(path string) error { return os.Symlink("/dev/zero", path) },
			"FIFO":             func(path string) error { return unix.Mkfifo(path, 0o600) },
			"file of 30 GB": func(path string) error {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					return err
				}
				return os.Truncate(path, 30<<30)
			},
			"link inside": func(path string) error { return os.Symlink(filepath.Join(filepath.Dir(path), "."), path) },
		} {
			dir := copyDir(t, p.dir)
			path := filepath.Join(dir, name)
			must(t, os.RemoveAll(path))
			must(t, put(path))
			for _, o := range []Options{{ReadOnly: true}, {Create: true, TrustOwner: true}} {
				what := name + ": " + kind
				within(t, what, func() {
					s, err := Open(t.Context(), dir, o)
					if err == nil {
						_ = s.Put([]byte("key"), []byte("value"))
						_ = s.Commit([]byte("root"))
						_ = s.Close()
					}
					tidied := name == tmpName || o.ReadOnly && (name == lockName || name == intentName) || kind == "file of 30 GB" && name == lockName
					if !tidied && !errors.As(err, new(*DamagedError)) {
						t.Errorf("%s: %v, want damage", what, err)
					}
				})
				unchanged(what)
			}
			must(t, os.RemoveAll(dir))
		}
	}
}

// TestHardLink links files of root into an index of another user. Root writes to none.
func TestHardLink(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs to be root, to give files away")
	}
	p := makeSample(t)
	file, _, unchanged := outside(t)
	must(t, os.Chown(p.dir, 65534, 65534))
	lock := filepath.Join(p.dir, lockName)
	must(t, os.Remove(lock))
	must(t, os.Link(file, lock))
	_, err := Open(t.Context(), p.dir, Options{TrustOwner: true})
	if de := new(DamagedError); !errors.As(err, &de) || de.Path != lock {
		t.Errorf("%v, want damage of %s", err, lock)
	}
	unchanged("a hard link")
}

// TestNamesReplacedDuringWriting swaps names of an index that is open for writing.
func TestNamesReplacedDuringWriting(t *testing.T) {
	file, folder, unchanged := outside(t)
	for name, target := range map[string]string{tmpName: folder, manifestPath: file, badgerName: folder, sidecarName: file, lockName: file} {
		dir := filepath.Join(t.TempDir(), "index")
		s, err := Open(t.Context(), dir, Options{Create: true, TrustOwner: true})
		must(t, err)
		must(t, s.Put([]byte("key"), []byte("value")))
		must(t, s.Commit([]byte("root")))
		must(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, "moved")))
		must(t, os.Symlink(target, filepath.Join(dir, name)))
		within(t, name, func() {
			_ = s.Put([]byte("another"), make([]byte, 1<<20))
			err := s.Commit([]byte("next"))
			if err == nil && name != lockName && name != sidecarName {
				t.Errorf("%s is a link, but the commit succeeded", name)
			}
			if f, err := s.TempPlace().Create(); err == nil && name == tmpName {
				t.Errorf("a spill file was created in %s", f.Dir())
			}
			s.Announce("still here")
			_ = s.Close()
		})
		unchanged(name)
	}
}

// TestTableReplacedDuringWriting swaps a table before Badger is opened on it again:
// Badger itself would follow a link, wait for a FIFO, and panic at what it reads.
func TestTableReplacedDuringWriting(t *testing.T) {
	file, _, unchanged := outside(t)
	for kind, put := range map[string]func(path string) error{
		"link": func(path string) error { return os.Symlink(file, path) },
		"FIFO": func(path string) error { return unix.Mkfifo(path, 0o600) },
	} {
		p := makeSample(t)
		table := filepath.Join(p.dir, tableFile{number: p.tables(t)[0]}.path())
		s, err := Open(t.Context(), p.dir, Options{TrustOwner: true})
		must(t, err)
		must(t, os.Remove(table))
		must(t, put(table))
		within(t, kind, func() {
			must(t, s.Put([]byte("key"), []byte("value")))
			must(t, s.Flush())
			err := s.Get([]byte("key"), func([]byte) error { return nil })
			if de := new(DamagedError); !errors.As(err, &de) || de.Path != table {
				t.Errorf("%s: %v, want damage of %s", kind, err, table)
			}
			if err := s.Compact(t.Context()); err == nil {
				t.Errorf("%s: compacted", kind)
			}
			_ = s.Close()
		})
		unchanged(kind)
	}
}

// tables returns the numbers of the tables.
func (p *sample) tables(t *testing.T) (numbers []uint64) {
	list, err := folderAt(t, p.dir).readFileList(sidecarName)
	must(t, err)
	for _, l := range list.tables {
		numbers = append(numbers, l.number)
	}
	if len(numbers) == 0 {
		t.Fatal(fs.ErrNotExist)
	}
	return numbers
}
