package fsys

import (
	"sync"
)

// FileSystems caches the file system of each device, so that a walk calls statfs once
// per device instead of once per directory. It is safe for concurrent use.
type FileSystems struct {
	mu       sync.Mutex
	byDevice map[uint64]FileSystem // by st_dev
}

// Known returns the cached file system of a device, or the zero value.
func (f *FileSystems) Known(device uint64) FileSystem {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.byDevice[device]
}

// Look returns the file system of a device, and asks the system through fd if it is not
// cached. On failure it returns the zero value, which counts as an ordinary file
// system.
func (f *FileSystems) Look(device uint64, fd int) FileSystem {
	f.mu.Lock()
	is, known := f.byDevice[device]
	f.mu.Unlock()
	if known {
		return is
	}
	// The mutex is not held here, because statfs may wait for an unreachable server.
	is, err := Describe(fd)
	if err != nil {
		return is
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byDevice == nil {
		f.byDevice = make(map[uint64]FileSystem)
	}
	f.byDevice[device] = is
	return is
}
