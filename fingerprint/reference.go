package fingerprint

// chunk is how many bytes a reference processes at a time. Its buffer then stays in
// the second-level cache.
const chunk = 64 << 10

// candidate is a window that may be selected once the windows after it are known.
type candidate struct {
	offset int64
	rank   uint32
	value  Value
	beaten bool // a candidate within reach outranks it
}

// reference selects by the serial recurrence, window by window. It is the oracle for
// the kernels and handles the window sizes and levels that they do not support. It
// has the methods of Extractor.
type reference struct {
	rule   Rule
	weight uint32 // p^w
	level  int    // candidates of this level and coarser are examined
	start  int    // the level at Reset

	buf    []byte // the last bytes of the stream, at least those that pending windows need
	base   int64  // offset of buf[0] in the stream
	next   int    // index in buf of the next window to examine
	hash   uint32 // of the window before next, if primed
	primed bool

	pending []candidate // undecided, in order of offset
	all     bool        // select every candidate; see Candidates
	selection
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
	e.level = max(e.level, e.rule.Level(e.Size()+int64(len(p))))
	e.write(p)
	return len(p), nil
}

// write is Write at the level that the reference has.
func (e *reference) write(p []byte) {
	for len(p) > 0 {
		take := min(len(p), cap(e.buf)-len(e.buf))
		e.buf = append(e.buf, p[:take]...)
		p = p[take:]
		e.scan()
		e.decide(e.base + int64(e.next))
		e.discard()
	}
}

func (e *reference) Close() {
	e.decide(e.Size() + int64(e.rule.Window))
}

func (e *reference) Size() int64 { return e.base + int64(len(e.buf)) }

// scan rolls the hash over all complete windows in the buffer and notes the
// candidates.
func (e *reference) scan() {
	w := e.rule.Window
	if len(e.buf) < w {
		return
	}
	if !e.primed {
		// The loop below starts by dropping the byte before the window, which the
		// first window does not have.
		e.hash, e.primed = uint32(hashWindow(e.buf[:w])), true
		e.note(0, e.hash)
		e.next = 1
	}
	hash, weight, mask := e.hash, e.weight, uint32(1)<<e.level-1
	in := e.buf[e.next+w-1:] // bytes that enter the window
	out := e.buf[e.next-1:]  // bytes that leave it
	out = out[:len(in)]
	for k := 0; k < len(in); k++ {
		hash = hash*prime + uint32(in[k]) - uint32(out[k])*weight
		if hash&mask == 0 && !e.note(e.next+k, hash) {
			// The window is one byte repeated: the hash is constant to the end of the
			// run.
			for k+1 < len(in) && in[k+1] == in[k] {
				k++
			}
		}
	}
	e.next += len(in)
	e.hash = hash
}

// note compares the window at index i of the buffer with the pending candidates within
// reach, if it is a candidate. It returns false if the window is one byte
// repeated, which is never a candidate.
func (e *reference) note(i int, hash uint32) bool {
	v := Value(hash & valueMask)
	if v.level() < e.level {
		return true
	}
	if uniform(e.buf[i : i+e.rule.Window]) {
		return false
	}
	c := candidate{offset: e.base + int64(i), rank: v.rank(), value: v}
	if e.all {
		f := withCheck(v, e.buf[i:i+e.rule.Window])
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

// decide settles the pending candidates that no window from the offset on reaches.
func (e *reference) decide(offset int64) {
	w, reach := int64(e.rule.Window), int64(e.rule.reach())
	n := 0
	for n < len(e.pending) && e.pending[n].offset+reach < offset {
		if c := e.pending[n]; !c.beaten {
			i := c.offset - e.base
			f := withCheck(c.value, e.buf[i:i+w])
			e.selected = append(e.selected, Selected{Offset: c.offset, Fingerprint: f})
		}
		n++
	}
	if n > 0 {
		e.pending = append(e.pending[:0], e.pending[n:]...)
	}
}

// discard drops the bytes that no pending candidate and no later window needs: all
// but the last 2w. It runs only when the buffer is full.
func (e *reference) discard() {
	if len(e.buf) < cap(e.buf) {
		return
	}
	drop := len(e.buf) - 2*e.rule.Window
	copy(e.buf, e.buf[drop:])
	e.buf = e.buf[:len(e.buf)-drop]
	e.base += int64(drop)
	e.next -= drop
}

// uniform reports whether all bytes of the window are equal.
func uniform(window []byte) bool {
	for _, b := range window[1:] {
		if b != window[0] {
			return false
		}
	}
	return true
}
