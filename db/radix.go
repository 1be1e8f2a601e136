package db

// radixBits is the width of a digit: 2048 counters stay in the first-level
// cache, and four digits cover the 41 bits of fingerprints of level 5.
const radixBits = 11

// sortPostings sorts the postings of a batch (fingerprint << localBits |
// content) by fingerprint, with a radix sort from the least significant digit.
// Postings come in order of content and the sort is stable, so the low
// localBits need no passes. It returns the sorted slice and the other one as
// scratch for the next time.
func sortPostings(ps, scratch []uint64) (sorted, other []uint64) {
	if cap(scratch) < len(ps) {
		scratch = make([]uint64, 0, cap(ps))
	}
	scratch = scratch[:len(ps)]
	var all uint64
	for _, p := range ps {
		all |= p
	}
	for shift := uint(localBits); all>>shift != 0; shift += radixBits {
		var next [1 << radixBits]int
		for _, p := range ps {
			next[p>>shift&(1<<radixBits-1)]++
		}
		sum := 0
		for d, n := range next {
			next[d] = sum
			sum += n
		}
		for _, p := range ps {
			d := p >> shift & (1<<radixBits - 1)
			scratch[next[d]] = p
			next[d]++
		}
		ps, scratch = scratch, ps
	}
	return ps, scratch
}
