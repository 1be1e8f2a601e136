package system

import "golang.org/x/sys/unix"

// StartWriteBack starts to write a part of an open file to its disk, and does not wait.
func StartWriteBack(fd uintptr, at, size int64) error {
	return unix.SyncFileRange(int(fd), at, size, unix.SYNC_FILE_RANGE_WRITE)
}
