package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// RenameUnless renames unless something has the new name. Then the error is fs.ErrExist; it is
// syscall.ENOSYS if the file system cannot tell in one step.
func RenameUnless(from, to string) error {
	return unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
}

// Exchange exchanges two names in one step, in an open folder or, if that is nil, anywhere. It
// returns syscall.ENOSYS where the system cannot.
func Exchange(dir *os.File, a, b string) error {
	at := unix.AT_FDCWD
	if dir != nil {
		at = int(dir.Fd())
	}
	return unix.Renameat2(at, a, at, b, unix.RENAME_EXCHANGE)
}
