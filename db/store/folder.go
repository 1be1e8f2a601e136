package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"alike/db/system"
)

// folder is the open folder of an index. Everything in it is opened relative to its
// descriptor, never by a name from outside: a user who may change the folder, or one above
// it, can replace names by links at any moment. os.Root follows no link out of the
// folder, and links and FIFOs inside it are refused.
type folder struct {
	name string // as the user named it, for messages
	root *os.Root
}

func openFolder(name string) (*folder, error) {
	// With the slash, a FIFO is an error at once; os.OpenRoot would wait for its other end.
	root, err := os.OpenRoot(name + "/")
	if err != nil {
		return nil, fmt.Errorf("opening the index folder: %w", err)
	}
	return &folder{name, root}, nil
}

func (d *folder) close() { _ = d.root.Close() }

// path returns the path of a name in the folder, for messages.
func (d *folder) path(name string) string { return filepath.ToSlash(filepath.Join(d.name, name)) }

// open opens a regular file without waiting for anything.
func (d *folder) open(name string, flags int) (*os.File, error) {
	f, err := d.root.OpenFile(name, flags|syscall.O_NONBLOCK|syscall.O_NOCTTY|system.Large, 0)
	if info, lerr := d.root.Lstat(name); lerr == nil && !info.Mode().IsRegular() {
		if err == nil {
			f.Close()
		}
		return nil, &DamagedError{Path: d.path(name), Problem: "is not a file"}
	}
	if err != nil {
		return nil, err
	}
	if err := d.checkKind(f, name, flags&(os.O_WRONLY|os.O_RDWR) != 0); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// checkKind checks that an open file is regular. One to write to must not be a hard link
// to a file of another user: Linux lets users make these unless protected_hardlinks is set.
func (d *folder) checkKind(f *os.File, name string, write bool) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &DamagedError{Path: d.path(name), Problem: "is not a file"}
	}
	if !write {
		return nil
	}
	return d.checkLinks(info, name)
}

// create creates a file that does not exist, with no more access than its owner's.
func (d *folder) create(name string, perm fs.FileMode) (*os.File, error) {
	f, err := d.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR|system.Large, perm)
	if err != nil {
		return nil, err
	}
	if err := d.giveAway(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// write creates a file. It removes a file of the same name first, because that could be
// a link to something else. On failure it removes the new one; a full disk is a
// *NoSpaceError. Close the file after a sync.
func (d *folder) write(name string, data []byte) (*os.File, error) {
	if err := d.remove(name); err != nil {
		return nil, err
	}
	f, err := d.create(name, 0o600)
	if err != nil {
		return nil, d.noSpace(name, len(data), fmt.Errorf("writing to the index: %w", err))
	}
	if err := d.appendTo(f, name, data); err != nil {
		return nil, err
	}
	return f, nil
}

// appendTo appends to a file that write has created. On failure it closes and removes the file.
func (d *folder) appendTo(f *os.File, name string, data []byte) error {
	if _, err := f.Write(data); err != nil {
		f.Close()
		_ = d.root.Remove(name)
		return d.noSpace(name, len(data), fmt.Errorf("writing to the index: %w", err))
	}
	return nil
}

// writeSynced is write, with the bytes on disk.
func (d *folder) writeSynced(name string, data []byte) error {
	f, err := d.write(name, data)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		_ = d.root.Remove(name)
		return d.noSpace(name, len(data), fmt.Errorf("writing to the index: %w", err))
	}
	return nil
}

func (d *folder) noSpace(name string, n int, err error) error { return NoSpace(d.path(name), n, err) }

// read returns the bytes of a file that has at most limit bytes.
func (d *folder) read(name string, limit int64) ([]byte, error) {
	f, err := d.open(name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, &DamagedError{Path: d.path(name), Problem: fmt.Sprintf("has %d bytes, more than an index needs", info.Size())}
	}
	data := make([]byte, info.Size())
	_, err = io.ReadFull(f, data)
	return data, err
}

func (d *folder) truncate(name string, size int64) error {
	f, err := d.open(name, os.O_WRONLY)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Close())
}

func (d *folder) remove(name string) error {
	err := system.Retry(func() error { return d.root.Remove(name) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("tidying the index: %w", err)
	}
	return nil
}

// rename replaces a file of the index.
func (d *folder) rename(from, to string) error {
	return system.Retry(func() error { return d.root.Rename(from, to) })
}

// names returns the names in a folder of the index, "." for the index folder.
func (d *folder) names(name string) ([]string, error) {
	if info, err := d.root.Lstat(name); err == nil && !info.IsDir() {
		return nil, &DamagedError{Path: d.path(name), Problem: "is not a folder"}
	}
	f, err := d.subfolder(name)
	if err != nil {
		return nil, fmt.Errorf("reading the index folder: %w", err)
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("reading the index folder: %w", err)
	}
	return names, nil
}

// subfolder opens a folder of the index.
func (d *folder) subfolder(name string) (*os.File, error) {
	return d.root.OpenFile(name, os.O_RDONLY|system.OpenFolder, 0)
}

// sync waits until the names in a folder of the index are on disk.
func (d *folder) sync(name string) error {
	f, err := d.subfolder(name)
	if err != nil {
		return fmt.Errorf("syncing the index: %w", err)
	}
	defer f.Close()
	if err := system.SyncFolder(f); err != nil {
		return fmt.Errorf("syncing %s: %w", d.path(name), err)
	}
	return nil
}

// has reports whether there is a file of the name.
func (d *folder) has(name string) bool {
	_, err := d.root.Lstat(name)
	return err == nil
}

// lacks reports that there is certainly no file of the name.
func (d *folder) lacks(name string) bool {
	_, err := d.root.Lstat(name)
	return errors.Is(err, fs.ErrNotExist)
}
