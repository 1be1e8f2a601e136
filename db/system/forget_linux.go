package system

import "golang.org/x/sys/unix"

// Forget gives back the memory of pages of a mapped file. They are read again if need be.
func Forget(pages []byte) { _ = unix.Madvise(pages, unix.MADV_DONTNEED) }
