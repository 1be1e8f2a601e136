package minhash

import (
	"fmt"
	"math"
)

// Bands says how a signature is cut: Bands pieces of Rows components each. Two
// sets of Jaccard j agree in all of a band with the probability j^Rows.
type Bands struct{ Bands, Rows int }

const (
	// MaxBands bounds what a set costs where bands are looked up.
	MaxBands = 32
	// maxRows are enough to sort out nearly all that is not sought. More would
	// need more bands, and find the same.
	maxRows = 12
	// Miss is how probable it may be that two sets exactly at the threshold have no
	// band in common.
	Miss = 1e-3
	// LeastThreshold is below which MaxBands bands of one row miss more than that.
	LeastThreshold = 0.195
)

// BandsFor returns the bands for a threshold: as many rows as MaxBands allow, for
// chance agreements fall with each, and then as few bands as will do.
//
//	threshold     0.3   0.5   0.64  0.7   0.8   0.9    0.95
//	bands × rows  20×1  25×2  23×3  26×4  30×7  21×12  9×12
//
// A pair at 0.2 has one of 30 bands in common once in 2,600 cases at the
// threshold 0.8; at 0.64 (see scan/dedupe for the cosine) once in six.
func BandsFor(threshold float64) (Bands, error) {
	if !(threshold >= LeastThreshold && threshold <= 1) {
		return Bands{}, fmt.Errorf("a Jaccard of %.4g is not one to look for by MinHash: %.3g to 1 are", threshold, LeastThreshold)
	}
	for rows := maxRows; rows > 0; rows-- {
		for bands := 1; bands <= MaxBands; bands++ {
			b := Bands{bands, rows}
			if b.Missed(threshold) <= Miss {
				return b, nil
			}
		}
	}
	return Bands{}, fmt.Errorf("no bands find a Jaccard of %.4g", threshold)
}

// Missed returns how probable it is that two sets of some Jaccard have no band in
// common.
func (b Bands) Missed(jaccard float64) float64 {
	return math.Pow(1-math.Pow(jaccard, float64(b.Rows)), float64(b.Bands))
}

// Components is how long a signature must be, that of a Sketch counted.
func (b Bands) Components() int { return max(b.Bands*b.Rows, SketchBits) }

// Keys appends a key for each band of a signature to a slice. Keys of different
// bands have nothing to do with each other.
func (b Bands) Keys(to []uint32, s Signature) []uint32 {
	for band := range b.Bands {
		h := uint64(band)
		for _, x := range s[band*b.Rows : (band+1)*b.Rows] {
			h = mix(h*golden + uint64(x) + 1)
		}
		to = append(to, uint32(h>>32))
	}
	return to
}
