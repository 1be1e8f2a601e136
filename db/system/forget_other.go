//go:build !linux

package system

// Forget would give back the memory of pages of a mapped file. Elsewhere the kernel takes it when
// it needs some.
func Forget([]byte) {}
