//go:build !linux

package fsys

// PageCache drops nothing, because only Linux tells which pages were cached before.
type PageCache struct{}

// Begin does nothing.
func (c *PageCache) Begin(fd int, size int64) {}

// ReadTo does nothing.
func (c *PageCache) ReadTo(offset int64, end bool) {}
