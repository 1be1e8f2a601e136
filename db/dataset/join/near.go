package join

import (
	"fmt"
	"math/bits"
)

// A block is 16 of the 64 bits of a simhash.
type block struct{ Number, Shift, Radius int }

// blockBits is the number of bits of each of the four blocks. Three wider ones would find the
// pairs of ten million simhashes as fast, and those of fewer up to four times more slowly.
const blockBits = 16

// blocksOf returns the blocks that find simhashes within a distance. Their radii, each plus
// one, add up to the distance plus one. A block whose radius would be -1 is left out.
func blocksOf(distance int) []block {
	const count = 64 / blockBits
	var blocks []block
	for i := range count {
		radius := (distance+1+count-1-i)/count - 1
		if radius >= 0 {
			blocks = append(blocks, block{i, 64 - (i+1)*blockBits, radius})
		}
	}
	return blocks
}

// comparedBy returns how many others the blocks compare each simhash of a million with, if the
// simhashes are spread evenly.
func comparedBy(blocks []block) int {
	values := 0
	for _, b := range blocks {
		for v := range 1 << blockBits {
			if bits.OnesCount(uint(v)) <= b.Radius {
				values++
			}
		}
	}
	return values * 1_000_000 >> blockBits / 2
}

// fits returns the condition that the sizes of two files satisfy SizeWithin, the smaller one
// first.
func fits(o *Options, less, more string) string {
	return fmt.Sprintf("CAST(%[2]s - %[1]s AS DOUBLE) <= %[3]s * CAST(%[2]s AS DOUBLE)", less, more, double(*o.SizeWithin))
}
