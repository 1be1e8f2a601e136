package testdata

import "testing"

// FIFO skips the test: there are no named pipes in folders.
func FIFO(t testing.TB, _ string) {
	t.Helper()
	t.Skip("makes a named pipe")
}
