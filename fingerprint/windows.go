package fingerprint

import "math/bits"

const (
	// mersenne is the modulus of the hash of whole windows, the prime 2^61-1:
	// reducing by it takes shifts and additions.
	mersenne     = 1<<mersenneBits - 1
	mersenneBits = 61
	// windowBase is the base of that polynomial, a number without structure
	// (of the digits of π); spread is 2^61 divided by the golden ratio, odd.
	windowBase = 0x0243f6a8885a308d
	spread     = 0x13c6ef372fe94f83

	windowBuffer = 32 << 10 // bytes that are collected before they are hashed
	windowLanes  = 4        // windows that are hashed at a time, see rollLanes
	shortestLane = 256      // windows; below, beginning the lanes does not pay
)

// Windows collects the distinct windows of one stream of bytes after the other,
// all of them, as hashes of 61 bits: what two files share can be counted from
// them instead of estimated from fingerprints.
//
// Two different windows have the same hash with a chance of about 2^-61. So two
// files that have n windows together are miscounted, by a window, with a chance
// of about n²/2^62: one in fifty thousand for 10 MB, in fifty billion for 10 KB.
// (A polynomial of degree 49 has at most 49 roots, so for a base drawn by lot
// 49 times that is a bound. The base is fixed: who wants to can make files that
// are miscounted.)
//
// The hashes are spread evenly over their 61 bits, so that a stream too large
// for the memory at hand can be collected in parts: part p of n holds the p-th
// n-th of all values, of this stream as of any other.
//
// A Windows holds 130 KB and 16 bytes for each hash of the largest room that was
// asked for. The zero value is not ready for use; see NewWindows.
type Windows struct {
	window  int
	leaving [256]uint64 // by byte: what is added when it leaves a window
	buf     []byte
	block   []uint64 // hashes of one buffer

	low, high uint64 // the part: low ≤ hash < high
	room      int
	hashes    []uint64
	scratch   []uint64
	full      bool
	only      []uint64 // if not nil, the hashes that are looked for
	filter    []uint64 // bits, by the upper bits of a hash: may be one of only

	coarse       [1 << coarseBits]uint32 // for sorting, as are these
	above, below counters
}

// NewWindows returns a collector of windows of so many bytes, ready for Reset.
func NewWindows(window int) *Windows {
	c := &Windows{
		window: window,
		buf:    make([]byte, 0, windowBuffer),
		block:  make([]uint64, windowBuffer/windowLanes),
	}
	power := uint64(1)
	for range window {
		power = reduced(times(power))
	}
	weight := uint64(0) // of byte b in the byte that has left
	for b := range c.leaving {
		c.leaving[b] = mersenne - weight
		weight = reduced(weight + power)
	}
	return c
}

// Reset makes the collector ready for another stream, of which it collects the
// windows of one part (0 ≤ part < parts). It makes room for so many hashes: as
// many as the stream has windows are enough for one part, and of more than one
// an n-th of that and some for chance, see PartRoom.
func (c *Windows) Reset(part, parts, room int) {
	c.low, c.high = partStart(part, parts), partStart(part+1, parts)
	c.only = nil
	c.begin(room)
}

// begin makes room and forgets what was collected.
func (c *Windows) begin(room int) {
	c.room, c.full = max(room, 1), false
	if cap(c.hashes) < c.room || cap(c.scratch) < c.room {
		c.hashes, c.scratch = nil, nil // before others are made: never both
		c.hashes, c.scratch = make([]uint64, 0, c.room), make([]uint64, c.room)
	}
	c.hashes, c.buf = c.hashes[:0], c.buf[:0]
}

// PartRoom returns the room that a part of a stream with so many windows needs:
// were all distinct, more would fall into it once in 10^15 parts.
func PartRoom(windows int64, parts int) int {
	if parts == 1 {
		return int(windows)
	}
	mean := windows / int64(parts)
	return int(mean + mean/8 + 2048)
}

// partStart returns the least hash of a part.
func partStart(part, parts int) uint64 {
	hi, lo := bits.Mul64(uint64(part), 1<<mersenneBits)
	start, _ := bits.Div64(hi, lo, uint64(parts))
	return start
}

// Write takes in the next bytes of the stream. It never fails. A byte takes about
// 3 ns, and 6 where the stream is collected in parts.
func (c *Windows) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		take := min(len(p), windowBuffer-len(c.buf))
		c.buf = append(c.buf, p[:take]...)
		p = p[take:]
		if len(c.buf) == windowBuffer {
			c.hash()
		}
	}
	return n, nil
}

// Hashes returns the distinct hashes of the stream's part in ascending order,
// valid until the next Reset. It is not ok when the room was not enough for
// them: the stream has to be collected again, in more parts.
func (c *Windows) Hashes() (sorted []uint64, ok bool) {
	c.hash()
	switch {
	case c.only != nil:
		c.compactPicked()
	case !c.full:
		c.compact()
	}
	c.buf = c.buf[:0]
	return c.hashes, !c.full
}

// hash takes the windows out of the buffer and leaves there what later ones
// begin with.
func (c *Windows) hash() {
	n := len(c.buf) - c.window + 1
	if n <= 0 {
		return
	}
	for at := 0; at < n; {
		if free := c.room - len(c.hashes); c.whole() && c.only == nil && free >= n-at {
			to := c.hashes[len(c.hashes):][:n-at]
			c.roll(to, c.buf[at:])
			c.hashes = c.hashes[:len(c.hashes)+len(to)]
			break
		}
		block := c.block[:min(len(c.block), n-at)]
		c.roll(block, c.buf[at:at+len(block)+c.window-1])
		at += len(block)
		if c.only != nil {
			c.pick(block)
		} else {
			c.collect(block)
		}
	}
	c.buf = c.buf[:copy(c.buf, c.buf[n:])]
}

// whole reports whether the part is all there is.
func (c *Windows) whole() bool { return c.high-c.low == 1<<mersenneBits }

// collect keeps those of some hashes that belong to the part.
func (c *Windows) collect(block []uint64) {
	low, width := c.low, c.high-c.low
	for len(block) > 0 && !c.full {
		n := len(c.hashes)
		take := min(len(block), c.room-n)
		// Without a branch: of several parts, which hash belongs to this one
		// cannot be foretold. Runs of one byte leave one hash.
		to := c.hashes[:n+take]
		last := ^uint64(0)
		for _, h := range block[:take] {
			to[n] = h
			n += int(b2i(h-low < width) & b2i(h != last))
			last = h
		}
		c.hashes = to[:n]
		if block = block[take:]; len(c.hashes) == c.room && len(block) > 0 {
			// Windows that come again and again have filled it up.
			c.compact()
			c.full = len(c.hashes) > c.room-c.room/16-1
		}
	}
}

func b2i(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// compact sorts what was collected and leaves each hash once.
func (c *Windows) compact() {
	c.hashes, c.scratch = c.sortDistinct(c.hashes, c.scratch[:len(c.hashes)])
	c.scratch = c.scratch[:cap(c.scratch)]
}

// times returns h·base modulo 2^61-1, not fully reduced. Because the base is
// below 2^58, h may be up to 2^63 and the product is below 2^61+2^60.
func times(h uint64) uint64 {
	hi, lo := bits.Mul64(h, windowBase)
	return lo&mersenne + (hi<<3 | lo>>mersenneBits)
}

// reduced returns the remainder of a number below 2^64 modulo 2^61-1.
func reduced(h uint64) uint64 {
	h = h&mersenne + h>>mersenneBits
	if h >= mersenne {
		h -= mersenne
	}
	return h
}

// next returns the hash of a window from that of the one before it, where a byte
// leaves and one enters. It is below 2^63 and not reduced.
func (c *Windows) next(h uint64, leaves, enters byte) uint64 {
	return times(h) + c.leaving[leaves] + uint64(enters)
}

// finished reduces a hash and spreads it evenly: one to one, for the steps after
// the reduction can be undone.
func finished(h uint64) uint64 {
	h = reduced(h)
	h ^= h >> 31
	return h * spread & mersenne
}

// first returns the hash of one window from scratch.
func (c *Windows) first(window []byte) uint64 {
	h := uint64(0)
	for _, b := range window {
		h = times(h) + uint64(b)
	}
	return h
}

// roll hashes all windows of data. Each hash follows from the one before, ten
// cycles later; so four stretches are hashed side by side, nearly three times
// as fast.
func (c *Windows) roll(to []uint64, data []byte) {
	lane := len(to) / windowLanes
	if lane < shortestLane {
		c.rollOne(to, data)
		return
	}
	c.rollLanes(to[:lane*windowLanes], data)
	c.rollOne(to[lane*windowLanes:], data[lane*windowLanes:])
}

// rollOne hashes windows one after the other.
func (c *Windows) rollOne(to []uint64, data []byte) {
	if len(to) == 0 {
		return
	}
	h := c.first(data[:c.window])
	to[0] = finished(h)
	enters := data[c.window:]
	for i := range to[1:] {
		h = c.next(h, data[i], enters[i])
		to[i+1] = finished(h)
	}
}

// rollLanes hashes windows in four stretches of the same length.
func (c *Windows) rollLanes(to []uint64, data []byte) {
	n, w := len(to)/windowLanes, c.window
	to0, to1, to2, to3 := to[:n], to[n:][:n], to[2*n:][:n], to[3*n:][:n]
	d0, d1, d2, d3 := data[:n], data[n:][:n], data[2*n:][:n], data[3*n:][:n]
	e0, e1, e2, e3 := data[w-1:][:n], data[n+w-1:][:n], data[2*n+w-1:][:n], data[3*n+w-1:][:n]
	h0, h1, h2, h3 := c.first(data[:w]), c.first(data[n:n+w]), c.first(data[2*n:2*n+w]), c.first(data[3*n:3*n+w])
	to0[0], to1[0], to2[0], to3[0] = finished(h0), finished(h1), finished(h2), finished(h3)
	for i := 1; i < n; i++ {
		h0 = c.next(h0, d0[i-1], e0[i])
		h1 = c.next(h1, d1[i-1], e1[i])
		h2 = c.next(h2, d2[i-1], e2[i])
		h3 = c.next(h3, d3[i-1], e3[i])
		to0[i], to1[i], to2[i], to3[i] = finished(h0), finished(h1), finished(h2), finished(h3)
	}
}
