package simhash

import "math/bits"

// accumulator sums, for each of 64 bit positions in parallel, the weights of the
// hashes with that bit set. It stores the 64 sums as vertical counters: plane p holds
// bit p of every sum. A hash of weight w is added at each plane where w has a bit
// set. Two words waiting at a plane become one word there and a carry to the next
// plane by a full adder on 64 lanes (the bit counting of Harley and Seal; Warren,
// Hacker's Delight, 5-1). Words are added eight at a time if possible. This takes one
// adder for each hash of weight one, compared to 64 steps in a loop over the bits.
// The sums are never extracted lane by lane; the comparison with half the total also
// works on planes.
type accumulator struct {
	sum     [64]uint64
	waiting [64]uint64
	full    uint64 // planes with a waiting word
	total   uint64 // sum of all weights
	block   [64][8]uint64
	blocked [64]uint8 // number of words in block for each plane
}

func (a *accumulator) reset() {
	clear(a.sum[:])
	clear(a.blocked[:])
	a.full, a.total = 0, 0
}

// add adds a hash with a weight.
func (a *accumulator) add(hash, weight uint64) {
	a.total += weight
	for ; weight != 0; weight &= weight - 1 {
		p := bits.TrailingZeros64(weight)
		n := a.blocked[p]
		a.block[p][n&7] = hash
		a.blocked[p] = (n + 1) & 7
		if n == 7 {
			a.addEights(uint(p), a.block[p][:])
		}
	}
}

// addAt adds a word at a plane.
func (a *accumulator) addAt(plane uint, word uint64) {
	for ; a.full>>plane&1 != 0; plane++ {
		a.full &^= 1 << plane
		a.sum[plane&63], word = add3(a.sum[plane&63], a.waiting[plane&63], word)
	}
	a.waiting[plane&63] = word
	a.full |= 1 << plane
}

// add3 is a full adder on 64 lanes.
func add3(a, b, c uint64) (sum, carry uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// onePlane is the plane of weight one.
const onePlane = 8

// addOnes adds hashes of weight one, eight at a time.
func (a *accumulator) addOnes(hashes []uint64) {
	a.total += uint64(len(hashes)) * weightOne
	for _, h := range a.addEights(onePlane, hashes) {
		a.addAt(onePlane, h)
	}
}

// addEights adds words at a plane, eight at a time, and returns the rest.
func (a *accumulator) addEights(plane uint, words []uint64) []uint64 {
	one, two, four := a.sum[plane&63], a.sum[(plane+1)&63], a.sum[(plane+2)&63]
	for ; len(words) >= 8; words = words[8:] {
		x := (*[8]uint64)(words)
		var t1, t2, f1, f2, eight uint64
		one, t1 = add3(one, x[0], x[1])
		one, t2 = add3(one, x[2], x[3])
		two, f1 = add3(two, t1, t2)
		one, t1 = add3(one, x[4], x[5])
		one, t2 = add3(one, x[6], x[7])
		two, f2 = add3(two, t1, t2)
		four, eight = add3(four, f1, f2)
		a.addAt(plane+3, eight)
	}
	a.sum[plane&63], a.sum[(plane+1)&63], a.sum[(plane+2)&63] = one, two, four
	return words
}

// hash returns the bits whose sum exceeds half the total.
func (a *accumulator) hash() uint64 {
	for p, n := range a.blocked {
		for _, h := range a.block[p][:n] {
			a.addAt(uint(p), h)
		}
	}
	clear(a.blocked[:])
	planes := bits.Len64(a.total)
	carry := uint64(0)
	for p := range planes {
		wait := uint64(0)
		if a.full>>p&1 != 0 {
			wait = a.waiting[p]
		}
		a.sum[p], carry = add3(a.sum[p], wait, carry)
	}
	a.full = 0
	more, equal := uint64(0), ^uint64(0)
	for p := planes - 1; p >= 0; p-- {
		if a.total>>1>>p&1 != 0 {
			equal &= a.sum[p]
		} else {
			more |= equal & a.sum[p]
			equal &^= a.sum[p]
		}
	}
	return more
}
