package input

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// memoryFile creates a file in memory that can be opened by its name.
func memoryFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("input", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	path := "/proc/self/fd/" + strconv.Itoa(fd)
	f := os.NewFile(uintptr(fd), path)
	if _, err := os.Stat(path); err != nil { // no /proc
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
