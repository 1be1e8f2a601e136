package fingerprint

import "math/bits"

const (
	// coarseBits is the width of the digit that distributes large numbers of hashes
	// first, so that the remaining work in each bucket stays in the cache.
	coarseBits = 8
	manyHashes = 1 << 17
	// digitBits is the maximum width of a digit within a bucket: 2048 counters stay
	// in the first-level cache. After two digits at most one hash in thirty is out of
	// place. Together they are spareBits wider than the number of hashes.
	digitBits = 11
	spareBits = 6
)

// counters holds, for each value of a digit, where the next hash with it goes.
type counters [1 << digitBits]uint32

// sortDistinct sorts hashes and removes duplicates. scratch must have the same
// length. It returns the result in one of the two slices, and the other as scratch.
// It takes about 8 ns a hash.
func (c *Windows) sortDistinct(hashes, scratch []uint64) (sorted, other []uint64) {
	width := bits.Len64(c.high - c.low - 1) // of h-low
	if len(hashes) < manyHashes {
		return hashes[:c.sortBucket(hashes, scratch, c.low, width)], scratch
	}
	shift := max(0, width-coarseBits)
	ends := c.coarse[:]
	clear(ends)
	for _, h := range hashes {
		ends[(h-c.low)>>shift]++
	}
	distribute(scratch, hashes, c.low, shift, ends)
	start, n := uint32(0), 0
	for i, end := range ends {
		// The hashes below n have already been moved to scratch, like all the rest.
		bucket := scratch[start:end]
		m := c.sortBucket(bucket, hashes[n:][:len(bucket)], c.low+uint64(i)<<shift, shift)
		n += copy(hashes[n:], bucket[:m])
		start = end
	}
	return hashes[:n], scratch
}

// sortBucket sorts hashes whose distances from low differ only in their lowest width
// bits. It leaves the distinct ones at the front and returns their number. Hashes are
// evenly distributed, so the upper two digits put nearly all of them in place. The
// lower digit is sorted first because distribute is stable.
func (c *Windows) sortBucket(hashes, scratch []uint64, low uint64, width int) int {
	digit := min(digitBits, (bits.Len(uint(len(hashes)))+spareBits)/2, (width+1)/2)
	upper, lower := max(0, width-digit), max(0, width-2*digit)
	above, below := c.above[:1<<digit], c.below[:1<<digit]
	clear(above)
	clear(below)
	mask := uint64(1)<<digit - 1
	for _, h := range hashes {
		above[(h-low)>>upper&mask]++
		below[(h-low)>>lower&mask]++
	}
	distribute(scratch, hashes, low, lower, below)
	distribute(hashes, scratch, low, upper, above)
	return insertDistinct(hashes, c.ignored)
}

// distribute copies hashes in order of the digit at shift of their distance from low.
// On entry ends, whose length is a power of two, holds the count for each digit; on
// return it holds the end position of each.
func distribute(to, from []uint64, low uint64, shift int, ends []uint32) {
	sum := uint32(0)
	for d, n := range ends {
		ends[d] = sum
		sum += n
	}
	mask := uint64(len(ends) - 1)
	for _, h := range from {
		d := (h - low) >> (shift & 63) & mask
		to[ends[d]] = h
		ends[d]++
	}
}

// insertDistinct sorts a nearly sorted slice by insertion, leaves the distinct values
// at the front and returns their number. Of values that differ in the ignored lowest
// bits only, it keeps the smallest. Duplicates cost nothing because the search starts at
// the end of the sorted part.
func insertDistinct(b []uint64, ignored int) int {
	shift := ignored & 63
	n := 0
	for _, h := range b {
		if n == 0 || b[n-1]>>shift < h>>shift {
			b[n] = h
			n++
			continue
		}
		j := n
		for j > 0 && b[j-1]>>shift > h>>shift {
			j--
		}
		if j > 0 && b[j-1]>>shift == h>>shift {
			b[j-1] = min(b[j-1], h)
			continue
		}
		copy(b[j+1:n+1], b[j:n])
		b[j] = h
		n++
	}
	return n
}

// SharedHashes returns the number of hashes that two ascending slices of distinct
// hashes share, by one merge. It takes about 2.5 ns a hash.
func SharedHashes[T ~uint64](a, b []T) int {
	n, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		// Branch-free because which of the two is smaller is unpredictable.
		x, y := a[i], b[j]
		n += int(b2i(x == y))
		i += int(b2i(x <= y))
		j += int(b2i(y <= x))
	}
	return n
}
