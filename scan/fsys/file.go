package fsys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"alike/db"
)

var (
	// ErrChanged is the cause when a file is no longer the one that was scanned.
	ErrChanged = errors.New("it has changed since the scan")
	// ErrGone is the cause when there is no file at the path any more.
	ErrGone = errors.New("it is gone since the scan")
)

// StatOf returns what tells whether a file is still the one that was read.
func StatOf(st *unix.Stat_t) db.Stat {
	return db.Stat{
		Size:   st.Size,
		MTime:  st.Mtim.Nano(),
		CTime:  st.Ctim.Nano(),
		Inode:  st.Ino,
		Device: st.Dev,
	}
}

// StatOfInfo is StatOf for the result of os.Stat.
func StatOfInfo(info fs.FileInfo) db.Stat {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return db.Stat{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	}
	return db.Stat{Size: st.Size, MTime: st.Mtim.Nano(), CTime: st.Ctim.Nano(), Inode: st.Ino, Device: st.Dev}
}

// File is a file in the state in which it was scanned.
type File struct {
	Path string
	Stat db.Stat
}

// FileError is the error of a file that is not in that state any more or cannot be
// read.
type FileError struct {
	File  File
	Cause error // ErrChanged, ErrGone, or an errno
}

func (e *FileError) Error() string { return e.Cause.Error() }
func (e *FileError) Unwrap() error { return e.Cause }

// Current returns the regular file at a path as it is now. It follows symbolic
// links.
func Current(path string) (File, error) {
	f := File{Path: path}
	fd, err := OpenPath(path, unix.O_PATH|unix.O_CLOEXEC)
	if err != nil {
		return f, f.refused(err)
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return f, f.refused(err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return f, &FileError{f, ErrChanged}
	}
	f.Stat = StatOf(&st)
	return f, nil
}

// Look checks, without opening the file, that it is in its state. The last element
// of the path may be a symbolic link, since the scan may have followed one: it must
// lead to the same file on the same device.
func (f File) Look() error {
	_, err := f.look()
	return err
}

func (f File) look() (owner uint32, err error) {
	fd, err := OpenPath(f.Path, unix.O_PATH|unix.O_CLOEXEC)
	if err != nil {
		return 0, f.refused(err)
	}
	defer unix.Close(fd)
	return f.check(fd)
}

// check checks that an open file is the file in its state.
func (f File) check(fd int) (owner uint32, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return 0, f.refused(err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG || StatOf(&st) != f.Stat {
		return 0, &FileError{f, ErrChanged}
	}
	return st.Uid, nil
}

// refused returns the error of a file that the system refuses to open or read.
func (f File) refused(err error) error {
	switch err {
	case unix.ENOENT, unix.ENOTDIR, unix.ELOOP, unix.ESTALE:
		return &FileError{f, ErrGone}
	case unix.ENXIO:
		return &FileError{f, ErrChanged}
	}
	return &FileError{f, err}
}

// OpenedFile is a file that is read, once or several times.
type OpenedFile struct {
	File
	fd    int
	cache PageCache
}

// Open opens a file that is in its state. It looks at the file before it opens it:
// a FIFO or a device that has taken its place would notice being opened.
func (f File) Open() (*OpenedFile, error) {
	owner, err := f.look()
	if err != nil {
		return nil, err
	}
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	fd := -1
	err = unix.EPERM
	if user := os.Geteuid(); user == 0 || uint32(user) == owner {
		fd, err = OpenPath(f.Path, flags|unix.O_NOATIME)
	}
	if err == unix.EPERM {
		fd, err = OpenPath(f.Path, flags)
	}
	if err != nil {
		return nil, f.refused(err)
	}
	o := &OpenedFile{File: f, fd: fd}
	o.cache.Begin(fd, f.Stat.Size)
	return o, nil
}

// Check checks that the open file is still in its state.
func (o *OpenedFile) Check() error {
	_, err := o.check(o.fd)
	return err
}

// ReadAt reads bytes from an offset, no more than the limit lets through and the
// file had when it was scanned. A file that has fewer is ErrChanged. The error of a
// cancelled context is its cause.
func (o *OpenedFile) ReadAt(ctx context.Context, limit *Limit, p []byte, at int64) (int, error) {
	for {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		wanted, err := limit.Wait(ctx, min(int64(len(p)), o.Stat.Size-at))
		if err != nil {
			return 0, err
		}
		n, err := unix.Pread(o.fd, p[:wanted], at)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, o.refused(err)
		case n == 0:
			return 0, &FileError{o.File, ErrChanged}
		default:
			return n, nil
		}
	}
}

// Close closes the file and gives back what reading it brought into the page cache.
func (o *OpenedFile) Close() {
	o.cache.ReadTo(o.Stat.Size, true)
	unix.Close(o.fd)
}
