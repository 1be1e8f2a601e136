package simhash

import "math/bits"

// terms counts the distinct features of a document. Its hash table holds only indexes
// of four bytes each, so for a document of a few pages it stays in the first-level
// cache and costs next to nothing to clear.
type terms struct {
	hashes []uint64 // in order of first occurrence
	counts []uint32
	places []uint32 // open addressing: 1 + index in hashes, or zero
	shift  uint     // 64 minus the bits of an index into places
}

const (
	leastPlaces = 256
	spread      = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
)

// begin clears the counts and makes room for about the expected number of features.
func (t *terms) begin(expected int) {
	t.hashes, t.counts = t.hashes[:0], t.counts[:0]
	t.resize(max(leastPlaces, 1<<bits.Len(uint(expected))))
}

// resize makes an empty hash table of the given size, a power of two.
func (t *terms) resize(size int) {
	if cap(t.places) < size {
		t.places = make([]uint32, size)
	} else {
		t.places = t.places[:size]
		clear(t.places)
	}
	t.shift = uint(64 - bits.TrailingZeros(uint(size)))
}

// add counts an occurrence of a feature.
func (t *terms) add(hash uint64) {
	places := t.places
	for i := int(hash * spread >> (t.shift & 63)); ; i++ {
		i &= len(places) - 1
		p := places[i]
		if p == 0 {
			t.hashes, t.counts = append(t.hashes, hash), append(t.counts, 1)
			places[i] = uint32(len(t.hashes))
			if len(t.hashes) > len(places)/2 {
				t.grow()
			}
			return
		}
		if t.hashes[p-1] == hash {
			t.counts[p-1]++
			return
		}
	}
}

// grow doubles the hash table.
func (t *terms) grow() {
	t.resize(2 * len(t.places))
	for n, hash := range t.hashes {
		i := int(hash * spread >> t.shift)
		for t.places[i] != 0 {
			i = (i + 1) & (len(t.places) - 1)
		}
		t.places[i] = uint32(n + 1)
	}
}
