package fingerprint

// Selected is a selected window.
type Selected struct {
	Offset      int64 // of the first byte of the window, in bytes from the start of the stream
	Fingerprint Fingerprint
}

const (
	// bufferSize is the capacity in bytes of the buffer that collects small writes.
	// It holds several spans of windows, so that few windows are examined twice.
	bufferSize = 32 << 10
	// slack is the number of bytes that a kernel may read past the end of its data. Their
	// values do not matter.
	slack = 64
	// seam is the number of bytes of a large write appended to the buffer: enough to
	// decide every window that straddles the two.
	seam = 4 * Window
	// directWrite is the size in bytes from which a write is processed in place.
	directWrite = bufferSize
)

// Extractor selects the fingerprints of a byte stream. It uses constant memory (about
// 150 KB) besides the fingerprints that the caller has not taken yet. The result does
// not depend on how the stream is split into writes.
//
// A candidate is selected if no candidate within reach outranks it, that is, if its rank
// is a local minimum; the earlier of two equal ranks wins. Within reach is every window
// that overlaps or, under AutoOverlap, begins less than a third of a window away. A choice
// therefore depends on at most 3w-2 bytes (148 for w = 50), an insertion affects only its
// neighbourhood, and repeated patterns do not multiply. This is the local selection
// of Schleimer, Wilkerson and Aiken (Winnowing, 2003, section 4), except that ranks
// compare zero bits first so that levels nest.
//
// Under a rule with anchors the extractor selects the windows that follow them; see
// anchored.
//
// The zero value is not usable; call NewExtractor. An Extractor is not safe for
// concurrent use.
type Extractor struct {
	rule  Rule
	level int // candidates of this level and coarser are examined
	start int // the level at Reset

	// head holds the stream while it is small enough for small windows.
	long    Rule // the rule without small windows
	small   *smallSelector
	head    []byte
	holding bool

	// While the stream may repeat itself, its windows are held back.
	repeats   *repeats // nil without small windows
	undecided bool
	repeating bool // known after Close

	fallback fallback // not nil if the kernels do not support the rule
	spans    *spanSelector

	buf  []byte // the last bytes of the stream, at least those that undecided windows need
	base int64  // offset of buf[0] in the stream
	next int    // index in buf of the first undecided window

	selection
}

// selection holds the selected windows that have not been taken.
type selection struct{ selected []Selected }

func (s *selection) Selected() []Selected { return s.selected }

func (s *selection) Take() []Selected {
	taken := s.selected
	s.selected = taken[:0]
	return taken
}

// fallback selects for rules that the kernels do not support. It has the methods
// of Extractor.
type fallback interface {
	Reset(size int64)
	Write(p []byte) (int, error)
	Close()
	Size() int64
	Selected() []Selected
	Take() []Selected
}

// NewExtractor returns an extractor that is ready for a stream of unknown size. The
// rule must be valid; see Rule.Validate.
func NewExtractor(r Rule) *Extractor { return newExtractor(r, fastest()) }

// Kernel returns the name of the implementation that extractors use on this machine for
// rules that it supports: avx512, avx2, neon or go. All select the same.
func Kernel() string { return fastest().String() }

func fastest() kernel {
	kernels := kernels()
	return kernels[len(kernels)-1]
}

// newExtractor returns an extractor that uses the kernel if the rule allows it.
func newExtractor(r Rule, k kernel) *Extractor {
	e := &Extractor{rule: r, long: r.WithoutSmall()}
	if r.Small > 0 {
		e.small = &smallSelector{size: r.Small, kernel: k}
		e.head = make([]byte, 0, SmallSize)
	}
	r = e.long
	switch {
	case r.Anchors != "":
		e.fallback = newAnchored(r)
	case r.hasKernel():
		e.spans = newSpanSelector(k, r)
		e.buf = make([]byte, 0, bufferSize+slack)
		if e.small != nil && r.Window == Window {
			e.repeats = &repeats{buf: make([]byte, 0, Beginning)}
		}
	case r.Window <= longestShort:
		e.fallback = newShort(r)
	default:
		e.fallback = newReference(r)
	}
	e.Reset(-1)
	return e
}

// Reset prepares the extractor for another stream of the given size in bytes. A known
// size restricts the search to candidates of the level that follows from it. If size
// is negative, the extractor starts at the finest level and coarsens as the stream
// grows.
func (e *Extractor) Reset(size int64) {
	e.start = e.rule.Level(max(size, 0))
	e.level = e.long.Level(max(size, 0))
	e.holding, e.head = e.small != nil && size <= SmallSize, e.head[:0]
	if e.holding {
		e.start = 0
	}
	e.buf, e.base, e.next = e.buf[:0], 0, 0
	e.selected = e.selected[:0]
	e.undecided, e.repeating = e.repeats != nil, false
	if e.repeats != nil {
		e.repeats.reset()
	}
	if e.fallback != nil {
		e.fallback.Reset(size)
	}
}

// Write adds the next bytes of the stream. It always returns len(p), nil. A window
// selected in p may become visible only after a later Write or after Close.
func (e *Extractor) Write(p []byte) (int, error) {
	n := len(p)
	if e.holding {
		if len(e.head)+n <= SmallSize {
			e.head = append(e.head, p...)
			return n, nil
		}
		e.holding = false
		e.write(e.head)
	}
	e.write(p)
	return n, nil
}

// write adds bytes that are not held back.
func (e *Extractor) write(p []byte) {
	if !e.undecided {
		e.choose(p)
		return
	}
	e.repeats.write(p)
	e.choose(p)
	if e.undecided = !e.repeats.over; e.undecided {
		e.selected = hold(e.selected)
	}
}

// choose selects windows of the next bytes.
func (e *Extractor) choose(p []byte) {
	if e.fallback != nil {
		_, _ = e.fallback.Write(p)
		return
	}
	n := len(p)
	e.level = max(e.level, e.long.Level(e.base+int64(len(e.buf)+n)))
	if n >= directWrite {
		e.writeDirect(p)
		return
	}
	for {
		take := min(len(p), bufferSize-len(e.buf))
		e.buf = append(e.buf, p[:take]...)
		p = p[take:]
		if len(p) == 0 {
			return
		}
		e.next = e.decide(e.buf, e.base, e.next, false)
		e.retain(e.buf, e.base, e.next)
	}
}

// writeDirect decides the windows of a large write in place. Only the bytes around
// the seam are copied, because copying everything costs 3 % of the total time at
// level 8.
func (e *Extractor) writeDirect(p []byte) {
	if len(e.buf) > 0 {
		if len(e.buf)+seam > bufferSize {
			e.next = e.decide(e.buf, e.base, e.next, false)
			e.retain(e.buf, e.base, e.next)
		}
		old := len(e.buf)
		e.buf = append(e.buf, p[:seam]...)
		e.next = e.decide(e.buf, e.base, e.next, false)
		e.base += int64(old)
		e.next -= old
	}
	e.next = e.decide(p[:len(p)-slack], e.base, e.next, false)
	e.retain(p, e.base, e.next)
}

// retain leaves in the buffer the bytes of data that undecided windows and their
// neighbours need.
func (e *Extractor) retain(data []byte, base int64, next int) {
	from := max(0, next-(e.rule.Window-1))
	e.buf = e.buf[:copy(e.buf[:bufferSize], data[from:])]
	e.base, e.next = base+int64(from), next-from
}

// Close ends the stream and decides the pending windows.
func (e *Extractor) Close() {
	if e.holding {
		e.write(e.head)
	}
	if e.fallback != nil {
		e.fallback.Close()
	} else {
		e.next = e.decide(e.buf, e.base, e.next, true)
	}
	if e.holding {
		if e.fallback != nil {
			e.selected = append(e.selected, e.fallback.Take()...)
		}
		e.selected = e.small.addTo(e.selected, e.head, e.Level())
	} else if e.undecided {
		e.repeats.close()
		if e.repeating = !e.repeats.over; e.repeating {
			e.selected = append(e.selected[:0], e.repeats.all...)
		}
	}
	e.undecided = false
}

// decide processes the windows of data from index next on, span by span. It returns
// the index of the first window that it could not decide because later windows may
// overlap it. If end is true, no later windows exist.
func (e *Extractor) decide(data []byte, base int64, next int, end bool) int {
	w := e.rule.Window
	windows := len(data) - w + 1
	for next < windows {
		from := max(0, next-(w-1))
		n := min(windows-from, spanWindows)
		decided := from + n
		if decided < windows || !end {
			decided -= w - 1
		}
		if decided <= next {
			break
		}
		e.selected = e.spans.choose(e.selected, piece{
			data:  data[from : from+n+w-1],
			base:  base + int64(from),
			first: next - from,
			last:  decided - from,
			level: e.level,
		})
		next = decided
	}
	return next
}

// Size returns the number of bytes written since Reset.
func (e *Extractor) Size() int64 {
	if e.holding {
		return int64(len(e.head))
	}
	if e.fallback != nil {
		return e.fallback.Size()
	}
	return e.base + int64(len(e.buf))
}

// Level returns the level that follows from the number of bytes written so far, or finestAuto if
// the stream repeats itself, see repeats.go. Fingerprints finer than that may have been selected
// while the size was unknown; NewSet drops them.
func (e *Extractor) Level() int {
	if e.repeating {
		return finestAuto
	}
	return e.rule.Level(e.Size())
}

// Complete reports whether the selection includes every fingerprint of Level. It does
// not if the stream ended well short of the size given to Reset.
func (e *Extractor) Complete() bool { return e.start <= e.rule.Level(e.Size()) }

// Selected returns the windows selected since the last Take or Reset, in order of
// offset. The slice is valid until the next call.
func (e *Extractor) Selected() []Selected {
	if e.undecided {
		return nil
	}
	if e.fallback != nil && !e.holding {
		return e.fallback.Selected()
	}
	return e.selection.Selected()
}

// Take returns the same windows as Selected and removes them from the extractor.
// Calling it regularly keeps memory constant for streams of any length. The slice is
// valid until the next Write.
func (e *Extractor) Take() []Selected {
	if e.undecided {
		return nil
	}
	if e.fallback != nil && !e.holding {
		return e.fallback.Take()
	}
	return e.selection.Take()
}

// Select returns the windows selected from data, in order of offset, at the level
// that follows from it.
func Select(r Rule, data []byte) []Selected {
	selected, _ := selectAll(r, data)
	return selected
}

func selectAll(r Rule, data []byte) ([]Selected, int) {
	e := NewExtractor(r)
	e.Reset(int64(len(data)))
	_, _ = e.Write(data)
	e.Close()
	return e.Selected(), e.Level()
}

// SetOf returns the set of fingerprints of data and its level.
func SetOf(r Rule, data []byte) (Set, int) {
	sel, level := selectAll(r, data)
	fps := make([]Fingerprint, len(sel))
	for i, s := range sel {
		fps[i] = s.Fingerprint
	}
	return NewSet(fps, level), level
}
