package simhash

import (
	"fmt"
	"math/bits"
)

// Hash is the simhash of a document. With 32 bits the upper half is zero and the
// lower half equals that of the 64-bit hash.
type Hash uint64

// Distance returns the Hamming distance of two hashes, the number of bits in which
// they differ.
func Distance(a, b Hash) int {
	return bits.OnesCount64(uint64(a ^ b))
}

// String returns the hash as 16 hexadecimal digits.
func (h Hash) String() string {
	return fmt.Sprintf("%016x", uint64(h))
}
