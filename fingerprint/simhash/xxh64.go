package simhash

import (
	"encoding/binary"
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// The primes of XXH64.
const (
	prime1 = 0x9e3779b185ebca87
	prime2 = 0xc2b2ae3d27d4eb4f
	prime3 = 0x165667b19e3779f9
	prime4 = 0x85ebca77c2b2ae63
	prime5 = 0x27d4eb2f165667c5
)

// xxh64 computes XXH64 with seed zero. Features are a few bytes long and vary in
// length, so the loops of the usual implementation mispredict on nearly every one.
// Below 32 bytes this one computes all final steps and selects among them. It is fast
// only if text has the capacity for that.
func xxh64(text []byte) uint64 {
	n := len(text)
	if n >= 32 || cap(text) < 16+n&16 {
		return xxhash.Sum64(text)
	}
	h := prime5 + uint64(n)
	if n >= 16 {
		h = step8(h, binary.LittleEndian.Uint64(text))
		h = step8(h, binary.LittleEndian.Uint64(text[8:]))
		text = text[16:]
	}
	t := (*[16]byte)(text[:16])
	at := n & 8
	if a := step8(h, binary.LittleEndian.Uint64(t[:])); n&8 != 0 {
		h = a
	}
	if a := bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(t[at&8:]))*prime1, 23)*prime2 + prime3; n&4 != 0 {
		h = a
	}
	at += n & 4
	if a := bits.RotateLeft64(h^uint64(t[at&15])*prime5, 11) * prime1; n&3 > 0 {
		h = a
	}
	if a := bits.RotateLeft64(h^uint64(t[(at+1)&15])*prime5, 11) * prime1; n&3 > 1 {
		h = a
	}
	if a := bits.RotateLeft64(h^uint64(t[(at+2)&15])*prime5, 11) * prime1; n&3 > 2 {
		h = a
	}
	return avalanche(h)
}

// xxh64of9 computes XXH64 of three Han characters.
func xxh64of9(t *[9]byte) uint64 {
	h := step8(prime5+9, binary.LittleEndian.Uint64(t[:]))
	return avalanche(bits.RotateLeft64(h^uint64(t[8])*prime5, 11) * prime1)
}

func step8(h, x uint64) uint64 {
	return bits.RotateLeft64(h^bits.RotateLeft64(x*prime2, 31)*prime1, 27)*prime1 + prime4
}

func avalanche(h uint64) uint64 {
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}
