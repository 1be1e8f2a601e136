package fsys

import "golang.org/x/sys/unix"

// cacheWindow is the unit, in bytes, in which the page cache is queried and dropped.
const cacheWindow = 8 << 20

// cacheProbe is the part of a window, in bytes, that is queried first.
const cacheProbe = 64 << 10

// PageCache drops the pages that reading a file brings into the page cache, so that a
// scan of a disk does not evict the pages of other programs. It leaves windows alone
// that had any page cached before. Without cachestat(2) (Linux
// before 6.5) it drops nothing, because dropping the pages of others would be worse. It
// queries all windows before the first read, because the kernel reads ahead. A query
// takes 0.4 µs per window, and 80 if all of a window is cached: its pages are counted, so the first
// few are asked about alone.
type PageCache struct {
	fd      int
	cold    []bool // by window: nothing was cached
	dropped int64  // bytes from the start that were handled
}

// longestDropped bounds the size of files whose pages are dropped. The windows of a size that a
// sparse file or a hostile file system may claim would exhaust the memory.
const longestDropped = 1 << 46

// Begin queries the cache for an open file of size bytes.
func (c *PageCache) Begin(fd int, size int64) {
	c.fd, c.cold, c.dropped = fd, c.cold[:0], 0
	if size > longestDropped {
		return
	}
	for off := int64(0); off < size; off += cacheWindow {
		cold := true
		for _, part := range []unix.CachestatRange{{Off: uint64(off), Len: cacheProbe}, {Off: uint64(off) + cacheProbe, Len: cacheWindow - cacheProbe}} {
			var stat unix.Cachestat_t
			if !cold || part.Off >= uint64(size) {
				break
			}
			if unix.Cachestat(uint(fd), &part, &stat, 0) != nil {
				c.cold = c.cold[:0]
				return
			}
			cold = stat.Cache == 0
		}
		c.cold = append(c.cold, cold)
	}
}

// ReadTo drops the cold windows before offset. The last call has end set, which
// includes the window that contains offset.
func (c *PageCache) ReadTo(offset int64, end bool) {
	for i := int(c.dropped / cacheWindow); i < len(c.cold); i++ {
		if c.dropped+cacheWindow > offset && !end {
			return
		}
		if c.cold[i] {
			// This is advice. The scan does not depend on its outcome.
			_ = unix.Fadvise(c.fd, c.dropped, cacheWindow, unix.FADV_DONTNEED)
		}
		c.dropped += cacheWindow
	}
}
