package regions

import "math/bits"

// marks is a set of positions: the bytes of one side that are in a region.
type marks []uint64

func newMarks(n int) marks { return make(marks, n/64+1) }

func (m marks) has(i int) bool { return m[i>>6]>>(i&63)&1 != 0 }

// set marks the positions from ≤ i < to.
func (m marks) set(from, to int) {
	for from < to {
		n := min(64-from&63, to-from)
		m[from>>6] |= (^uint64(0) >> (64 - n)) << (from & 63)
		from += n
	}
}

// next returns the first position in i ≤ p < to that is marked (or not marked, if
// marked is false), or to if there is none.
func (m marks) next(i, to int, marked bool) int {
	flip := ^uint64(0)
	if marked {
		flip = 0
	}
	for i < to {
		if word := (m[i>>6] ^ flip) >> (i & 63); word != 0 {
			return min(to, i+bits.TrailingZeros64(word))
		}
		i = i&^63 + 64
	}
	return to
}

// lastFree returns one more than the last unmarked position in from ≤ i < to, or from
// if there is none.
func (m marks) lastFree(from, to int) int {
	for to > from {
		last := to - 1
		if word := ^m[last>>6] << (63 - last&63); word != 0 {
			return max(from, to-bits.LeadingZeros64(word))
		}
		to = last &^ 63
	}
	return from
}
