package simhash

import "math/bits"

// weightOne is the weight one. Weights are integers in units of 1/256, computed
// without floating point, so that all machines round alike.
const weightOne = 256

// log2 returns the binary logarithm of x ≥ 1 in units of 2^-16, rounded down. Each
// bit of the fraction follows from squaring.
func log2(x uint64) uint64 {
	whole := bits.Len64(x) - 1
	m := x << (63 - whole) // from 1 to 2 in units of 2^-63
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

// logarithm returns ln x for x ≥ 1 in units of 1/256, rounded.
func logarithm(x uint64) uint64 {
	high, low := bits.Mul64(log2(x), ln2) // in units of 2^-48
	sum, carry := bits.Add64(low, 1<<39, 0)
	return (high+carry)<<24 | sum>>40
}

// damped holds 1 + ln c for small counts c in units of 1/256.
var damped = func() (d [1024]uint32) {
	for c := 1; c < len(d); c++ {
		d[c] = uint32(weightOne + logarithm(uint64(c)))
	}
	return d
}()

// damp returns 1 + ln c for c ≥ 1 in units of 1/256.
func damp(c uint32) uint64 {
	if c < uint32(len(damped)) {
		return uint64(damped[c])
	}
	return weightOne + logarithm(uint64(c))
}
