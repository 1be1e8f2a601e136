// Package minhash turns sets into short signatures from which their Jaccard,
// |A∩B| / |A∪B|, can be estimated (Broder, On the Resemblance and Containment of
// Documents, 1997), and cuts those into bands, so that sets whose Jaccard reaches
// a threshold have a band in common (Leskovec, Rajaraman, Ullman, Mining of
// Massive Datasets, section 3.4).
//
//	signature.go  from a set to a signature, and the estimate
//	bands.go      how many bands of how many rows, and their keys
//	sketch.go     128 bits of a signature, to sort out what has a band by chance
//
// A signature depends on the hashes of the elements, on its length, and on
// constants that never change. The package reads no files and knows no index.
package minhash

import (
	"alike/fingerprint"
)

// Signature is what stands for a set. Two sets of Jaccard j agree at each place
// with the probability j. The signature of the empty set is empty.
type Signature []uint32

// Components is the length of a signature that serves for an estimate: its
// standard error is √(j(1−j)/256), 0.031 at most.
const Components = 256

// MaxComponents bounds the length of a signature.
const MaxComponents = 1 << 12

// Signer makes signatures of one length, of one set after the other, in one
// goroutine.
//
// Broder takes as many hash functions as there are places, each over the whole
// set. Here an element has one place in each round, and a place keeps the least
// hash of the first round that reaches it; from the round on that has the number
// of places, an element goes to one place after the other, so that all are
// reached at last (Dahlgaard, Knudsen, Thorup, Fast Similarity Sketching, 2017).
// 200 elements in 256 places take about 8 rounds instead of 256, 4 µs, and the
// agreements of two signatures spread less than with independent functions.
type Signer struct {
	places Signature
	filled []uint16 // the round that reached a place, plus one
}

// NewSigner returns one for signatures of so many components, 1 to MaxComponents.
func NewSigner(components int) *Signer {
	components = min(max(components, 1), MaxComponents)
	return &Signer{make(Signature, components), make([]uint16, components)}
}

// Sign returns the signature of a set of 64-bit hashes, in any order; one that
// comes twice counts once. It stands until the next call.
func (s *Signer) Sign(elements []uint64) Signature {
	if len(elements) == 0 {
		return nil
	}
	clear(s.filled)
	n := uint64(len(s.places))
	left := len(s.places)
	for round := 0; left > 0; round++ {
		stamp, salt := uint16(round+1), uint64(round+1)*golden
		if round >= len(s.places) {
			at := round - len(s.places)
			if s.filled[at] == 0 {
				left--
				s.places[at] = least(elements, salt)
				s.filled[at] = stamp
			}
			continue
		}
		for _, x := range elements {
			h := mix(x + salt)
			at := h >> 32 * n >> 32
			switch value := uint32(h); s.filled[at] {
			case 0:
				s.filled[at], s.places[at] = stamp, value
				left--
			case stamp:
				s.places[at] = min(s.places[at], value)
			}
		}
	}
	return s.places
}

// least returns the least hash of a round.
func least(elements []uint64, salt uint64) uint32 {
	l := uint32(1<<32 - 1)
	for _, x := range elements {
		l = min(l, uint32(mix(x+salt)))
	}
	return l
}

// golden is 2^64 divided by the golden ratio: the steps of SplitMix64 (Steele,
// Lea, Flood, 2014), whose last steps mix is.
const golden = 0x9e3779b97f4a7c15

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Of returns the signature of a set that estimates are made from.
func Of(elements []uint64) Signature {
	return NewSigner(Components).Sign(elements)
}

// Estimate returns the Jaccard of two sets as their signatures show it. Undefined
// is that of two empty sets, and of signatures that differ in length otherwise.
func Estimate(a, b Signature) fingerprint.Share {
	if len(a) != len(b) && len(a) > 0 && len(b) > 0 {
		return fingerprint.Undefined
	}
	same := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			same++
		}
	}
	return fingerprint.Ratio(float64(same), float64(max(len(a), len(b))))
}
