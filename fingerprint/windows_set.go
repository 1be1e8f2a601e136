package fingerprint

import (
	"math/bits"
	"slices"
	"sort"
)

const (
	// coarseBits is the width of the digit that many hashes are distributed by
	// first; of so many it pays, measured: each bucket then fits into the cache.
	coarseBits = 8
	manyHashes = 1 << 17
	// fineLoad is about how many hashes share a bucket of the second step, and
	// crowded the number from which on they are no chance crowd but copies.
	fineLoad = 4
	crowded  = 32
)

// sortDistinct sorts hashes and leaves each once. It returns them, in one of the
// two slices, and the other as scratch, which must be as long. Hashes spread
// evenly, so distributing them by their top bits into buckets of about four
// leaves next to nothing to sort.
func (c *Windows) sortDistinct(hashes, scratch []uint64) (sorted, other []uint64) {
	if len(hashes) == 0 {
		return hashes, scratch
	}
	width := c.high - c.low
	shift := uint(max(0, bits.Len64(width-1)-coarseBits))
	if len(hashes) < manyHashes {
		n := c.sortBucket(scratch, hashes, c.low, bits.Len64(width-1))
		return scratch[:n], hashes[:0]
	}
	var ends [1 << coarseBits]uint32
	distribute(scratch, hashes, c.low, shift, ends[:])
	start, n := uint32(0), 0
	for i, end := range ends {
		n += c.sortBucket(hashes[n:], scratch[start:end], c.low+uint64(i)<<shift, int(shift))
		start = end
	}
	return hashes[:n], scratch
}

// sortBucket moves hashes that differ in the low bits of their distance from a
// bound into order, each once, and returns how many that leaves. It may write
// to as many places as there are hashes.
func (c *Windows) sortBucket(to, from []uint64, low uint64, width int) int {
	fine := min(bits.Len(uint(len(from)/fineLoad)), width)
	if cap(c.ends) < 1<<fine {
		c.ends = make([]uint32, 1<<fine)
	}
	ends := c.ends[:1<<fine]
	clear(ends)
	distribute(to, from, low, uint(width-fine), ends)
	start := uint32(0)
	for _, end := range ends {
		if end-start > 1 {
			sortFew(to[start:end])
		}
		start = end
	}
	return distinct(to[:len(from)])
}

// distribute moves hashes into the order of the digit at shift of their distance
// from a bound, and leaves in ends, which is zero, where each digit ends.
func distribute(to, from []uint64, low uint64, shift uint, ends []uint32) {
	mask := uint64(len(ends) - 1)
	for _, h := range from {
		ends[(h-low)>>shift&mask]++
	}
	sum := uint32(0)
	for d, n := range ends {
		ends[d] = sum
		sum += n
	}
	for _, h := range from {
		d := (h - low) >> shift & mask
		to[ends[d]] = h
		ends[d]++
	}
}

// sortFew sorts a bucket by insertion, unless copies make it large.
func sortFew(b []uint64) {
	if len(b) > crowded {
		slices.Sort(b)
		return
	}
	for i := 1; i < len(b); i++ {
		h := b[i]
		j := i
		for ; j > 0 && b[j-1] > h; j-- {
			b[j] = b[j-1]
		}
		b[j] = h
	}
}

// distinct moves each value of a sorted slice that is not empty to its front
// once and returns how many there are.
func distinct(sorted []uint64) int {
	if len(sorted) == 0 {
		return 0
	}
	n := 0
	for _, h := range sorted[1:] {
		n += int(b2i(h != sorted[n]))
		sorted[n] = h
	}
	return n + 1
}

// SharedHashes counts what two ascending slices of distinct hashes have in
// common, by one merge. A hash takes about 1.5 ns.
func SharedHashes(a, b []uint64) int {
	shared, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		// Without a branch: which of the two is smaller cannot be foretold.
		x, y := a[i], b[j]
		shared += int(b2i(x == y))
		i += int(b2i(x <= y))
		j += int(b2i(y <= x))
	}
	return shared
}

// HashesOfPart returns those of ascending hashes that belong to a part, without
// copying.
func HashesOfPart(hashes []uint64, part, parts int) []uint64 {
	low, high := partStart(part, parts), partStart(part+1, parts)
	hashes = hashes[sort.Search(len(hashes), func(i int) bool { return hashes[i] >= low }):]
	return hashes[:sort.Search(len(hashes), func(i int) bool { return hashes[i] >= high })]
}
