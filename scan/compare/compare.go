// Package compare compares two files. It finds the passages that they share, the share
// of each file that is in the other, and how similar they are as documents.
package compare

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan"
)

// Options configure a comparison.
type Options struct {
	View   view.Kind
	Window int // in bytes; also the length of the shortest region
	// Base holds windows and fingerprints that do not count in either file. It may be
	// nil.
	Base *scan.Base
	// Memory bounds the memory of Files in bytes, both files included. 0 means
	// DefaultMemory.
	Memory int64
	// Stored is the rule of the index that CountFiles looks up regions in, or nil.
	Stored *fingerprint.Rule
}

// Comparison is the result of comparing two files.
type Comparison struct {
	Files     [2]*File
	Windows   fingerprint.Shares // distinct windows that are not in the base
	Identical bool
	Regions   []Region // longest first
	Counted   bool     // Files of the regions is set, and they are sorted by it
	Figures   Figures
	Options

	// AsText are the shares under the text view, if Hidden: the raw view hides much of what
	// the files share.
	AsText fingerprint.Shares
	Hidden bool

	stored    [][]fingerprint.Fingerprint // of each region
	handedOut [2][]regions.Stretch        // bytes of each file that the base has too
}

// Region is a passage that both files contain.
type Region struct {
	Sides [2]Extent
	// Files is how many live contents of the index have the rarest passage of the region: the
	// rarest of the fingerprints in it that the index stores of both files. It is Unknown if
	// there are none. Much larger files, which have fewer fingerprints, may not be counted.
	Files int
}

// Unknown is Region.Files of a region without stored fingerprints.
const Unknown = -1

// Extent is the range of a region in a file.
type Extent struct {
	Start, End    int // in bytes; End is exclusive
	Line, EndLine int // from 1, both inclusive
}

// Len returns the length in bytes.
func (e Extent) Len() int { return e.End - e.Start }

// Files compares two files. If ctx is cancelled it returns at once and lets the work
// finish in the background. With a base it reduces Info.Fingerprints of both files to
// those that are not in the base.
//
// It returns a *MemoryError if the files need more than o.Memory, in most cases before it
// starts. Memory: both files, and three to six times their size.
func Files(ctx context.Context, files [2]*File, o Options) (*Comparison, error) {
	c := begin(files, o)
	if err := c.fits(c.likely()); err != nil {
		return nil, err
	}
	if o.Base != nil {
		for _, f := range files {
			f.Info.Fingerprints = len(o.Base.Without(f.Set))
		}
	}
	return c.work(ctx, func() error {
		viewed, err := c.viewedWithin()
		if err != nil {
			return err
		}
		var base *fingerprint.WindowSet
		if c.Base != nil {
			base = c.Base.Windows
		}
		room := c.memory() - held(c.Files, viewed)
		c.Windows = fingerprint.CompareWindowsWithin(viewed[0].bytes, viewed[1].bytes, c.Window, base, room)
		c.findRegions(viewed)
		viewed = [2]*viewedFile{}
		if c.Figures, err = compareDocuments(files[0].Data, files[1].Data); err != nil {
			return fmt.Errorf("comparing the words of both files: %w", err)
		}
		c.AsText, c.Hidden = c.asText()
		return nil
	})
}

// Regions is like Files but finds only the regions. Windows and Figures of the result
// are zero.
func Regions(ctx context.Context, files [2]*File, o Options) (*Comparison, error) {
	c := begin(files, o)
	return c.work(ctx, func() error {
		c.findRegions(c.viewed())
		return nil
	})
}

func begin(files [2]*File, o Options) *Comparison {
	return &Comparison{Files: files, Options: o, Identical: bytes.Equal(files[0].Data, files[1].Data)}
}

// work runs do in a goroutine and waits for it or for the context.
func (c *Comparison) work(ctx context.Context, do func() error) (*Comparison, error) {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		if err != nil {
			return nil, err
		}
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// viewedFile is a file under its view.
type viewedFile struct {
	bytes  []byte
	viewer *view.Viewer // nil for the raw view
}

// viewed returns both files as the view shows them.
func (c *Comparison) viewed() (viewed [2]*viewedFile) {
	for i, f := range c.Files {
		viewed[i] = c.viewedOf(f)
	}
	return viewed
}

func (c *Comparison) viewedOf(f *File) *viewedFile {
	if c.View == view.Raw {
		return &viewedFile{bytes: f.Data}
	}
	v := view.NewViewer(c.View, true)
	return &viewedFile{viewOf(v, f), v}
}

// viewOf returns the view of a whole file. It writes the file in pieces, because a viewer
// holds what it reads and decodes.
func viewOf(v *view.Viewer, f *File) []byte {
	const piece = 1 << 20
	v.Reset(f.Name)
	viewed := make([]byte, 0, len(f.Data))
	for at := 0; ; at += piece {
		if len(f.Data)-at <= piece {
			return append(viewed, v.Write(f.Data[at:], true)...)
		}
		viewed = append(viewed, v.Write(f.Data[at:at+piece], false)...)
	}
}

// origin returns the bytes of the file that a range of the view represents.
func (v *viewedFile) origin(start, end int) (int, int) {
	if v.viewer == nil {
		return start, end
	}
	return v.viewer.Original(start, end)
}

// findRegions finds the regions of the views and maps them to bytes and lines of the
// files.
func (c *Comparison) findRegions(viewed [2]*viewedFile) {
	windows := c.storedOf(viewed)
	if n := len(c.Files[0].Data); c.Identical && n > 0 && c.Base == nil {
		lines := c.Files[0].Lines
		whole := Extent{0, n, lines.At(0), lines.At(n - 1)}
		c.Regions = []Region{{Sides: [2]Extent{whole, whole}}}
		c.stored = append(c.stored, c.storedIn(windows, 0, len(viewed[0].bytes)))
		return
	}
	a, b := viewed[0].bytes, viewed[1].bytes
	inA, inB := c.inBase(a), c.inBase(b)
	found := regions.Find(a, b, c.Window, inA, inB)
	c.Regions = make([]Region, len(found))
	for i, r := range found {
		c.stored = append(c.stored, c.storedIn(windows, r.A, r.A+r.Len))
		for side, at := range [2]int{r.A, r.B} {
			start, end := viewed[side].origin(at, at+r.Len)
			lines := c.Files[side].Lines
			c.Regions[i].Sides[side] = Extent{start, end, lines.At(start), lines.At(end - 1)}
		}
	}
	for side, covered := range [2][]regions.Stretch{inA, inB} {
		for _, s := range covered {
			start, end := viewed[side].origin(s.From, s.To)
			c.handedOut[side] = append(c.handedOut[side], regions.Stretch{From: start, To: end})
		}
	}
}

// inBase returns the stretches that windows of the base cover.
func (c *Comparison) inBase(data []byte) (covered []regions.Stretch) {
	if c.Base == nil {
		return nil
	}
	c.Base.Windows.Stretches(data, func(from, to int) {
		covered = append(covered, regions.Stretch{From: from, To: to})
	})
	return covered
}

// Covered returns the share of a file's bytes that are in regions, of those that are not
// in the base. Side is 0 or 1. Two regions of a view may share bytes of one character of
// the file; these count once.
func (c *Comparison) Covered(side int) fingerprint.Share {
	stretches := make([]regions.Stretch, len(c.Regions), len(c.Regions)+len(c.handedOut[side]))
	for i, r := range c.Regions {
		stretches[i] = regions.Stretch{From: r.Sides[side].Start, To: r.Sides[side].End}
	}
	covered := length(stretches)
	ignored := length(append(stretches, c.handedOut[side]...)) - covered
	return fingerprint.Ratio(float64(covered), float64(len(c.Files[side].Data)-ignored))
}

// length returns the number of bytes that stretches cover. It sorts them.
func length(stretches []regions.Stretch) (n int) {
	slices.SortFunc(stretches, func(a, b regions.Stretch) int { return cmp.Compare(a.From, b.From) })
	last := 0
	for _, s := range stretches {
		n += max(0, s.To-max(s.From, last))
		last = max(last, s.To)
	}
	return n
}

// Share returns the share of windows by a measure. It is undefined if a file has no
// windows.
func (c *Comparison) Share(by search.Measure) fingerprint.Share {
	a, b := c.Windows.AInB(), c.Windows.BInA()
	switch by {
	case search.Union:
		return c.Windows.Resemblance()
	case search.Larger:
		return min(a, b)
	default:
		return max(a, b)
	}
}
