package minhash

import (
	"math"
	"math/bits"
)

// SketchBits is the number of bits in a sketch.
const SketchBits = 128

// Sketch holds one bit of each of the first components of a signature (Li, König,
// b-Bit Minwise Hashing, 2010). The sketches of two sets of Jaccard similarity j
// agree in each bit with probability (1+j)/2. In 16 bytes it reveals that two sets
// with a common band are far below the threshold before either is fetched.
type Sketch [SketchBits / 32]uint32

// SketchOf returns the sketch of a signature, which must have at least SketchBits
// components.
func SketchOf(s Signature) (k Sketch) {
	for i, x := range s[:SketchBits] {
		k[i/32] |= x & 1 << (i % 32)
	}
	return k
}

// Agree returns the number of bits in which two sketches agree.
func (k Sketch) Agree(l Sketch) int {
	n := SketchBits
	for i := range k {
		n -= bits.OnesCount32(k[i] ^ l[i])
	}
	return n
}

// MinAgree returns the number of bits in which the sketches of two sets of a Jaccard
// similarity agree, except for one pair in 20,000: the mean minus 3.9 standard
// deviations. At 0.8 this is 101, which a pair of similarity 0.2 reaches once in
// 170,000.
func MinAgree(jaccard float64) int {
	p := (1 + jaccard) / 2
	return int(math.Floor(SketchBits*p - 3.9*math.Sqrt(SketchBits*p*(1-p))))
}
