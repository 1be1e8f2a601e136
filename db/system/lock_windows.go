package system

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// locked is the offset of the byte that is locked. Windows enforces its locks, and other
// processes must be able to read what the file holds.
const locked = 1 << 62

// LockExclusive locks a file with LockFileEx. If another process has locked it, the error is
// syscall.EWOULDBLOCK. Folders cannot be locked.
func LockExclusive(f *os.File) error { return lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// LockShared locks a file, which other processes may lock in this way too.
func LockShared(f *os.File) error { return lock(f, 0) }

// Unlock releases the lock.
func Unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, place())
}

func lock(f *os.File, flags uint32) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, place())
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return syscall.EWOULDBLOCK
	}
	return err
}

func place() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: locked >> 32} }
