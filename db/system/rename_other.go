//go:build !linux && !darwin && !windows

package system

import (
	"io/fs"
	"os"
	"syscall"
)

// RenameUnless renames a file unless something has the new name. A link fails then. Folders
// have no links: the caller looks and renames, which could at most replace an empty folder
// that was created in between.
func RenameUnless(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil || !info.Mode().IsRegular() {
		return syscall.ENOSYS
	}
	if err := os.Link(from, to); err != nil {
		if _, is := os.Lstat(to); is == nil {
			return fs.ErrExist
		}
		return syscall.ENOSYS // a file system without links
	}
	return os.Remove(from)
}

// Exchange fails, because the system cannot exchange names in one step.
func Exchange(dir *os.File, a, b string) error { return syscall.ENOSYS }
