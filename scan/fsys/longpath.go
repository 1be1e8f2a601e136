package fsys

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

const FolderFlags = ReadOnly | Directory | NonBlock | CloseOnExec

// OpenPath opens an absolute path of any length. If the kernel refuses it as too long,
// OpenPath opens it in pieces and holds one descriptor meanwhile.
func OpenPath(path string, flags int) (int, error) {
	return openAtAnyLength(WorkingFolder, path, flags)
}

// openAtAnyLength is OpenAt for paths of any length.
func openAtAnyLength(dirfd int, path string, flags int) (int, error) {
	return inPieces(dirfd, path, flags, OpenAt)
}

// inPieces opens a path below dirfd, in pieces if it is too long for open.
func inPieces(dirfd int, path string, flags int, open func(dirfd int, path string, flags int) (int, error)) (int, error) {
	fd, err := open(dirfd, path, flags)
	if err != syscall.ENAMETOOLONG || len(path) <= pathMax {
		return fd, err
	}
	at := dirfd
	for len(path) > pathMax {
		cut := strings.LastIndexByte(path[:pathMax+1], '/')
		if cut <= 0 {
			err = syscall.ENAMETOOLONG
			break
		}
		var next int
		next, err = open(at, path[:cut], PathOnly|Directory|CloseOnExec)
		if err != nil {
			break
		}
		closeUnless(dirfd, at)
		at, path = next, path[cut+1:]
	}
	defer closeUnless(dirfd, at)
	if err != nil {
		return -1, err
	}
	return open(at, path, flags)
}

func closeUnless(not, fd int) {
	if fd != not {
		Close(fd)
	}
}

// OpenAt calls openat(2) and repeats it when a signal interrupts it. The Go runtime
// sends signals all the time, and on FUSE and network file systems they interrupt.
func OpenAt(dirfd int, name string, flags int) (int, error) {
	for {
		fd, err := openat(dirfd, name, flags)
		if err != syscall.EINTR {
			return fd, err
		}
	}
}

// StatAt calls fstatat(2) into a buffer that the caller reuses, and repeats it when a
// signal interrupts it.
func StatAt(dirfd int, name string, st *Status, flags int) error {
	for {
		err := fstatat(dirfd, name, st, flags)
		if err != syscall.EINTR {
			return err
		}
	}
}

// StatPath stats an absolute path of any length and follows symbolic links.
func StatPath(path string, st *Status) error {
	err := StatAt(WorkingFolder, path, st, 0)
	if err != syscall.ENAMETOOLONG || len(path) <= pathMax {
		return err
	}
	fd, err := OpenPath(path, PathOnly|CloseOnExec)
	if err != nil {
		return err
	}
	defer Close(fd)
	return Fstat(fd, st)
}

// Cause returns the error inside an *fs.PathError, because callers report the path
// themselves.
func Cause(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
