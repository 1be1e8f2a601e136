package fingerprint

// chunk is how many bytes a reference takes in at a time: small enough for
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

// reference selects by the serial recurrence, window by window. It is what the
// kernels must equal, and does the work for windows and levels that they are
// not made for. Its methods are those of Extractor.
type reference struct {
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
	all      bool // every candidate is selected, see Candidates
}

func newReference(r Rule) *reference {
	e := &reference{rule: r, weight: leaving(r.Window)}
	e.Reset(-1)
	return e
}

func (e *reference) Reset(size int64) {
	if e.buf == nil {
		e.buf = make([]byte, 0, chunk+3*e.rule.Window)
	}
	e.start = e.rule.Level(max(size, 0))
	e.level = e.start
	e.buf, e.base, e.next = e.buf[:0], 0, 0
	e.hash, e.primed = 0, false
	e.pending, e.selected = e.pending[:0], e.selected[:0]
}

func (e *reference) Write(p []byte) (int, error) {
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

func (e *reference) Close() {
	e.decide(e.Size() + int64(e.rule.Window))
}

func (e *reference) Size() int64 { return e.base + int64(len(e.buf)) }

func (e *reference) Selected() []Selected { return e.selected }

func (e *reference) Take() []Selected {
	s := e.selected
	e.selected = s[:0]
	return s
}

// look rolls the hash over all windows that are complete in the buffer and
// notes the candidates.
func (e *reference) look() {
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
func (e *reference) note(i int, hash uint32) bool {
	v := Value(hash & valueMask)
	if v.Level() < e.level {
		return true
	}
	if uniform(e.buf[i : i+e.rule.Window]) {
		return false
	}
	c := candidate{offset: e.base + int64(i), rank: v.rank(), value: v}
	if e.all {
		f := fingerprintOf(v, e.buf[i:i+e.rule.Window])
		e.selected = append(e.selected, Selected{Offset: c.offset, Fingerprint: f})
		return true
	}
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
func (e *reference) decide(offset int64) {
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
func (e *reference) forget() {
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
