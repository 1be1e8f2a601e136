package fsys

import (
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
