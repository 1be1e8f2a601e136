package fingerprint

import "math/bits"

// filterLoad is the minimum number of filter bits for each wanted hash; about one in
// filterLoad other hashes passes the filter.
const filterLoad = 8

// ResetOnly prepares the collector for another stream, from which it collects only
// the given hashes. They must be ascending and distinct, and must not change until
// Hashes has returned. The room needed is twice the number of wanted hashes, whatever
// the length of the stream: the overlap of a small file with one of any size takes
// one pass over the large one.
func (c *Windows) ResetOnly(only []uint64) {
	c.low, c.high = 0, 1<<c.domain
	c.only = only[:len(only):len(only)]
	if c.only == nil {
		c.only = []uint64{}
	}
	// Half of the room is for false positives of the filter.
	c.begin(2*len(only) + 4*len(c.block))
	words := 1 << bits.Len(uint(len(only)*filterLoad/64))
	if cap(c.filter) < words {
		c.filter = make([]uint64, words)
	}
	c.filter = c.filter[:words]
	clear(c.filter)
	shift := c.filterShift()
	for _, h := range only {
		c.filter[h>>shift>>6] |= 1 << (h >> shift & 63)
	}
}

// filterShift returns how far to shift a hash to get the number of its filter bit.
func (c *Windows) filterShift() int { return c.domain - 6 - bits.Len(uint(len(c.filter)-1)) }

// pick keeps the hashes of the block that pass the filter.
func (c *Windows) pick(block []uint64) {
	if len(c.hashes)+len(block) > c.room {
		c.compactPicked()
	}
	n := len(c.hashes)
	to := c.hashes[:n+len(block)]
	shift := c.filterShift() & 63
	last := ^uint64(0)
	for _, h := range block {
		to[n] = h
		at := h >> shift
		n += int(uint8(c.filter[at>>6]>>(at&63)) & 1 & b2i(h != last))
		last = h
	}
	c.hashes = to[:n]
}

// compactPicked removes duplicates and false positives from the collected hashes.
func (c *Windows) compactPicked() {
	c.compact()
	n, j, shift := 0, 0, c.ignored&63
	for _, h := range c.hashes {
		for j < len(c.only) && c.only[j]>>shift < h>>shift {
			j++
		}
		if j < len(c.only) && c.only[j]>>shift == h>>shift {
			c.hashes[n] = h
			n++
		}
	}
	c.hashes = c.hashes[:n]
}
