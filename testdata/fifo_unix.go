//go:build unix

package testdata

import (
	"testing"

	"golang.org/x/sys/unix"
)

// FIFO makes a named pipe. It skips the test where there are none.
func FIFO(t testing.TB, path string) {
	t.Helper()
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}
