// Package hamming finds simhashes within a Hamming distance of each other, by multi-index
// hashing.
package hamming

import (
	"fmt"
	"math"
	"math/bits"
)

// # Method
//
// A simhash has 64 bits, cut into blocks. Give block i the radius r_i so that the
// numbers r_i+1 add up to k+1. Two hashes that differed in more than r_i bits of every
// block would differ in more than k bits. So hashes within distance k agree on some
// block up to its radius: each table groups the hashes by one block, and probing it at
// the values within that radius misses nothing (multi-index hashing: Norouzi, Punjani
// and Fleet 2012; for equal blocks Manku, Jain and Das Sarma 2007). The blocks need not
// cover all bits, so a table of few hashes uses only the upper bits of its block and
// has few buckets.
//
// A pair may be found in several tables. It counts in the first one, which depends on
// the two hashes alone.

// DefaultBlocks is the default number of blocks: four of 16 bits. Older systems use five,
// to find hashes within four bits by one equal block. MaxBlocks is the largest number of
// blocks.
const (
	DefaultBlocks = 4
	MaxBlocks     = 16
)

// Bits is the number of bits of a simhash.
const Bits = 64

// Block is a range of the bits of a hash: Width bits, after skipping the Above most
// significant ones.
type Block struct{ Above, Width uint }

// Value returns the bits of the block.
func (b Block) Value(h uint64) uint64 { return h << b.Above >> (Bits - b.Width) }

// Rotated returns a hash rotated left so that the bits of the block come first.
func (b Block) Rotated(h uint64) uint64 { return bits.RotateLeft64(h, int(b.Above)) }

// Hash undoes Rotated.
func (b Block) Hash(r uint64) uint64 { return bits.RotateLeft64(r, -int(b.Above)) }

// Blocks cuts a hash into n blocks, the most significant first.
func Blocks(n int) []Block {
	blocks := make([]Block, n)
	above := uint(0)
	for i := range blocks {
		width := uint(Bits / n)
		if i < Bits%n {
			width++
		}
		blocks[i] = Block{above, width}
		above += width
	}
	return blocks
}

// CheckBlocks returns an error unless hashes can be cut into n blocks.
func CheckBlocks(n int) error {
	if n < 1 || n > MaxBlocks {
		return fmt.Errorf("simhashes have 1 to %d blocks, not %d", MaxBlocks, n)
	}
	return nil
}

// CheckDistance returns an error unless two hashes can have distance d.
func CheckDistance(d int) error {
	if d < 0 || d > Bits {
		return fmt.Errorf("distance %d is not between 0 and %d bits", d, Bits)
	}
	return nil
}

// Radii spreads a distance over n blocks as evenly as possible. A block of radius -1 need
// not be searched.
func Radii(distance, n int) []int {
	radii := make([]int, n)
	for i := range radii {
		radii[i] = (distance+1)/n - 1
		if i < (distance+1)%n {
			radii[i]++
		}
	}
	return radii
}

// FoundBefore reports whether two hashes whose XOR is differ are found by one of the
// blocks.
func FoundBefore(differ uint64, blocks []Block, radii []int) bool {
	for i, b := range blocks {
		if bits.OnesCount64(b.Value(differ)) <= radii[i] {
			return true
		}
	}
	return false
}

// CountMasks returns the number of width-bit numbers with at most radius ones.
func CountMasks(width uint, radius int) float64 {
	n, term := 0.0, 1.0
	for w := 0; w <= min(radius, int(width)); w++ {
		n += term
		term *= float64(int(width)-w) / float64(w+1)
	}
	return math.Round(n)
}

// Masks returns the width-bit numbers with at most radius ones, fewer ones first. width
// is less than 32.
func Masks(width uint, radius int) []uint32 {
	if radius < 0 {
		return nil
	}
	masks := append(make([]uint32, 0, int(CountMasks(width, radius))), 0)
	for w := 1; w <= min(radius, int(width)); w++ {
		// The next larger number with the same number of ones (Gosper, HAKMEM 175).
		for m := uint64(1)<<w - 1; m < 1<<width; {
			masks = append(masks, uint32(m))
			low := m & -m
			carried := m + low
			m = carried | (m^carried)>>(2+bits.TrailingZeros64(low))
		}
	}
	return masks
}
