package atomicfile

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/windows"
)

// renameUnless renames unless something has the new name.
func renameUnless(from, to string) error {
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

// swap fails, because the system cannot exchange names in one step.
func swap(a, b string) error { return syscall.ENOSYS }
