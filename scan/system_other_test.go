//go:build !linux

package scan

import (
	"os"
	"testing"
)

// What tests need of Linux. Elsewhere they are skipped.

func needsBirth(t *testing.T, _ string) {
	t.Helper()
	t.Skip("reads times of birth on Linux only")
}

func mountTmpfs(t *testing.T, _ string) (unmount func()) {
	t.Helper()
	t.Skip("mounts on Linux only")
	return nil
}

func failReads(t *testing.T, _ string) {
	t.Helper()
	t.Skip("replaces open descriptors on Linux only")
}

func mapFile(t *testing.T, _ *os.File, _ int) []byte {
	t.Helper()
	t.Skip("writes through a mapping on Linux only")
	return nil
}

func unmap(*testing.T, []byte) {}

// makeFIFO makes none.
func makeFIFO(string) {}
