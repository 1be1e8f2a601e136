package fingerprint

// Selected is one selected window.
type Selected struct {
	Offset      int64 // of its first byte
	Fingerprint Fingerprint
}

const (
	// bufferSize is what an Extractor copies small writes into, in bytes: a few
	// spans, so that the windows that two spans share are few.
	bufferSize = 32 << 10
	// slack is how many bytes after the end of its data a span may read; what
	// they hold does not matter.
	slack = 64
	// seam is how many bytes of a large write are copied behind what the buffer
	// holds: enough to decide every window that needs a byte of both.
	seam = 4 * Window
	// direct is the size in bytes from which a write is looked at where it is.
	direct = bufferSize
)

// Extractor selects the fingerprints of one stream of bytes. It holds a
// constant amount of memory (about 100 KB) beside the fingerprints that have
// not been taken from it, and selects the same windows however the stream is
// split into writes.
//
// A candidate is selected when no candidate that overlaps it outranks it: a
// local minimum of the rank, the earlier of two equals. A choice therefore
// depends on 3w-2 bytes (148 for w = 50), an insertion disturbs nothing
// beyond its neighbourhood, and repeated patterns do not breed copies. (The
// local choice is that of Schleimer, Wilkerson and Aiken, Winnowing, 2003,
// section 4, with ranks that are zero bits first so that levels nest.)
//
// Under a rule with anchors the windows behind these are selected instead, see type
// anchored.
//
// The zero value is not ready for use; see NewExtractor.
type Extractor struct {
	rule  Rule
	level int // candidates of this level and coarser are looked at
	start int // the level it began with

	slow selector // does all the work where the kernels cannot
	span *span

	buf  []byte // the end of what was seen, at least what undecided windows need
	base int64  // offset of buf[0] in the stream
	next int    // index in buf of the first window that is not decided

	selected []Selected
}

// selector is what stands in for the kernels, for the whole of a stream.
type selector interface {
	Reset(size int64)
	Write(p []byte) (int, error)
	Close()
	Size() int64
	Selected() []Selected
	Take() []Selected
}

// NewExtractor returns an extractor that is ready for a stream of unknown size.
func NewExtractor(r Rule) *Extractor {
	kernels := kernels()
	return newExtractor(r, kernels[len(kernels)-1])
}

// newExtractor returns one that uses the kernel if the rule allows.
func newExtractor(r Rule, k kernel) *Extractor {
	e := &Extractor{rule: r}
	switch {
	case r.Anchors != "":
		e.slow = newAnchored(r)
	case r.Window == Window && r.Level(0) >= finestFast:
		e.span = &span{kernel: k}
		e.buf = make([]byte, 0, bufferSize+slack)
	default:
		e.slow = newReference(r)
	}
	e.Reset(-1)
	return e
}

// Reset makes the extractor ready for another stream. With a size that is known
// ahead it looks only at candidates of the level that follows from it; with a
// negative size it starts at the finest level and grows coarser as bytes come.
func (e *Extractor) Reset(size int64) {
	e.start = e.rule.Level(max(size, 0))
	e.level = e.start
	e.buf, e.base, e.next = e.buf[:0], 0, 0
	e.selected = e.selected[:0]
	if e.slow != nil {
		e.slow.Reset(size)
	}
}

// Write takes in the next bytes of the stream. It never fails. What it selects
// may become visible only with a later write, or with Close.
func (e *Extractor) Write(p []byte) (int, error) {
	n := len(p)
	if e.slow != nil {
		return e.slow.Write(p)
	}
	e.level = max(e.level, e.rule.Level(e.Size()+int64(n)))
	if n >= direct {
		p = e.lookAt(p)
	}
	for {
		take := min(len(p), bufferSize-len(e.buf))
		e.buf = append(e.buf, p[:take]...)
		p = p[take:]
		if len(p) == 0 {
			return n, nil
		}
		e.next = e.decide(e.buf, e.base, e.next, false)
		e.keep(e.buf, e.base, e.next)
	}
}

// lookAt decides the windows of a large write without copying it, but for the
// bytes around the seam, and returns what is left of it: nothing. (Copying
// costs 3 % of the whole at level 8.)
func (e *Extractor) lookAt(p []byte) []byte {
	if len(e.buf) > 0 {
		if len(e.buf)+seam > bufferSize {
			e.next = e.decide(e.buf, e.base, e.next, false)
			e.keep(e.buf, e.base, e.next)
		}
		old := len(e.buf)
		e.buf = append(e.buf, p[:seam]...)
		e.next = e.decide(e.buf, e.base, e.next, false)
		e.base += int64(old)
		e.next -= old
	}
	e.next = e.decide(p[:len(p)-slack], e.base, e.next, false)
	e.keep(p, e.base, e.next)
	return nil
}

// keep leaves in the buffer those bytes of the data that undecided windows and
// their neighbours need.
func (e *Extractor) keep(data []byte, base int64, next int) {
	from := max(0, next-(Window-1))
	e.buf = e.buf[:copy(e.buf[:bufferSize], data[from:])]
	e.base, e.next = base+int64(from), next-from
}

// Close says that the stream has ended: what was pending is decided.
func (e *Extractor) Close() {
	if e.slow != nil {
		e.slow.Close()
		return
	}
	e.next = e.decide(e.buf, e.base, e.next, true)
}

// decide looks at the windows of the data from index next on, span by span,
// and returns the index of the first that it could not decide on, since it may
// overlap windows that are still to come. With end there are none to come.
func (e *Extractor) decide(data []byte, base int64, next int, end bool) int {
	windows := len(data) - Window + 1
	for next < windows {
		from := max(0, next-(Window-1))
		n := min(windows-from, spanWindows)
		decided := from + n
		if decided < windows || !end {
			decided -= Window - 1
		}
		if decided <= next {
			break
		}
		e.selected = e.span.choose(e.selected, piece{
			data:  data[from : from+n+Window-1],
			base:  base + int64(from),
			first: next - from,
			last:  decided - from,
			level: e.level,
		})
		next = decided
	}
	return next
}

// Size returns how many bytes were written.
func (e *Extractor) Size() int64 {
	if e.slow != nil {
		return e.slow.Size()
	}
	return e.base + int64(len(e.buf))
}

// Level returns the level that follows from the bytes written so far.
// Fingerprints finer than it may have been selected while the size was not
// known; they are surplus (NewSet drops them).
func (e *Extractor) Level() int { return e.rule.Level(e.Size()) }

// Complete reports whether the fingerprints reach down to Level. They do not
// when the stream ended far short of the size that Reset was told.
func (e *Extractor) Complete() bool { return e.start <= e.Level() }

// Selected returns the windows that were decided on since the last Take or
// Reset, in order of offset. The slice is valid until the next call.
func (e *Extractor) Selected() []Selected {
	if e.slow != nil {
		return e.slow.Selected()
	}
	return e.selected
}

// Take returns what Selected does and forgets it, which keeps memory constant
// however long the stream is.
func (e *Extractor) Take() []Selected {
	if e.slow != nil {
		return e.slow.Take()
	}
	s := e.selected
	e.selected = s[:0]
	return s
}

// Select returns the windows selected from a whole buffer, at the level that
// follows from its size.
func Select(r Rule, data []byte) []Selected {
	e := NewExtractor(r)
	e.Reset(int64(len(data)))
	_, _ = e.Write(data)
	e.Close()
	return e.Selected()
}

// SetOf returns the set of fingerprints of a whole buffer and its level.
func SetOf(r Rule, data []byte) (Set, int) {
	level := r.Level(int64(len(data)))
	sel := Select(r, data)
	fps := make([]Fingerprint, len(sel))
	for i, s := range sel {
		fps[i] = s.Fingerprint
	}
	return NewSet(fps, level), level
}
