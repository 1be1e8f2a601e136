package fsys

import (
	"context"

	"alike/db/system"
)

// writeBackStep is how many bytes one call writes back, so that a cancelled scan does
// not wait for the disk.
const writeBackStep = 64 << 20

// StartWriteBack starts writing back the dirty pages of an open file.
//
// This is for programs that write through mmap(2). Such a write changes the times of a
// file only if it dirties a clean page. Further writes to that page leave the times
// alone until the page is written back, by default after half a minute. A file could
// thus be read 3 s after its last change, count as settled, change again, and look the
// same forever. Once write-back starts, pages are write-protected, so the next write
// changes the times again. The call does not wait for the disk and takes 0.3 µs if
// nothing is dirty. The scan does not depend on its outcome.
//
// Only Linux can do this, and file systems without a disk (tmpfs) write nothing back. Elsewhere
// only Verify finds changes made through a mapping that stays open.
func StartWriteBack(ctx context.Context, fd int, size int64) {
	for off := int64(0); off < size && ctx.Err() == nil; off += writeBackStep {
		if system.StartWriteBack(uintptr(fd), off, min(writeBackStep, size-off)) != nil {
			return
		}
	}
}
