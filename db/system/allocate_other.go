//go:build !linux

package system

import (
	"errors"
	"io/fs"
	"os"
)

// Large is not needed, see allocate_linux.go.
const Large = 0

// Allocate writes zeros, because not every system and file system can reserve blocks. It
// leaves bytes alone that the file has. On a file system that stores no zeros, such as a
// compressing one, nothing is reserved.
func Allocate(f *os.File, at, size int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	end := at + size
	zeros := make([]byte, min(size, 1<<20))
	for at = max(at, info.Size()); at < end && err == nil; at += int64(len(zeros)) {
		_, err = f.WriteAt(zeros[:min(int64(len(zeros)), end-at)], at)
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
