//go:build unix

package exact

import (
	"alike/db/spill"

	"golang.org/x/sys/unix"
)

// mapFile maps the first size bytes of a file for reading.
func mapFile(f *spill.File, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
}

func unmap(p []byte) { _ = unix.Munmap(p) }
