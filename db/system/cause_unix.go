//go:build unix

package system

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// IsFull reports whether an error means a full disk or an exhausted quota.
func IsFull(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

// IsClosed reports whether an error means that nothing reads the pipe any more.
func IsClosed(err error) bool { return errors.Is(err, unix.EPIPE) }

// IsReadOnly reports whether an error means that the user, or the file system, allows no writing.
func IsReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS)
}

// IsTaken reports whether an error means that another socket has the address.
func IsTaken(err error) bool { return errors.Is(err, unix.EADDRINUSE) }

// IsInUse returns false: files that are open can be removed and replaced.
func IsInUse(err error) bool { return false }

// cannotSyncFolders reports whether an error means that the file system cannot sync folders.
func cannotSyncFolders(err error) bool {
	return errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP)
}
