package fsys

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"alike/db"
)

var (
	// ErrChanged reports a file that changed after it was scanned.
	ErrChanged = errors.New("it has changed since the scan")
	// ErrGone reports a path that no longer leads to a file.
	ErrGone = errors.New("it is gone since the scan")
	// ErrShare reports a path without a drive letter on Windows: of a network share or a device.
	ErrShare = errors.New("it has no drive letter")
	// ErrDevice reports a name that Windows takes for a device, such as CON or AUX.
	ErrDevice = errors.New("it is a device")
)

// StatOf returns the fields of a stat that change whenever a file does.
func StatOf(st *Status) db.Stat {
	return db.Stat{
		Size:   st.Size,
		MTime:  st.Mtim.Nano(),
		CTime:  st.Ctim.Nano(),
		Inode:  st.Ino,
		Device: DeviceOf(st),
	}
}

// File is a file in the state in which it was scanned.
type File struct {
	Path string
	Stat db.Stat
}

// FileError reports a file that cannot be read or is not in its scanned state.
type FileError struct {
	File  File
	Cause error // ErrChanged, ErrGone, or an errno
}

func (e *FileError) Error() string { return e.Cause.Error() }
func (e *FileError) Unwrap() error { return e.Cause }

// Current returns the regular file at path in its current state. It follows symbolic
// links.
func (t *Trees) Current(path string) (File, error) {
	f := File{Path: path}
	fd, err := t.OpenPath(path, PathOnly|CloseOnExec)
	if err != nil {
		return f, f.refused(err)
	}
	defer Close(fd)
	var st Status
	if err := Fstat(fd, &st); err != nil {
		return f, f.refused(err)
	}
	if !KindOf(&st).IsRegular() {
		return f, &FileError{f, ErrChanged}
	}
	f.Stat = StatOf(&st)
	return f, nil
}

// Look checks that f is in its state without opening it. The last element of the path
// may be a symbolic link, because the scan may have followed it, but it must lead to
// the same file on the same device.
func (t *Trees) Look(f File) error {
	_, err := t.look(f)
	return err
}

func (t *Trees) look(f File) (owner uint32, err error) {
	fd, err := t.OpenPath(f.Path, PathOnly|CloseOnExec)
	if err != nil {
		return 0, f.refused(err)
	}
	defer Close(fd)
	return f.check(fd)
}

// check checks that fd is f in its state.
func (f File) check(fd int) (owner uint32, err error) {
	var st Status
	if err := Fstat(fd, &st); err != nil {
		return 0, f.refused(err)
	}
	if !KindOf(&st).IsRegular() || StatOf(&st) != f.Stat {
		return 0, &FileError{f, ErrChanged}
	}
	return st.Uid, nil
}

// refused wraps the error of a system call on f.
func (f File) refused(err error) error {
	switch err {
	case syscall.ENOENT, syscall.ENOTDIR, syscall.ELOOP, syscall.ESTALE:
		return &FileError{f, ErrGone}
	case syscall.ENXIO:
		return &FileError{f, ErrChanged}
	}
	return &FileError{f, err}
}

// OpenedFile is a File that is open for reading.
type OpenedFile struct {
	File
	fd    int
	cache PageCache
}

// Open checks that f is in its state and opens it. It checks first because opening a
// FIFO or a device that has replaced the file would have side effects.
func (t *Trees) Open(f File) (*OpenedFile, error) {
	owner, err := t.look(f)
	if err != nil {
		return nil, err
	}
	const flags = ReadOnly | NonBlock | CloseOnExec
	fd := -1
	err = syscall.EPERM
	if user := os.Geteuid(); user == 0 || uint32(user) == owner {
		fd, err = t.OpenPath(f.Path, flags|NoAtime)
	}
	if err == syscall.EPERM {
		fd, err = t.OpenPath(f.Path, flags)
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

// ReadAt reads into p from the offset at. It reads at most what limit allows and never
// beyond the scanned size. If the file is shorter than that, the error is ErrChanged.
// If ctx is cancelled, the error is its cause.
func (o *OpenedFile) ReadAt(ctx context.Context, limit *Limit, p []byte, at int64) (int, error) {
	for {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		wanted, err := limit.Wait(ctx, min(int64(len(p)), o.Stat.Size-at))
		if err != nil {
			return 0, err
		}
		n, err := Pread(o.fd, p[:wanted], at)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, o.refused(err)
		case n == 0:
			return 0, &FileError{o.File, ErrChanged}
		default:
			return n, nil
		}
	}
}

// Copy copies a file to w if it is in its state, before and after. The error is a
// *FileError, or one of w or the context.
func (t *Trees) Copy(ctx context.Context, f File, w io.Writer) error {
	o, err := t.Open(f)
	if err != nil {
		return err
	}
	defer o.Close()
	buffer := make([]byte, min(f.Stat.Size, 256<<10))
	for at := int64(0); at < f.Stat.Size; {
		n, err := o.ReadAt(ctx, nil, buffer, at)
		if err != nil {
			return err
		}
		if _, err := w.Write(buffer[:n]); err != nil {
			return err
		}
		at += int64(n)
	}
	return o.Check()
}

// Close closes the file and drops the pages that reading it brought into the page
// cache.
func (o *OpenedFile) Close() {
	o.cache.ReadTo(o.Stat.Size, true)
	Close(o.fd)
}
