package fingerprint

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

const (
	// Window is the number of bytes in a window unless an index says otherwise.
	Window = 50
	// MinWindow and MaxWindow bound the windows that can be asked for. Below 8
	// bytes chance alone makes files similar; above 1024 hardly anything is.
	MinWindow = 8
	MaxWindow = 1024

	// prime is the base p of the polynomial, 2^20-3. It is odd, so that every
	// power of it is invertible mod 2^k, and ≡ 5 (mod 8), so that its powers
	// run through a quarter of the residues mod 2^30, the most there can be.
	prime = 1048573

	valueBits = 30
	valueMask = 1<<valueBits - 1
	checkBits = 16
	// MaxLevel is the coarsest level: all 30 bits of the value are zero.
	MaxLevel = valueBits
)

// Value is the polynomial hash of one window, in the low 30 bits.
type Value uint32

// HashWindow computes the value of one window from scratch, at a cost of
// len(window) multiplications. It is the definition that every faster way is
// tested against.
func HashWindow(window []byte) Value {
	var h uint32
	for _, b := range window {
		h = h*prime + uint32(b)
	}
	return Value(h & valueMask)
}

// leaving returns p^n mod 2^32, the weight by which the byte that leaves a
// window of n bytes still counts in p·F. (Arithmetic mod 2^32 is exact mod 2^30.)
func leaving(n int) uint32 {
	w := uint32(1)
	for range n {
		w *= prime
	}
	return w
}

// Level returns the finest-to-coarsest level at which the value is a candidate:
// the number of its low zero bits, at most 30.
func (v Value) Level() int {
	return bits.TrailingZeros32(uint32(v) | 1<<valueBits)
}

// rank is the value with its 30 bits in reverse order; the smaller rank
// outranks the larger, so that more low zero bits outrank fewer.
func (v Value) rank() uint32 {
	return bits.Reverse32(uint32(v)) >> (32 - valueBits)
}

// Fingerprint identifies the bytes of a selected window in 46 bits: the rank of
// its value in the upper 30, 16 check bits in the lower. At 4·10^9 stored
// postings of level 8, a looked-up fingerprint of which nothing is stored meets
// 4·10^9 / 2^(46-8) = 0.015 others by chance.
type Fingerprint uint64

// Bits is the number of bits a fingerprint may have.
const Bits = valueBits + checkBits

// New returns the fingerprint of one window, computed from scratch.
func New(window []byte) Fingerprint {
	return fingerprintOf(HashWindow(window), window)
}

// fingerprintOf joins a value to the check bits of the window it came from:
// the upper 16 bits of XXH64 with seed 0, which the stored index relies on.
func fingerprintOf(v Value, window []byte) Fingerprint {
	check := xxhash.Sum64(window) >> (64 - checkBits)
	return Fingerprint(uint64(v.rank())<<checkBits | check)
}

// Value returns the polynomial hash that the fingerprint carries.
func (f Fingerprint) Value() Value {
	return Value(bits.Reverse32(uint32(f>>checkBits)) >> (32 - valueBits))
}

// Check returns the 16 bits of the independent hash.
func (f Fingerprint) Check() uint16 { return uint16(f) }

// Level returns the coarsest level at which the fingerprint is still a
// candidate, 0 to 30.
func (f Fingerprint) Level() int {
	return bits.LeadingZeros64(uint64(f)|1<<(checkBits-1)) - (64 - Bits)
}

// Bound returns the smallest fingerprint that is not of level k: those of
// level k and coarser are exactly the smaller ones.
func Bound(level int) Fingerprint {
	return 1 << (Bits - level)
}
