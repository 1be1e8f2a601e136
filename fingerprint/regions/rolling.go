package regions

import "math/bits"

// base is the base of the rolling hash, a polynomial modulo 2^64. It is odd and
// arbitrary (digits of π). Colliding strings can be constructed: Thue–Morse
// strings collide from 1024 bytes on for any base. All matches are compared, so no
// region is ever wrong, but collisions cost time, and if they exhaust the limits on
// repeats, a region may be missed.
const base = 0x243f6a8885a308d3

// rolling computes the hashes of consecutive strings of n bytes.
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

// next returns the hash one byte further on.
func (r rolling) next(h uint64, leaves, enters byte) uint64 {
	return h*base + (uint64(enters) - uint64(leaves)*r.power)
}

// spread makes every bit of a hash depend on all of its bytes. In the polynomial, low
// bits depend only on low bits.
func spread(h uint64) uint64 {
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// filter is a Bloom filter. It rejects 99.7 % of the hashes that were not added, with
// 16 to 32 bits for each that was. It is consulted at every byte and fits into the
// processor's caches, unlike a table.
type filter struct {
	words []uint64
	shift int
}

func newFilter(n int) filter {
	log := max(6, bits.Len(uint(n))+4)
	return filter{make([]uint64, 1<<(log-6)), 64 - (log - 6)}
}

// bitsOf returns three bits of one word. The upper bits of the hash select the word.
func bitsOf(h uint64) uint64 { return 1<<(h&63) | 1<<(h>>6&63) | 1<<(h>>12&63) }

func (f filter) add(h uint64) { f.words[h>>f.shift] |= bitsOf(h) }

func (f filter) has(h uint64) bool {
	all := bitsOf(h)
	return f.words[h>>f.shift]&all == all
}
