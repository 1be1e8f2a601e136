package fingerprint

import "math/bits"

// filterLoad is how many bits of the filter there are for each hash that is
// looked for, at least; one in so many others passes it.
const filterLoad = 8

// ResetOnly makes the collector ready for another stream, of which it collects
// those windows alone whose hashes are among the given ones, ascending and
// distinct, which must stay as they are until Hashes has been called. It takes
// room for twice as many hashes as are looked for, whatever the stream: what a small
// file has in common with one of any size is counted by reading that once.
func (c *Windows) ResetOnly(only []uint64) {
	c.low, c.high = 0, 1<<mersenneBits
	c.only = only[:len(only):len(only)]
	if c.only == nil {
		c.only = []uint64{}
	}
	// Half of it is for what the filter lets through in vain.
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

// filterShift is how far a hash is shifted to be the number of its bit.
func (c *Windows) filterShift() int { return mersenneBits - 6 - bits.Len(uint(len(c.filter)-1)) }

// pick keeps those of a block's hashes that pass the filter.
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

// compactPicked leaves of what passed the filter what is looked for, each once.
func (c *Windows) compactPicked() {
	c.compact()
	n, j := 0, 0
	for _, h := range c.hashes {
		for j < len(c.only) && c.only[j] < h {
			j++
		}
		if j < len(c.only) && c.only[j] == h {
			c.hashes[n] = h
			n++
		}
	}
	c.hashes = c.hashes[:n]
}
