//go:build !linux

package testdata

import "testing"

// AsNobody skips a test that needs another user.
func AsNobody(t *testing.T) bool {
	t.Helper()
	t.Skip("runs as another user on Linux only")
	return true
}
