package store

import "golang.org/x/sys/unix"

// forget gives back the memory of pages of a mapped file. They are read again if need be.
func forget(pages []byte) { _ = unix.Madvise(pages, unix.MADV_DONTNEED) }
