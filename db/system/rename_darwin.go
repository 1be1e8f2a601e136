package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// RenameUnless renames unless something has the new name.
func RenameUnless(from, to string) error { return unix.RenamexNp(from, to, unix.RENAME_EXCL) }

// Exchange exchanges two names in one step, in an open folder or, if that is nil, anywhere.
func Exchange(dir *os.File, a, b string) error {
	if dir == nil {
		return unix.RenamexNp(a, b, unix.RENAME_SWAP)
	}
	at := int(dir.Fd())
	return unix.RenameatxNp(at, a, at, b, unix.RENAME_SWAP)
}
