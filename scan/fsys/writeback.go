package fsys

import (
	"context"

	"golang.org/x/sys/unix"
)

// writeBackStep is how many bytes are asked to be written back at a time, so
// that a cancelled scan does not wait for the disk.
const writeBackStep = 64 << 20

// startWriteBack has the system begin to write what is dirty in an open file.
//
// That is for programs that write through mmap(2). Such a write moves the times
// of a file only when it makes a clean page dirty; further ones into the page
// leave them alone until it has been written back, which by default takes half
// a minute. A file could so be read 3 s after its last change, be taken for
// settled, change, and look the same for good. From the moment on at which
// write-back begins pages are write-protected, so that the next write moves the
// times again. It does not wait for the disk, takes 0.3 µs where nothing is
// dirty, and what comes of it is not the scan's concern.
//
// File systems without a disk (tmpfs) write nothing back: there, changes made
// through a mapping that stays open are found by Verify only.
func StartWriteBack(ctx context.Context, fd int, size int64) {
	for off := int64(0); off < size && ctx.Err() == nil; off += writeBackStep {
		if unix.SyncFileRange(fd, off, min(writeBackStep, size-off), unix.SYNC_FILE_RANGE_WRITE) != nil {
			return
		}
	}
}
