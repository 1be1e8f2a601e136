package dataset

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange exchanges two names in an open folder.
func exchange(dir *os.File, a, b string) error {
	at := int(dir.Fd())
	return unix.Renameat2(at, a, at, b, unix.RENAME_EXCHANGE)
}
