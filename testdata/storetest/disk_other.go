//go:build !linux

package storetest

import "testing"

// SmallDisk skips a test that mounts a file system.
func SmallDisk(t *testing.T, _ int64) string {
	t.Helper()
	t.Skip("mounts a small file system on Linux only")
	return ""
}

// Fill is for folders of SmallDisk.
func Fill(t *testing.T, _ string, _ int64) (empty func()) {
	t.Helper()
	t.Fatal("there is no small disk to fill")
	return nil
}
