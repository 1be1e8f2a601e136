package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// smallDisk mounts a file system of that many bytes in memory. The error says
// why that is not possible here.
func smallDisk(dir string, size int64) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		return fmt.Errorf("mounting a small file system: %w", err)
	}
	return nil
}

// resize gives a small disk another size.
func resize(dir string, size int64) error {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", size)); err != nil {
		return fmt.Errorf("giving a small file system %d bytes: %w", size, err)
	}
	return nil
}

// unmount takes a file system away, as soon as no process that is about to end
// has a file there open.
func unmount(dir string) error {
	var err error
	for range 100 {
		if err = syscall.Unmount(dir, 0); !errors.Is(err, syscall.EBUSY) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		return fmt.Errorf("unmounting %s: %w", dir, err)
	}
	return nil
}
