package exact

import (
	"context"

	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

// readSize is the number of bytes per read.
const readSize = 256 << 10

// keptRoom is the capacity in hashes, 1 MiB, up to which a collector is reused. The
// garbage collector frees larger ones.
const keptRoom = 64 << 10

// collector is a worker's buffers for reading a file.
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

// feed collects the windows of bytes of the file under its view.
func (c *collector) feed(p []byte, last bool) {
	if c.viewer != nil {
		p = c.viewer.Write(p, last)
	}
	c.windows.Write(p)
}

// read reads a file and returns its distinct hashes, as the last Reset of c.windows
// selects them. They are valid until the next Reset. It checks the file before and
// after. It returns false if the hashes did not fit.
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
