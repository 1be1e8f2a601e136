package spill

import (
	"os"

	"golang.org/x/sys/unix"
)

func allocate(f *os.File, at, size int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, at, size)
		if err != unix.EINTR {
			return err
		}
	}
}
