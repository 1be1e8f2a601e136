// Package hamming finds simhashes within a Hamming distance of each other, by multi-index hashing.
package hamming

import (
	"fmt"
	"math"
	"math/bits"
)

// # How near hashes are found
//
// A simhash has 64 bits, cut into blocks. Two hashes that differ in at most k bits
// cannot differ in more than r bits of block i for all i, if the numbers r+1 add
// up to k+1: that would be more than k bits. So each table, which groups the hashes
// by one of the blocks, is probed at the values within its own radius, and nothing
// is missed (multi-index hashing: Norouzi, Punjani and Fleet 2012; for equal blocks
// Manku, Jain and Das Sarma 2007). It holds as well for blocks that do not cover all
// bits, so that few hashes are kept in few buckets: a table uses the upper bits of
// its block only.
//
// What two hashes have in common is found in several tables. It counts in the
// first that finds it, which the two hashes alone decide.

// MaxBlocks is the largest number of blocks that simhashes are cut into, and
// DefaultBlocks what they are cut into unless somebody says otherwise: blocks of 16
// bits. Five are the layout of older systems, which find what differs in at most
// four bits by one equal block.
const (
	DefaultBlocks = 4
	MaxBlocks     = 16
)

const Bits = 64

// Block is a block of the bits of a hash: so many bits, below so many others.
type Block struct{ Above, Width uint }

// Value returns the bits of the block.
func (b Block) Value(h uint64) uint64 { return h << b.Above >> (Bits - b.Width) }

// Rotated returns a hash with the bits of the block first; Hash undoes that.
func (b Block) Rotated(h uint64) uint64 { return bits.RotateLeft64(h, int(b.Above)) }
func (b Block) Hash(r uint64) uint64    { return bits.RotateLeft64(r, -int(b.Above)) }

// Blocks cuts a hash into n blocks, from the upper bits on.
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

// CheckBlocks says whether hashes can be cut into so many blocks.
func CheckBlocks(n int) error {
	if n < 1 || n > MaxBlocks {
		return fmt.Errorf("a hash is cut into 1 to %d blocks, not %d", MaxBlocks, n)
	}
	return nil
}

// CheckDistance says whether two hashes can have such a distance.
func CheckDistance(d int) error {
	if d < 0 || d > Bits {
		return fmt.Errorf("a distance of %d: hashes differ in 0 to %d bits", d, Bits)
	}
	return nil
}

// Radii spreads a distance over n blocks as evenly as can be. A radius of -1
// is a block that need not be looked at.
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

// FoundBefore reports whether hashes that differ in these bits are found in one of
// the tables already.
func FoundBefore(differ uint64, blocks []Block, radii []int) bool {
	for i, b := range blocks {
		if bits.OnesCount64(b.Value(differ)) <= radii[i] {
			return true
		}
	}
	return false
}

// CountMasks returns how many numbers of so many bits have at most radius ones.
func CountMasks(width uint, radius int) float64 {
	n, term := 0.0, 1.0
	for w := 0; w <= min(radius, int(width)); w++ {
		n += term
		term *= float64(int(width)-w) / float64(w+1)
	}
	return math.Round(n)
}

// Masks returns the numbers of so many bits, fewer than 32, that have at most
// radius ones, those with fewer ones first.
func Masks(width uint, radius int) []uint32 {
	if radius < 0 {
		return nil
	}
	masks := append(make([]uint32, 0, int(CountMasks(width, radius))), 0)
	for w := 1; w <= min(radius, int(width)); w++ {
		// The next larger number with as many ones (Gosper, HAKMEM 175).
		for m := uint64(1)<<w - 1; m < 1<<width; {
			masks = append(masks, uint32(m))
			low := m & -m
			carried := m + low
			m = carried | (m^carried)>>(2+bits.TrailingZeros64(low))
		}
	}
	return masks
}
