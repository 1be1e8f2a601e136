package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// Large is the flag with which os.Root opens files beyond 2 GiB on 32 bit. Other functions
// of os add it by themselves.
const Large = unix.O_LARGEFILE

// Allocate reserves blocks for a part of a file.
func Allocate(f *os.File, at, size int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, at, size)
		if err != unix.EINTR {
			return err
		}
	}
}
