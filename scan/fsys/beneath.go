package fsys

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// OpenBeneath opens a relative path below an open folder. It follows no symbolic link,
// not even within the path, so that the result lies below the folder whatever happens
// to the tree meanwhile. A link on the way is ELOOP or ENOTDIR. The path may have any
// length. Cost: one system call; before Linux 5.6 two for each component.
func OpenBeneath(dirfd int, path string, flags int) (int, error) {
	if hasOpenat2() {
		return inPieces(dirfd, path, flags, openat2)
	}
	return openStepwise(dirfd, path, flags)
}

func openat2(dirfd int, path string, flags int) (int, error) {
	how := unix.OpenHow{Flags: uint64(flags), Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS}
	for {
		fd, err := unix.Openat2(dirfd, path, &how)
		if err != unix.EINTR && err != unix.EAGAIN {
			return fd, err
		}
	}
}

// hasOpenat2 reports whether the kernel has openat2(2) and no filter forbids it, as older
// container runtimes do.
var hasOpenat2 = sync.OnceValue(func() bool {
	fd, err := openat2(unix.AT_FDCWD, ".", unix.O_PATH|unix.O_CLOEXEC)
	if err != nil {
		return false
	}
	unix.Close(fd)
	return true
})

// openStepwise is OpenBeneath without openat2(2).
func openStepwise(dirfd int, path string, flags int) (int, error) {
	at := dirfd
	for {
		name, rest, more := strings.Cut(path, "/")
		if name == ".." {
			closeUnless(dirfd, at)
			return -1, unix.EXDEV
		}
		step := flags
		if more {
			step = unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC
		}
		next, err := OpenAt(at, name, step|unix.O_NOFOLLOW)
		closeUnless(dirfd, at)
		if err != nil || !more {
			return next, err
		}
		at, path = next, rest
	}
}

// Trees are the roots of an index by path, with true if links in them are followed. Their
// methods open files by the paths that the index recorded: beneath the innermost root,
// so that a folder that was replaced by a link leads nowhere. A path outside of all
// roots is opened by its name.
type Trees map[string]bool

// OpenPath opens the recorded path of a file. Cost: two more system calls than by name.
func (t Trees) OpenPath(path string, flags int) (int, error) {
	root := path
	followed, known := t[root] // a root that is a file was named by the user
	for !known && root != "/" && root != "." {
		root = filepath.Dir(root)
		followed, known = t[root]
	}
	if !known || followed || root == path {
		return OpenPath(path, flags)
	}
	top, err := OpenPath(root, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(top)
	return OpenBeneath(top, strings.TrimPrefix(path[len(root):], "/"), flags)
}

// OpenRegular opens a recorded path for reading. The error is an errno, ErrGone if a link is on
// the way, or ErrChanged if it is not a regular file.
func (t Trees) OpenRegular(path string) (*os.File, error) {
	fd, err := t.openRegular(path, unix.O_PATH) // opening a FIFO or a device has side effects
	if err != nil {
		return nil, err
	}
	unix.Close(fd)
	if fd, err = t.openRegular(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

func (t Trees) openRegular(path string, flags int) (int, error) {
	fd, err := t.OpenPath(path, flags|unix.O_CLOEXEC)
	if err == unix.ELOOP || err == unix.ENOTDIR {
		return -1, ErrGone
	}
	if err != nil {
		return -1, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		unix.Close(fd)
		return -1, cmp.Or(err, ErrChanged)
	}
	return fd, nil
}
