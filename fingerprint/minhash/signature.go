// Package minhash turns sets into short signatures that estimate the Jaccard
// similarity |A∩B| / |A∪B| (Broder, On the Resemblance and Containment of Documents,
// 1997). It divides signatures into bands such that sets whose similarity reaches a
// threshold share a band (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets,
// section 3.4).
//
//	signature.go  from a set to a signature, and the estimate
//	bands.go      the number of bands and rows, and the keys of bands
//	sketch.go     128 bits of a signature, to reject pairs that share a band by chance
//
// A signature depends only on the hashes of the elements, on its length, and on
// constants that never change. The package reads no files and does not know the
// index.
package minhash

import (
	"alike/fingerprint"
)

// Signature represents a set. The signatures of two sets of Jaccard similarity j
// agree in each component with probability j. The signature of the empty set is
// empty.
type Signature []uint32

// Components is the length of a signature for estimates. Its standard error is
// √(j(1−j)/256), at most 0.031.
const Components = 256

// MaxComponents bounds the length of a signature.
const MaxComponents = 1 << 12

// Signer computes signatures of one length, one set after the other. It is not safe
// for concurrent use.
//
// Broder uses as many hash functions as there are components, each over the whole
// set. Here an element falls into one component in each round, and a component keeps
// the smallest hash of the first round that reaches it. Once there have been as many
// rounds as components, each round fills one component in turn, so that all are
// filled in the end (Dahlgaard, Knudsen, Thorup, Fast Similarity Sketching, 2017).
// For 200 elements and 256 components this takes about 8 rounds instead of 256, 4 µs,
// and the agreement of two signatures varies less than with independent functions.
type Signer struct {
	places Signature
	filled []uint16 // round that filled the component, plus one
}

// NewSigner returns a signer for signatures of the given length, which is limited to
// 1 to MaxComponents.
func NewSigner(components int) *Signer {
	components = min(max(components, 1), MaxComponents)
	return &Signer{make(Signature, components), make([]uint16, components)}
}

// Sign returns the signature of a set of 64-bit hashes. Order and duplicates do not
// matter. The signature is valid until the next call.
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
				s.places[at] = minHash(elements, salt)
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

// minHash returns the smallest hash of a round.
func minHash(elements []uint64, salt uint64) uint32 {
	l := uint32(1<<32 - 1)
	for _, x := range elements {
		l = min(l, uint32(mix(x+salt)))
	}
	return l
}

// golden is 2^64 divided by the golden ratio, the increment of SplitMix64 (Steele,
// Lea, Flood, 2014). mix is the finaliser of that generator.
const golden = 0x9e3779b97f4a7c15

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Of returns the signature of a set for estimates, of length Components.
func Of(elements []uint64) Signature {
	return NewSigner(Components).Sign(elements)
}

// Estimate returns the estimated Jaccard similarity of two sets. It is Undefined for
// two empty sets and for nonempty signatures of different length.
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
