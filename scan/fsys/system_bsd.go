//go:build unix && !linux

package fsys

import (
	"os"

	"golang.org/x/sys/unix"
)

const (
	PathOnly = 1 << 30 // for openat: opens nothing but files and folders
	NoAtime  = 0       // the access time cannot be left alone
)

// pathMax is the longest path in bytes that a system call accepts, without the NUL.
const pathMax = 1023

// openat opens with PathOnly what is a file or folder; for anything else it returns ENXIO,
// because opening a FIFO or a device has side effects. Unlike O_PATH of Linux it needs
// permission to read.
func openat(dirfd int, name string, flags int) (int, error) {
	if flags&PathOnly != 0 {
		flags = flags&^PathOnly | unix.O_NONBLOCK | unix.O_NOCTTY
		how := 0
		if flags&unix.O_NOFOLLOW != 0 {
			how = unix.AT_SYMLINK_NOFOLLOW
		}
		var st Status
		if err := unix.Fstatat(dirfd, name, &st, how); err != nil {
			return -1, err
		}
		switch kind := KindOf(&st); {
		case kind.IsDir() || kind.IsRegular():
		case kind&os.ModeSymlink != 0:
			return -1, unix.ELOOP
		default:
			return -1, unix.ENXIO
		}
	}
	fd, err := unix.Openat(dirfd, name, flags, 0)
	if err == unix.EMLINK && flags&unix.O_NOFOLLOW != 0 { // FreeBSD's word for a link
		err = unix.ELOOP
	}
	return fd, err
}
