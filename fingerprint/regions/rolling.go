package regions

import "math/bits"

// base of the rolling hash, a polynomial modulo 2^64: odd, and of no structure
// (digits of π). Strings can be made that collide, those of Thue and Morse from 1024
// bytes on whatever the base. What is found was compared, so no region is wrong for
// them; but they cost time, and where they use up the bounds on what is repeated, a
// region may be missed.
const base = 0x243f6a8885a308d3

// rolling hashes one string of n bytes after the other.
type rolling struct {
	n     int
	power uint64 // base^n
}

func newRolling(n int) rolling {
	r := rolling{n: n, power: 1}
	for range n {
		r.power *= base
	}
	return r
}

// first returns the hash of the first n bytes of s.
func (r rolling) first(s []byte) uint64 {
	h := uint64(0)
	for _, c := range s[:r.n] {
		h = h*base + uint64(c)
	}
	return h
}

// next returns the hash one byte on.
func (r rolling) next(h uint64, leaves, enters byte) uint64 {
	return h*base + (uint64(enters) - uint64(leaves)*r.power)
}

// spread makes all bits of a hash depend on all of its bytes; of the polynomial
// the low bits depend on the low bits only.
func spread(h uint64) uint64 {
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// filter tells of most hashes that were not added that they were not: of 99.7 %,
// with 16 to 32 bits for each that was. It is asked at every byte, and stays in
// a processor's caches where a table does not.
type filter struct {
	words []uint64
	shift int
}

func newFilter(n int) filter {
	log := max(6, bits.Len(uint(n))+4)
	return filter{make([]uint64, 1<<(log-6)), 64 - (log - 6)}
}

// bitsOf are three bits of one word, that which the upper bits of the hash name.
func bitsOf(h uint64) uint64 { return 1<<(h&63) | 1<<(h>>6&63) | 1<<(h>>12&63) }

func (f filter) add(h uint64) { f.words[h>>f.shift] |= bitsOf(h) }

func (f filter) has(h uint64) bool {
	all := bitsOf(h)
	return f.words[h>>f.shift]&all == all
}
