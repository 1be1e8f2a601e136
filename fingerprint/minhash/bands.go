package minhash

import (
	"fmt"
	"math"
)

// Bands divides a signature into Bands bands of Rows components each. Two sets of
// Jaccard similarity j agree in all rows of a given band with probability j^Rows.
type Bands struct{ Bands, Rows int }

const (
	// MaxBands bounds the cost of a set in an index of bands.
	MaxBands = 32
	// maxRows rows exclude nearly all unwanted pairs. More would need more bands for
	// the same result.
	maxRows = 12
	// Miss is the maximum probability that two sets exactly at the threshold share no
	// band.
	Miss = 1e-3
	// MinThreshold is the lowest threshold at which MaxBands bands of one row miss no
	// more than that.
	MinThreshold = 0.195
)

// BandsFor returns the bands for a Jaccard threshold, from MinThreshold to 1; any
// other threshold is an error. It chooses as many rows as MaxBands allows, because
// each row reduces chance agreement, and then as few bands as suffice.
//
//	threshold     0.3   0.5   0.64  0.7   0.8   0.9    0.95
//	bands × rows  20×1  25×2  23×3  26×4  30×7  21×12  9×12
//
// At threshold 0.8, a pair of similarity 0.2 shares one of 30 bands once in 2,600
// cases; at 0.64 (see scan/dedupe for the cosine) once in six.
func BandsFor(threshold float64) (Bands, error) {
	if !(threshold >= MinThreshold && threshold <= 1) {
		return Bands{}, fmt.Errorf("threshold %.4g is out of range for MinHash: want a Jaccard similarity of %.3g to 1", threshold, MinThreshold)
	}
	for rows := maxRows; rows > 0; rows-- {
		for bands := 1; bands <= MaxBands; bands++ {
			b := Bands{bands, rows}
			if b.Missed(threshold) <= Miss {
				return b, nil
			}
		}
	}
	return Bands{}, fmt.Errorf("no bands for threshold %.4g", threshold)
}

// Missed returns the probability that two sets of a Jaccard similarity share no band.
func (b Bands) Missed(jaccard float64) float64 {
	return math.Pow(1-math.Pow(jaccard, float64(b.Rows)), float64(b.Bands))
}

// Components returns the required length of a signature, including the components of
// a Sketch.
func (b Bands) Components() int { return max(b.Bands*b.Rows, SketchBits) }

// Keys appends a key for each band of the signature. Keys of different bands are
// unrelated.
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
