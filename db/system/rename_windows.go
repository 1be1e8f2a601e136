package system

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// RenameUnless renames unless something has the new name.
func RenameUnless(from, to string) error {
	a, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	b, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	err = windows.MoveFileEx(a, b, windows.MOVEFILE_WRITE_THROUGH)
	if err == windows.ERROR_ALREADY_EXISTS || err == windows.ERROR_FILE_EXISTS {
		return fs.ErrExist
	}
	return err
}

// Exchange fails, because the system cannot exchange names in one step.
func Exchange(dir *os.File, a, b string) error { return syscall.ENOSYS }
