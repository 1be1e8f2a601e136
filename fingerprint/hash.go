package fingerprint

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

const (
	// Window is the default window size in bytes. It and SmallWindow have fast kernels.
	Window = 50
	// MinWindow and MaxWindow bound the window size in bytes. Below 4 bytes files become
	// similar by chance, even if a byte is a token of code; above 1024 hardly any do.
	MinWindow = 4
	MaxWindow = 1024

	// prime is the base p of the polynomial, 2^20-3. It is odd, so all its powers are
	// invertible mod 2^k. It is ≡ 5 (mod 8), so its powers run through a quarter of
	// the residues mod 2^30, which is the maximum.
	prime = 1048573

	valueBits = 30
	valueMask = 1<<valueBits - 1
	checkBits = 16
	// MaxLevel is the coarsest level: all 30 bits of the value are zero.
	MaxLevel = valueBits
)

// Value is the polynomial hash of a window, in the low 30 bits.
type Value uint32

// hashWindow computes the value of a window from scratch with len(window)
// multiplications. It is the definition that all faster implementations are tested
// against.
func hashWindow(window []byte) Value {
	var h uint32
	for _, b := range window {
		h = h*prime + uint32(b)
	}
	return Value(h & valueMask)
}

// leaving returns p^n mod 2^32, the weight in p·F of the byte that leaves a window of
// n bytes. (Arithmetic mod 2^32 is exact mod 2^30.)
func leaving(n int) uint32 {
	w := uint32(1)
	for range n {
		w *= prime
	}
	return w
}

// level returns the coarsest level at which the value is a candidate: the number of
// its low zero bits, at most 30.
func (v Value) level() int {
	return bits.TrailingZeros32(uint32(v) | 1<<valueBits)
}

// rank returns the value with its 30 bits reversed. The smaller rank wins, so a value
// with more low zero bits outranks one with fewer.
func (v Value) rank() uint32 {
	return bits.Reverse32(uint32(v)) >> (32 - valueBits)
}

// Fingerprint identifies the bytes of a selected window in 46 bits: the rank of its
// value in the upper 30 bits and 16 check bits below. With 4·10^9 stored postings of
// level 8, a lookup of an absent fingerprint matches 4·10^9 / 2^(46-8) = 0.015 stored
// ones by chance.
type Fingerprint uint64

// Bits is the width of a fingerprint in bits.
const Bits = valueBits + checkBits

// newFingerprint computes the fingerprint of a window from scratch.
func newFingerprint(window []byte) Fingerprint {
	return withCheck(hashWindow(window), window)
}

// withCheck combines a value with the check bits of its window: the upper 16 bits of
// XXH64 with seed 0. Stored indexes depend on this choice.
func withCheck(v Value, window []byte) Fingerprint { return withRank(v.rank(), window) }

// withRank is withCheck for the rank of the value.
func withRank(rank uint32, window []byte) Fingerprint {
	check := xxhash.Sum64(window) >> (64 - checkBits)
	return Fingerprint(uint64(rank)<<checkBits | check)
}

// Value returns the polynomial hash of the window.
func (f Fingerprint) Value() Value {
	return Value(bits.Reverse32(uint32(f>>checkBits)) >> (32 - valueBits))
}

// Check returns the 16 bits of the independent hash.
func (f Fingerprint) Check() uint16 { return uint16(f) }

// Level returns the coarsest level, 0 to 30, at which the fingerprint is still a
// candidate.
func (f Fingerprint) Level() int {
	return bits.LeadingZeros64(uint64(f)|1<<(checkBits-1)) - (64 - Bits)
}

// Bound returns the smallest fingerprint finer than the level: exactly the
// fingerprints below it have that level or a coarser one.
func Bound(level int) Fingerprint {
	return 1 << (Bits - level)
}
