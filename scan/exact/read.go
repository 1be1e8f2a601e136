package exact

import (
	"context"

	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

// readSize is how many bytes are read at a time.
const readSize = 256 << 10

// keptRoom is for how many hashes a collector may have room that is used again;
// 1 MiB. A larger one is left to the garbage.
const keptRoom = 64 << 10

// collector is what a file is read with.
type collector struct {
	windows *fingerprint.Windows
	buffer  []byte
	limit   *fsys.Limit
	viewer  *view.Viewer // nil for the raw view
}

func (s *Scorer) collector() *collector {
	if c, ok := s.collectors.Get().(*collector); ok {
		return c
	}
	c := &collector{windows: fingerprint.NewWindows(s.Window), buffer: make([]byte, readSize), limit: s.limit}
	if s.View != view.Raw && s.View != "" {
		c.viewer = view.NewViewer(s.View, false)
	}
	return c
}

// see has bytes of the file, as its view shows them, collected.
func (c *collector) feed(p []byte, last bool) {
	if c.viewer != nil {
		p = c.viewer.Write(p, last)
	}
	c.windows.Write(p)
}

// read returns the distinct hashes that the windows, having been reset, collect
// from a file, valid until they are reset again. The file is checked before and
// after. It is not ok when there was not room enough for the hashes.
func (c *collector) read(ctx context.Context, o *fsys.OpenedFile) (hashes []uint64, ok bool, err error) {
	if err := o.Check(); err != nil {
		return nil, false, err
	}
	if c.viewer != nil {
		c.viewer.Reset(o.Path)
	}
	for at := int64(0); at < o.Stat.Size; {
		n, err := o.ReadAt(ctx, c.limit, c.buffer, at)
		if err != nil {
			return nil, false, err
		}
		c.feed(c.buffer[:n], false)
		at += int64(n)
	}
	c.feed(nil, true)
	if err := o.Check(); err != nil {
		return nil, false, err
	}
	hashes, ok = c.windows.Hashes()
	return hashes, ok, nil
}
