//go:build unix

package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// LockExclusive locks a file or folder with flock(2). If another process has locked it, the error
// is syscall.EWOULDBLOCK.
func LockExclusive(f *os.File) error { return flock(f, unix.LOCK_EX|unix.LOCK_NB) }

// LockShared locks a file or folder, which other processes may lock in this way too.
func LockShared(f *os.File) error { return flock(f, unix.LOCK_SH|unix.LOCK_NB) }

// Unlock releases the lock, even if a process that was forked has the file open.
func Unlock(f *os.File) error { return flock(f, unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), how)
		if err != unix.EINTR {
			return err
		}
	}
}
