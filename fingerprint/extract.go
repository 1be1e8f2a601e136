package fingerprint

// Selected is one selected window.
type Selected struct {
	Offset      int64 // of its first byte
	Fingerprint Fingerprint
}

// chunk is how many bytes an Extractor takes in at a time: small enough for
// its buffer to stay in the second-level cache.
const chunk = 64 << 10

// candidate is a window that may be selected once the windows after it have
// been seen.
type candidate struct {
	offset int64
	rank   uint32
	value  Value
	beaten bool // an overlapping candidate outranks it
}

// Extractor selects the fingerprints of one stream of bytes. It holds a
// constant amount of memory beside the fingerprints that have not been taken
// from it, and selects the same windows however the stream is split into
// writes.
//
// A candidate is selected when no candidate that overlaps it outranks it: a
// local minimum of the rank, the earlier of two equals. A choice therefore
// depends on 3w-2 bytes (148 for w = 50), an insertion disturbs nothing
// beyond its neighbourhood, and repeated patterns do not breed copies. (The
// local choice is that of Schleimer, Wilkerson and Aiken, Winnowing, 2003,
// section 4, with ranks that are zero bits first so that levels nest.)
//
// The zero value is not ready for use; see NewExtractor.
type Extractor struct {
	rule   Rule
	weight uint32 // p^w
	level  int    // candidates of this level and coarser are looked at
	start  int    // the level it began with

	buf    []byte // the end of what was seen, at least what pending windows need
	base   int64  // offset of buf[0] in the stream
	next   int    // index in buf of the next window to look at
	hash   uint32 // of the window before it, when next > 0 and primed
	primed bool

	pending  []candidate // not yet decided, in order of offset
	selected []Selected
}

// NewExtractor returns an extractor that is ready for a stream of unknown size.
func NewExtractor(r Rule) *Extractor {
	e := &Extractor{rule: r, weight: leaving(r.Window)}
	e.Reset(-1)
	return e
}

// Reset makes the extractor ready for another stream. With a size that is known
// ahead it looks only at candidates of the level that follows from it; with a
// negative size it starts at the finest level and grows coarser as bytes come.
func (e *Extractor) Reset(size int64) {
	if e.buf == nil {
		e.buf = make([]byte, 0, chunk+3*e.rule.Window)
	}
	e.start = e.rule.Level(max(size, 0))
	e.level = e.start
	e.buf, e.base, e.next = e.buf[:0], 0, 0
	e.hash, e.primed = 0, false
	e.pending, e.selected = e.pending[:0], e.selected[:0]
}

// Write takes in the next bytes of the stream. It never fails.
func (e *Extractor) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		take := min(len(p), cap(e.buf)-len(e.buf))
		e.buf = append(e.buf, p[:take]...)
		p = p[take:]
		e.look()
		e.decide(e.base + int64(e.next))
		e.forget()
	}
	e.level = max(e.level, e.rule.Level(e.Size()))
	return n, nil
}

// Close says that the stream has ended: what was pending is decided.
func (e *Extractor) Close() {
	e.decide(e.Size() + int64(e.rule.Window))
}

// Size returns how many bytes were written.
func (e *Extractor) Size() int64 { return e.base + int64(len(e.buf)) }

// Level returns the level that follows from the bytes written so far.
// Fingerprints finer than it may have been selected while the size was not
// known; they are surplus (NewSet drops them).
func (e *Extractor) Level() int { return e.rule.Level(e.Size()) }

// Complete reports whether the fingerprints reach down to Level. They do not
// when the stream ended far short of the size that Reset was told.
func (e *Extractor) Complete() bool { return e.start <= e.Level() }

// Selected returns the windows that were decided on since the last Take or
// Reset, in order of offset. The slice is valid until the next call.
func (e *Extractor) Selected() []Selected { return e.selected }

// Take returns what Selected does and forgets it, which keeps memory constant
// however long the stream is.
func (e *Extractor) Take() []Selected {
	s := e.selected
	e.selected = e.selected[:0]
	return s
}

// look rolls the hash over all windows that are complete in the buffer and
// notes the candidates. This is the reference that faster kernels must equal.
func (e *Extractor) look() {
	w := e.rule.Window
	if len(e.buf) < w {
		return
	}
	if !e.primed {
		// The roll below begins by dropping the byte in front of the window,
		// which the first window does not have.
		e.hash, e.primed = uint32(HashWindow(e.buf[:w])), true
		e.note(0, e.hash)
		e.next = 1
	}
	hash, weight, mask := e.hash, e.weight, uint32(1)<<e.level-1
	in := e.buf[e.next+w-1:] // the bytes that enter
	out := e.buf[e.next-1:]  // those that leave
	out = out[:len(in)]
	for k := 0; k < len(in); k++ {
		hash = hash*prime + uint32(in[k]) - uint32(out[k])*weight
		if hash&mask == 0 && !e.note(e.next+k, hash) {
			// One byte repeated: the hash stays as it is to the end of the run.
			for k+1 < len(in) && in[k+1] == in[k] {
				k++
			}
		}
	}
	e.next += len(in)
	e.hash = hash
}

// note enters the window at index i of the buffer into the contest with the
// pending candidates that it overlaps, if it is a candidate. It returns false
// when the window is one byte repeated, which is never a candidate.
func (e *Extractor) note(i int, hash uint32) bool {
	v := Value(hash & valueMask)
	if v.Level() < e.level {
		return true
	}
	if uniform(e.buf[i : i+e.rule.Window]) {
		return false
	}
	c := candidate{offset: e.base + int64(i), rank: v.rank(), value: v}
	e.decide(c.offset)
	for k := range e.pending {
		earlier := &e.pending[k]
		if earlier.rank <= c.rank {
			c.beaten = true
		} else {
			earlier.beaten = true
		}
	}
	e.pending = append(e.pending, c)
	return true
}

// decide settles the pending candidates that no window at or after the offset
// overlaps.
func (e *Extractor) decide(offset int64) {
	w := int64(e.rule.Window)
	n := 0
	for n < len(e.pending) && e.pending[n].offset+w <= offset {
		if c := e.pending[n]; !c.beaten {
			i := c.offset - e.base
			f := fingerprintOf(c.value, e.buf[i:i+w])
			e.selected = append(e.selected, Selected{Offset: c.offset, Fingerprint: f})
		}
		n++
	}
	if n > 0 {
		e.pending = append(e.pending[:0], e.pending[n:]...)
	}
}

// forget drops the bytes that no pending candidate and no later window needs:
// all but the last 2w.
func (e *Extractor) forget() {
	if len(e.buf) < cap(e.buf) {
		return
	}
	drop := len(e.buf) - 2*e.rule.Window
	copy(e.buf, e.buf[drop:])
	e.buf = e.buf[:len(e.buf)-drop]
	e.base += int64(drop)
	e.next -= drop
}

// uniform reports whether all bytes of the window are the same.
func uniform(window []byte) bool {
	for _, b := range window[1:] {
		if b != window[0] {
			return false
		}
	}
	return true
}

// Select returns the windows selected from a whole buffer, at the level that
// follows from its size.
func Select(r Rule, data []byte) []Selected {
	e := NewExtractor(r)
	e.Reset(int64(len(data)))
	_, _ = e.Write(data)
	e.Close()
	return e.selected
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
