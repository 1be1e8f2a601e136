package simhash

import "math/bits"

// Weights are integers in units of 1/256, worked out without floating point, so
// that no machine rounds another way than the next.
const unit = 256

// log2 returns the logarithm of x ≥ 1 to the base 2 in units of 2^-16, cut off.
// The fraction comes bit by bit from squaring.
func log2(x uint64) uint64 {
	whole := bits.Len64(x) - 1
	m := x << (63 - whole) // from 1 to 2, in units of 2^-63
	l := uint64(whole)
	for range 16 {
		high, _ := bits.Mul64(m, m) // in units of 2^-62
		l <<= 1
		if high>>63 != 0 {
			l |= 1
			m = high
		} else {
			m = high << 1
		}
	}
	return l
}

// ln2 is ln 2 in units of 2^-32.
const ln2 = 2977044472

// logarithm returns ln x of x ≥ 1 in units of 1/256, rounded.
func logarithm(x uint64) uint64 {
	high, low := bits.Mul64(log2(x), ln2) // in units of 2^-48
	sum, carry := bits.Add64(low, 1<<39, 0)
	return (high+carry)<<24 | sum>>40
}

// damped holds 1 + ln c of small counts c, in units of 1/256.
var damped = func() (d [1024]uint32) {
	for c := 1; c < len(d); c++ {
		d[c] = uint32(unit + logarithm(uint64(c)))
	}
	return d
}()

// damp returns 1 + ln c in units of 1/256, for c ≥ 1.
func damp(c uint32) uint64 {
	if c < uint32(len(damped)) {
		return uint64(damped[c])
	}
	return unit + logarithm(uint64(c))
}
