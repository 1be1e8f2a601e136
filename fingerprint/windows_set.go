package fingerprint

import "math/bits"

const (
	// coarseBits is the width of the digit that many hashes are distributed by
	// first, so that what is left to do in each bucket stays in the cache.
	coarseBits = 8
	manyHashes = 1 << 17
	// digitBits is the largest width of a digit in a bucket: 2048 counters stay
	// in the first-level cache. Two digits leave a hash in its place but for one
	// in thirty or fewer; spareBits is how much wider than the number of hashes
	// they are together.
	digitBits = 11
	spareBits = 6
)

// counters are where the hashes with each value of a digit go.
type counters [1 << digitBits]uint32

// sortDistinct sorts hashes and leaves each once. It returns them, in one of the
// two slices, and the other as scratch, which must be as long. A hash takes
// about 8 ns.
func (c *Windows) sortDistinct(hashes, scratch []uint64) (sorted, other []uint64) {
	width := bits.Len64(c.high - c.low - 1) // of the distance from low
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
		// What is below n has been moved to scratch, as all the rest.
		bucket := scratch[start:end]
		m := c.sortBucket(bucket, hashes[n:][:len(bucket)], c.low+uint64(i)<<shift, shift)
		n += copy(hashes[n:], bucket[:m])
		start = end
	}
	return hashes[:n], scratch
}

// sortBucket sorts hashes that differ in so many low bits of their distance from
// a bound, leaves each once at the front and returns how many there are. Hashes
// spread evenly, so the upper two digits put nearly all of them into their
// places; the digit below comes first, since the steps are stable.
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
	return insertDistinct(hashes)
}

// distribute moves hashes into the order of the digit at shift of their distance
// from a bound. The counters, a power of two of them, say how many there are of
// each; they end as where each ends.
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

// insertDistinct sorts by insertion what is nearly sorted, leaves each value
// once at the front and returns how many there are. Copies cost nothing: a value
// is looked for from the end of what is sorted.
func insertDistinct(b []uint64) int {
	n := 0
	for _, h := range b {
		if n == 0 || b[n-1] < h {
			b[n] = h
			n++
			continue
		}
		j := n
		for j > 0 && b[j-1] > h {
			j--
		}
		if j > 0 && b[j-1] == h {
			continue
		}
		copy(b[j+1:n+1], b[j:n])
		b[j] = h
		n++
	}
	return n
}

// SharedHashes counts what two ascending slices of distinct hashes have in
// common, by one merge. A hash takes about 2.5 ns.
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
