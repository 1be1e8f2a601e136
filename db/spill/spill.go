// Package spill creates temporary files that have no name: nothing of them is left
// behind, however the process ends.
package spill

import (
	"alike/db/system"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// File is an unlinked temporary file. Its reads and writes fail with an *Error,
// because the name of the file would tell a user nothing.
type File struct {
	*os.File
	dir string
}

// Error reports what failed with a temporary file and in which folder.
type Error struct {
	Doing string // "creating", "writing" or "reading"
	Dir   string
	Err   error
}

func (e *Error) Error() string {
	dir := filepath.ToSlash(e.Dir) // as all paths are shown
	if errors.Is(e.Err, fs.ErrNotExist) {
		return e.Doing + " a temporary file: the folder " + dir + " does not exist"
	}
	return e.Doing + " a temporary file in " + dir + ": " + e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Dir returns the folder that the file was created in.
func (f *File) Dir() string { return f.dir }

// Write appends to what was written before.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, failed("writing", f.dir, err)
}

// WriteAt writes at an offset in bytes.
func (f *File) WriteAt(p []byte, at int64) (int, error) {
	n, err := f.File.WriteAt(p, at)
	return n, failed("writing", f.dir, err)
}

// ReadAt reads at an offset in bytes. It returns io.EOF at the end of the file.
func (f *File) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.File.ReadAt(p, at)
	return n, failed("reading", f.dir, err)
}

// Allocate reserves disk blocks for size bytes at an offset, so that a full disk is an
// error here and not a fault when a mapped page is written.
func (f *File) Allocate(at, size int64) error {
	if err := system.Allocate(f.File, at, size); err != nil {
		return &Error{"writing", f.dir, err}
	}
	return nil
}

// failed returns an *Error without the file's name for an error of the system, and
// other errors, such as io.EOF, unchanged.
func failed(doing, dir string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &Error{doing, dir, path.Err}
	}
	return err
}
