package fingerprint

import "slices"

// A changed line of a file of 200 bytes changes two thirds of its windows of 50 bytes, so
// two files that share three quarters of their lines share a third of these windows or
// fewer. A rule with small windows therefore selects windows of Rule.Small bytes of small
// files as well. Their fingerprints have the levels finer than finestAuto, which no other
// file has. Two small files are compared at such a level, by windows of both sizes. A small
// and a large file are compared at a coarser one, where the small windows fall away.
//
// The level of a small window is the number of low zero bits of its value beyond smallZeros,
// up to finestAuto-1. So small windows nest too, and a file of a kilobyte need not have as
// many as one of 200 bytes.

const (
	// SmallWindow is the default size of small windows in bytes, and of the windows of code
	// in tokens. Of copies of files of 100
	// to 1,000 bytes with at least 70 % of their lines, 99 % share half of their windows of
	// 8 to 12 bytes by weight, 98 % of 16, 96 % of 20 and 79 % of 50.
	SmallWindow = 12
	// smallZeros is the number of low zero bits of all small windows. With fewer, hardly
	// more windows are selected, see FinestLevel.
	smallZeros = 2

	// SmallSize is the largest size in bytes of the view of a small file. With these sizes
	// the index of Go's sources grows by 6 %. With a SmallSize of 1.5 KiB, files that
	// are little more than a licence make 50,000 more pairs in Debian's Linux 6.1.
	SmallSize = 1024
	tinySize  = 512
)

// smallLevel returns the level of a small file of the given size.
func smallLevel(size int64) int {
	if size <= tinySize {
		return 0
	}
	return finestAuto - 1
}

// IsSmall reports whether a level is one of files with small windows under the rule.
func (r Rule) IsSmall(level int) bool { return r.Small > 0 && level < finestAuto }

// WindowOf returns the size in bytes of the window that a fingerprint is of.
func (r Rule) WindowOf(f Fingerprint) int {
	if r.IsSmall(f.Level()) {
		return r.Small
	}
	return r.Window
}

// WindowBetween returns the size in bytes of the windows by which files of two levels are
// compared.
func (r Rule) WindowBetween(a, b int) int {
	if r.IsSmall(a) && r.IsSmall(b) {
		return r.Small
	}
	return r.Window
}

// LongLevel returns the level of a file if its small windows do not count.
func (r Rule) LongLevel(level int) int {
	if r.IsSmall(level) {
		return finestAuto
	}
	return level
}

// WithSmall returns the rule with small windows of the default size, if it may have them.
func (r Rule) WithSmall() Rule {
	if r.Density == Auto && r.Anchors == "" && r.Window >= 2*SmallWindow {
		r.Small = SmallWindow
	}
	return r
}

// WithoutSmall returns the rule without small windows.
func (r Rule) WithoutSmall() Rule {
	r.Small = 0
	return r
}

// asSmall returns the fingerprint of a small window: its value without the low zero bits
// that all have.
func (f Fingerprint) asSmall() Fingerprint {
	value := f.Value() >> smallZeros
	if value.level() >= finestAuto {
		value |= 1 << (finestAuto - 1)
	}
	return Fingerprint(uint64(value.rank())<<checkBits | uint64(f.Check()))
}

// smallSelector selects the small windows of small files.
type smallSelector struct {
	size   int
	kernel kernel
	by     [finestAuto]*Extractor // by level
}

// addTo adds the small windows of a file of the given level to its other windows, in order
// of offset. Of two at one offset the small one is the later.
func (s *smallSelector) addTo(windows []Selected, data []byte, level int) []Selected {
	if s.by[level] == nil {
		s.by[level] = newExtractor(Rule{Window: s.size, Density: level + smallZeros}, s.kernel)
	}
	e := s.by[level]
	e.Reset(int64(len(data)))
	_, _ = e.Write(data)
	e.Close()
	small := e.Selected()
	i, j := len(windows)-1, len(small)-1
	windows = slices.Grow(windows, len(small))[:len(windows)+len(small)]
	for k := len(windows) - 1; j >= 0; k-- {
		if i >= 0 && windows[i].Offset > small[j].Offset {
			windows[k] = windows[i]
			i--
			continue
		}
		windows[k] = Selected{small[j].Offset, small[j].Fingerprint.asSmall()}
		j--
	}
	return windows
}
