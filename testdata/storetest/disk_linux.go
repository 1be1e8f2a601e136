package storetest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// SmallDisk mounts a file system of size bytes for the test and returns its folder.
// It skips the test if mounting is not allowed.
func SmallDisk(t *testing.T, size int64) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("mounting a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Errorf("unmounting %s: %v", dir, err)
		}
	})
	return dir
}

// Fill uses up all space of a disk except the given number of bytes. It returns a
// function that frees the space again.
func Fill(t *testing.T, disk string, except int64) (empty func()) {
	t.Helper()
	f, err := os.Create(filepath.Join(disk, "filler"))
	must(t, err)
	defer f.Close()
	var st unix.Statfs_t
	must(t, unix.Fstatfs(int(f.Fd()), &st))
	if n := int64(st.Bavail)*int64(st.Bsize) - except; n > 0 {
		must(t, unix.Fallocate(int(f.Fd()), 0, 0, n))
	}
	return func() { must(t, os.Remove(f.Name())) }
}
