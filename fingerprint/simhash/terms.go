package simhash

import "math/bits"

// terms counts the distinct features of a document: a table with open
// addressing, whose slots carry the number of the document they belong to, so
// that nothing is cleared between documents.
type terms struct {
	slots []slot
	shift uint     // 64 less the bits of a position
	used  []uint32 // the slots of this document, in order of their first use
	round uint32
}

type slot struct {
	hash  uint64
	count uint32
	round uint32
}

const (
	leastSlots = 256
	spread     = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
)

// begin forgets all, and makes ready for about so many features.
func (t *terms) begin(expected int) {
	t.used = t.used[:0]
	t.round++
	size := max(leastSlots, 1<<bits.Len(uint(expected)))
	if t.round == 0 || len(t.slots) < size {
		t.slots = make([]slot, max(size, len(t.slots)))
		t.round = 1
	}
	t.shift = uint(64 - bits.TrailingZeros(uint(size)))
}

// add counts a feature once more.
func (t *terms) add(hash uint64) {
	mask := uint64(1)<<(64-t.shift) - 1
	for i := hash * spread >> t.shift; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.round != t.round {
			*s = slot{hash, 1, t.round}
			t.used = append(t.used, uint32(i))
			if uint64(len(t.used)) > mask-mask/4 {
				t.grow()
			}
			return
		}
		if s.hash == hash {
			s.count++
			return
		}
	}
}

// grow makes room for twice as many.
func (t *terms) grow() {
	old := make([]slot, len(t.used))
	for i, u := range t.used {
		old[i] = t.slots[u]
	}
	size := 2 << (64 - t.shift)
	t.round++
	if t.round == 0 || len(t.slots) < size {
		t.slots = make([]slot, max(size, len(t.slots)))
		t.round = 1
	}
	t.shift--
	mask := uint64(size - 1)
	for n, s := range old {
		i := s.hash * spread >> t.shift
		for t.slots[i].round == t.round {
			i = (i + 1) & mask
		}
		t.slots[i] = slot{s.hash, s.count, t.round}
		t.used[n] = uint32(i)
	}
}
