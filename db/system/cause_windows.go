package system

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// IsFull reports whether an error means a full disk or an exhausted quota.
func IsFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// IsClosed reports whether an error means that nothing reads the pipe any more.
func IsClosed(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}

// IsReadOnly reports whether an error means that the user, or the volume, allows no writing.
func IsReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, windows.ERROR_WRITE_PROTECT)
}

// IsTaken reports whether an error means that another socket has the address.
func IsTaken(err error) bool { return errors.Is(err, windows.WSAEADDRINUSE) }

// IsInUse reports whether a file could not be opened, removed or replaced because a process has
// it open or mapped. Windows also reports a lack of permission in this way.
func IsInUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_USER_MAPPED_FILE)
}

// cannotSyncFolders returns true: NTFS keeps names in its journal, and a folder that is open for
// reading cannot be synced.
func cannotSyncFolders(err error) bool { return true }
