package atomicfile

import "golang.org/x/sys/unix"

// renameUnless renames unless something has the new name.
func renameUnless(from, to string) error { return unix.RenamexNp(from, to, unix.RENAME_EXCL) }

// swap exchanges two names.
func swap(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }
