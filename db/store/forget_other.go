//go:build !linux

package store

// forget would give back the memory of pages of a mapped file. Elsewhere the kernel takes it when
// it needs some.
func forget([]byte) {}
