package minhash

import (
	"math"
	"math/bits"
)

// SketchBits is how many bits a sketch has.
const SketchBits = 128

// Sketch is one bit of each of a signature's first components (Li, König, b-Bit
// Minwise Hashing, 2010). Two sets of Jaccard j agree at each bit with the
// probability (1+j)/2. It tells in 16 bytes that two sets with a band in common
// are far below the threshold, before either is fetched.
type Sketch [SketchBits / 32]uint32

// SketchOf returns the sketch of a signature of at least SketchBits components.
func SketchOf(s Signature) (k Sketch) {
	for i, x := range s[:SketchBits] {
		k[i/32] |= x & 1 << (i % 32)
	}
	return k
}

// Agree returns at how many bits two sketches agree.
func (k Sketch) Agree(l Sketch) int {
	n := SketchBits
	for i := range k {
		n -= bits.OnesCount32(k[i] ^ l[i])
	}
	return n
}

// LeastAgree returns at how many bits two sets of a Jaccard agree, but for one
// pair in 20,000: the mean less 3.9 standard deviations. At 0.8 that is 101, and a
// pair of Jaccard 0.2 gets there once in 170,000.
func LeastAgree(jaccard float64) int {
	p := (1 + jaccard) / 2
	return int(math.Floor(SketchBits*p - 3.9*math.Sqrt(SketchBits*p*(1-p))))
}
