//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// smallDisk mounts a file system of size bytes in memory.
func smallDisk(dir string, size int64) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		return fmt.Errorf("mount a small file system: %w", err)
	}
	return nil
}

// resize changes the size of a small disk.
func resize(dir string, size int64) error {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", size)); err != nil {
		return fmt.Errorf("resize a small file system to %d bytes: %w", size, err)
	}
	return nil
}

// unmount unmounts a file system. It waits while an exiting process still has a
// file open there.
func unmount(dir string) error {
	var err error
	eventually(func() bool { err = syscall.Unmount(dir, 0); return !errors.Is(err, syscall.EBUSY) })
	if err != nil {
		return fmt.Errorf("unmount %s: %w", dir, err)
	}
	return nil
}
