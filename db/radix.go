package db

import (
	"math/bits"
	"slices"

	"alike/fingerprint"
)

const (
	// localBits is the width of a content's number within a batch: together with the 46
	// bits of a fingerprint a posting of a batch fits into 64 bits.
	localBits   = 64 - fingerprint.Bits
	maxContents = 1 << localBits
	// topBits is the width of the digit that postings are distributed by first. Each of
	// the 256 buckets of a batch of four million postings fits into the second-level
	// cache.
	topBits = 8
	// radixBits is the width of the digits within a bucket: three of them, and
	// the top digit cover the 41 bits of fingerprints of level 5, and 2048
	// counters stay in the first-level cache.
	radixBits = 11
	// fewPostings is the bucket size up to which slices.Sort is faster.
	fewPostings = 512
)

// postingSort sorts the postings of a batch (fingerprint << localBits | content) by
// fingerprint. They come in order of content and all steps are stable, so the low
// localBits need no pass. Distributing by the top digit first keeps the passes within the
// cache: nearly twice as fast as a least-significant-digit radix sort of the whole.
type postingSort struct {
	ps, scratch []uint64 // ps has the postings by their top digit
	ends        [1 << topBits]uint32
	top         uint
	passes      uint
}

// distributePostings begins to sort. scratch is used if it is large enough, and replaced if not.
func distributePostings(ps, scratch []uint64) *postingSort {
	if cap(scratch) < len(ps) {
		scratch = make([]uint64, 0, cap(ps))
	}
	var all uint64
	for _, p := range ps {
		all |= p
	}
	s := &postingSort{ps: scratch[:len(ps)], scratch: ps, top: uint(max(bits.Len64(all)-topBits, localBits))}
	distribute(s.ps, ps, s.top, s.ends[:])
	s.passes = (s.top - localBits + radixBits - 1) / radixBits
	return s
}

// bucket sorts the postings of a top digit and returns them. Buckets may be sorted at the same
// time.
func (s *postingSort) bucket(digit int) []uint64 {
	start, end := uint32(0), s.ends[digit]
	if digit > 0 {
		start = s.ends[digit-1]
	}
	sortBucket(s.ps[start:end], s.scratch[start:end], s.top, s.passes)
	if s.passes%2 == 1 {
		return s.scratch[start:end]
	}
	return s.ps[start:end]
}

// sortBucket sorts a bucket of the top digit. After an odd number of passes the result is
// in other.
func sortBucket(ps, other []uint64, top, passes uint) {
	if len(ps) <= fewPostings {
		slices.Sort(ps)
		if passes%2 == 1 {
			copy(other, ps)
		}
		return
	}
	var ends [1 << radixBits]uint32
	for i := range passes {
		clear(ends[:])
		distribute(other, ps, localBits+i*radixBits, ends[:1<<min(radixBits, top-localBits-i*radixBits)])
		ps, other = other, ps
	}
}

// distribute moves postings into the order of the digit at shift and sets ends to the end
// of each value. The width of the digit follows from len(ends).
func distribute(to, from []uint64, shift uint, ends []uint32) {
	mask := uint64(len(ends) - 1)
	for _, p := range from {
		ends[p>>shift&mask]++
	}
	sum := uint32(0)
	for d, n := range ends {
		ends[d] = sum
		sum += n
	}
	for _, p := range from {
		d := p >> shift & mask
		to[ends[d]] = p
		ends[d]++
	}
}
