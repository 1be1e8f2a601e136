package exact

import (
	"cmp"
	"context"

	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

// readSize is the number of bytes per read.
const readSize = 256 << 10

// keptRoom is the number of windows up to which a collector, which then takes 17 bytes for
// each, is reused. The garbage collector frees larger ones.
const keptRoom = 64 << 10

// collector is a worker's buffers for reading a file.
type collector struct {
	windows   *fingerprint.Windows
	extractor *fingerprint.Extractor
	rule      fingerprint.Rule // of the extractor
	window    int              // size of the windows that count
	weights   fingerprint.WindowWeights
	data      []byte // a file under its view
	buffer    []byte
	limit     *fsys.Limit
	viewer    *view.Viewer // nil for the raw view
	view      view.Kind
	names     map[string]string
	begin     func(name string, head []byte) // is called before anything of a file; may be nil
}

func (s *Scorer) collector() *collector {
	if c, ok := s.collectors.Get().(*collector); ok {
		return c
	}
	c := &collector{
		windows: fingerprint.NewWeighedWindows(s.window), extractor: fingerprint.NewExtractor(s.Rule),
		rule: s.Rule, window: s.window, buffer: make([]byte, readSize), limit: s.limit, names: s.Names, view: s.View,
	}
	if s.View != view.Raw && s.View != "" {
		c.viewer = view.NewViewer(s.View, false)
	}
	return c
}

// read reads a file and passes its bytes under the view to use. It checks the file before
// and after.
func (c *collector) read(ctx context.Context, o *fsys.OpenedFile, use func(p []byte)) error {
	if err := o.Check(); err != nil {
		return err
	}
	feed := func(p []byte, last bool) {
		if c.viewer != nil {
			p = c.viewer.Write(p, last)
		}
		use(p)
	}
	name := cmp.Or(c.names[o.Path], o.Path)
	if c.viewer != nil {
		c.viewer.Reset(name)
	}
	for at := int64(0); at < o.Stat.Size; {
		n, err := o.ReadAt(ctx, c.limit, c.buffer, at)
		for err == nil && at == 0 && n < view.LicenceHead && int64(n) < o.Stat.Size { // a limit makes reads short
			var more int
			more, err = o.ReadAt(ctx, c.limit, c.buffer[n:], int64(n))
			n += more
		}
		if err != nil {
			return err
		}
		if at == 0 && c.begin != nil {
			c.begin(name, c.buffer[:n])
		}
		feed(c.buffer[:n], false)
		at += int64(n)
	}
	feed(nil, true)
	return o.Check()
}

// absent stands for a fingerprint that no other content has.
const absent fingerprint.Fingerprint = 1<<fingerprint.Bits - 1

// weighAll reads a file and weighs its windows by its fingerprints. Those of the licence at its start
// weigh nothing: hundreds of files have it, or two, and it says nothing of where their content is from.
// Of 50 pairs of four source trees that the raw view lists, 5 shared a licence alone. It passes its bytes
// under the view to use, which may be nil.
func (c *collector) weighAll(ctx context.Context, o *fsys.OpenedFile, f source, use func(p []byte)) error {
	if c.viewer == nil {
		c.extractor.Reset(f.Stat.Size)
	} else {
		c.extractor.Reset(-1)
	}
	c.weights.Reset(f.weigh(absent))
	bound := fingerprint.Bound(f.level)
	licence := int64(0)
	c.begin = func(name string, head []byte) {
		licence = int64(c.view.LicenceEnd(name, head[:min(len(head), view.LicenceHead)]))
		c.weights.Skip(licence)
	}
	defer func() { c.begin = nil }()
	take := func() {
		for _, s := range c.extractor.Take() {
			if s.Offset < licence || s.Fingerprint >= bound || c.rule.WindowOf(s.Fingerprint) != c.window {
				continue
			}
			if w := f.weigh(s.Fingerprint); w > 0 { // not of the base
				c.weights.Add(s.Offset, w)
			}
		}
	}
	err := c.read(ctx, o, func(p []byte) {
		_, _ = c.extractor.Write(p)
		take()
		if use != nil {
			use(p)
		}
	})
	c.extractor.Close()
	take()
	return err
}

// count reads a file and returns its distinct hashes with these weights, as the last Reset
// of c.windows selects them. They are valid until the next Reset. It returns false if the
// hashes did not fit.
func (c *collector) count(ctx context.Context, o *fsys.OpenedFile, weights *fingerprint.WindowWeights) (hashes []uint64, ok bool, err error) {
	c.windows.Weigh(weights)
	if err := c.read(ctx, o, func(p []byte) { _, _ = c.windows.Write(p) }); err != nil {
		return nil, false, err
	}
	hashes, ok = c.windows.Hashes()
	return hashes, ok, nil
}
