package simhash

import (
	"fmt"
	"math/bits"
)

// Hash is the simhash of a document. Of a scheme of 32 bits the upper half is
// zero, and the lower that of the same scheme with 64.
type Hash uint64

// Distance returns in how many bits two hashes differ.
func Distance(a, b Hash) int {
	return bits.OnesCount64(uint64(a ^ b))
}

// String returns the hash as 16 hexadecimal digits.
func (h Hash) String() string {
	return fmt.Sprintf("%016x", uint64(h))
}
