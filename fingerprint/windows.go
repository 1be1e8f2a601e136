package fingerprint

import "math/bits"

const (
	// mersenne is the modulus of the window hash, the prime 2^61-1. Reduction takes
	// only shifts and additions.
	mersenne     = 1<<mersenneBits - 1
	mersenneBits = 61
	// windowBase is the base of the polynomial, an arbitrary number from the digits
	// of π. spread is 2^61 divided by the golden ratio, made odd.
	windowBase = 0x0243f6a8885a308d
	spread     = 0x13c6ef372fe94f83

	windowBuffer = 32 << 10 // bytes buffered before they are hashed
	windowLanes  = 4        // windows hashed in parallel; see rollLanes
	shortestLane = 256      // windows; shorter lanes do not repay their start-up cost
)

// Windows collects all distinct windows of a stream as hashes of 61 bits, one stream
// after another. With them the overlap of two files is counted rather than estimated
// from fingerprints.
//
// Two different windows have the same hash with a probability of about 2^-61. The
// count for two files with n windows in total is therefore off by one with a
// probability of about n²/2^62: one in fifty thousand for 10 MB, one in fifty billion
// for 10 KB. (A polynomial of degree 49 has at most 49 roots, so for a random base 49
// times that is an upper bound. The base is fixed, so files that collide can be
// constructed.)
//
// Hashes are evenly distributed over their 61 bits. A stream too large for memory can
// therefore be collected in parts: part p of n holds the p-th n-th of the hash range,
// for every stream alike.
//
// A Windows takes 130 KB plus 16 bytes for each hash of the largest room requested.
// The zero value is not usable; call NewWindows. A Windows is not safe for concurrent
// use.
type Windows struct {
	window  int
	leaving [256]uint64 // by byte: the amount to add when it leaves a window
	buf     []byte
	block   []uint64 // the hashes of part of a buffer

	domain, ignored int // bits of a hash, and of its lowest that do not tell windows apart
	weights         *WindowWeights
	run, runLeft    int // of weights: the next run, and how much is left of it

	low, high uint64 // the part of the hash range: low ≤ hash < high
	room      int
	hashes    []uint64
	scratch   []uint64
	full      bool
	only      []uint64 // if not nil, the hashes to look for
	filter    []uint64 // bit set by the upper bits of a hash, set if one in only may match

	coarse       [1 << coarseBits]uint32 // for sorting, like above and below
	above, below counters
}

// NewWindows returns a collector of windows of the given size in bytes. Call Reset
// before Write.
func NewWindows(window int) *Windows {
	c := &Windows{
		window: window, domain: mersenneBits,
		buf:   make([]byte, 0, windowBuffer),
		block: make([]uint64, windowBuffer/windowLanes),
	}
	power := uint64(1)
	for range window {
		power = reduced(times(power))
	}
	weight := uint64(0) // weight of byte b just after it has left
	for b := range c.leaving {
		c.leaving[b] = mersenne - weight
		weight = reduced(weight + power)
	}
	return c
}

// Reset prepares the collector for another stream and restricts it to one part of the
// hash range, 0 ≤ part < parts. It reserves room for the given number of hashes. For
// a single part the number of windows in the stream suffices; for several see
// PartRoom.
func (c *Windows) Reset(part, parts, room int) {
	c.low, c.high = c.partStart(part, parts), c.partStart(part+1, parts)
	c.only = nil
	c.begin(room)
}

// begin reserves the room and discards the collected hashes.
func (c *Windows) begin(room int) {
	c.room, c.full = max(room, 1), false
	if cap(c.hashes) < c.room || cap(c.scratch) < c.room {
		c.hashes, c.scratch = nil, nil // free the old slices first
		c.hashes, c.scratch = make([]uint64, 0, c.room), make([]uint64, c.room)
	}
	c.hashes, c.buf = c.hashes[:0], c.buf[:0]
}

// PartRoom returns the room that one of several parts needs for a stream with the
// given number of windows. Even if all windows are distinct, a part overflows only
// once in 10^15 parts.
func PartRoom(windows int64, parts int) int {
	if parts == 1 {
		return int(windows)
	}
	mean := windows / int64(parts)
	return int(mean + mean/8 + 2048)
}

// partStart returns the smallest hash of a part.
func (c *Windows) partStart(part, parts int) uint64 {
	hi, lo := bits.Mul64(uint64(part), 1<<c.domain)
	start, _ := bits.Div64(hi, lo, uint64(parts))
	return start >> c.ignored << c.ignored
}

// Write adds the next bytes of the stream. It always returns len(p), nil. It takes
// about 3 ns a byte, and 6 if the stream is collected in parts.
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

// Hashes returns the distinct hashes of the stream that belong to the part, in
// ascending order. The slice is valid until the next Reset. If ok is false, the room
// was too small and the stream must be collected again in more parts.
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

// hash hashes the complete windows in the buffer and leaves there the bytes that
// later windows start with.
func (c *Windows) hash() {
	n := len(c.buf) - c.window + 1
	if n <= 0 {
		return
	}
	for at := 0; at < n; {
		if free := c.room - len(c.hashes); c.whole() && c.only == nil && free >= n-at {
			to := c.hashes[len(c.hashes):][:n-at]
			c.hashBlock(to, c.buf[at:])
			c.hashes = c.hashes[:len(c.hashes)+len(to)]
			break
		}
		block := c.block[:min(len(c.block), n-at)]
		c.hashBlock(block, c.buf[at:at+len(block)+c.window-1])
		at += len(block)
		if c.only != nil {
			c.pick(block)
		} else {
			c.collect(block)
		}
	}
	c.buf = c.buf[:copy(c.buf, c.buf[n:])]
}

// hashBlock hashes and weighs all windows of data.
func (c *Windows) hashBlock(to []uint64, data []byte) {
	c.roll(to, data)
	if c.ignored > 0 {
		c.weigh(to)
	}
}

// whole reports whether the part covers the whole hash range.
func (c *Windows) whole() bool { return c.high-c.low == 1<<c.domain }

// collect keeps the hashes of the block that belong to the part.
func (c *Windows) collect(block []uint64) {
	low, width := c.low, c.high-c.low
	for len(block) > 0 && !c.full {
		n := len(c.hashes)
		take := min(len(block), c.room-n)
		// Branch-free because membership in a part is unpredictable. A run of one
		// repeated byte leaves one hash.
		to := c.hashes[:n+take]
		last := ^uint64(0)
		for _, h := range block[:take] {
			to[n] = h
			n += int(b2i(h-low < width) & b2i(h != last))
			last = h
		}
		c.hashes = to[:n]
		if block = block[take:]; len(c.hashes) == c.room && len(block) > 0 {
			// Repeated windows have filled the room.
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

// compact sorts the collected hashes and removes duplicates.
func (c *Windows) compact() {
	c.hashes, c.scratch = c.sortDistinct(c.hashes, c.scratch[:len(c.hashes)])
	c.scratch = c.scratch[:cap(c.scratch)]
}

// times returns h·base mod 2^61-1, not fully reduced. The base is below 2^58, so h
// may be up to 2^63 and the result is below 2^61+2^60.
func times(h uint64) uint64 {
	hi, lo := bits.Mul64(h, windowBase)
	return lo&mersenne + (hi<<3 | lo>>mersenneBits)
}

// reduced returns h mod 2^61-1.
func reduced(h uint64) uint64 {
	h = h&mersenne + h>>mersenneBits
	if h >= mersenne {
		h -= mersenne
	}
	return h
}

// next returns the hash of a window from the hash of the previous one, given the byte
// that leaves and the byte that enters. The result is below 2^63 and not reduced.
func (c *Windows) next(h uint64, leaves, enters byte) uint64 {
	return times(h) + c.leaving[leaves] + uint64(enters)
}

// finished reduces a hash and distributes it evenly. The steps after the reduction
// are invertible, so distinct hashes stay distinct.
func finished(h uint64) uint64 {
	h = reduced(h)
	h ^= h >> 31
	return h * spread & mersenne
}

// first returns the hash of a window from scratch.
func (c *Windows) first(window []byte) uint64 {
	h := uint64(0)
	for _, b := range window {
		h = times(h) + uint64(b)
	}
	return h
}

// roll hashes all windows of data. Each hash depends on the previous one, with a
// latency of ten cycles, so four stretches are hashed in parallel, nearly three times
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

// rollOne hashes windows sequentially.
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

// rollLanes hashes windows in four stretches of equal length.
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
