//go:build !linux

package input

import (
	"os"
	"syscall"
)

// memoryFile fails: no file in memory can be opened by a name.
func memoryFile() (*os.File, error) { return nil, syscall.ENOSYS }
