package hamming

import (
	"math"
	"slices"
)

// pairPlan says how all pairs are looked for: in tables by these blocks. They need
// not be those that single hashes are looked up by: with ten million hashes three
// blocks of 21 bits take a quarter of the time of four of 16 at distance 6.
type pairPlan struct {
	distance int
	blocks   []Block
	radii    []int
}

// What a search costs, in nanoseconds of one core: to compare two hashes, to meet
// two buckets, to group a hash by a block. Measured by BenchmarkHashPairs; only
// their ratios matter.
const (
	comparingHashes = 0.7
	meetingBuckets  = 6
	groupingHash    = 25
)

// mostPlanned bounds the number of blocks that are considered: more have been no use
// at any distance up to 12.
const mostPlanned = 8

// planPairs returns the way that is cheapest by a sample of the hashes: those of
// real documents are not spread evenly.
func planPairs(hashes []uint64, distance int) *pairPlan {
	sample := sampleHashes(hashes)
	best := math.Inf(1)
	var plan *pairPlan
	for count := 1; count <= mostPlanned; count++ {
		blocks, radii := Blocks(count), Radii(distance, count)
		costs := make([]float64, WidestBucket+1) // by width
		for i, b := range blocks {
			if radii[i] < 0 {
				continue
			}
			met := meetings(sample, b)
			for width := range costs {
				w := min(width, len(met)-1)
				costs[width] += tableCost(float64(len(hashes)), uint(w), radii[i], met[w])
			}
		}
		for width, c := range costs {
			if c < best {
				best, plan = c, newPairPlan(distance, count, uint(width))
			}
		}
	}
	return plan
}

// newPairPlan cuts hashes into blocks, of which it uses so many bits.
func newPairPlan(distance, count int, width uint) *pairPlan {
	p := &pairPlan{distance: distance, blocks: Blocks(count), radii: Radii(distance, count)}
	for i := range p.blocks {
		p.blocks[i].Width = min(p.blocks[i].Width, width)
	}
	return p
}

// tableCost is what a table of n hashes costs that has so many bits and radius, if
// two hashes are in the same bucket with the given chance. In two buckets that
// differ they are at most as often, for any difference.
func tableCost(n float64, width uint, radius int, chance float64) float64 {
	masks := CountMasks(width, radius) / 2
	return groupingHash*n + masks*(meetingBuckets*math.Exp2(float64(width))+comparingHashes*n*n*chance)
}

// mostSampled is how many hashes a plan looks at, of fewer it looks at a part.
const mostSampled = 16 << 10

func sampleHashes(hashes []uint64) []uint64 {
	n := min(len(hashes)/16, mostSampled)
	sample := make([]uint64, n)
	for i := range sample {
		sample[i] = hashes[i*len(hashes)/n]
	}
	return sample
}

// meetings estimates the chance that two hashes agree in the upper bits of a block,
// by how many bits that are, up to all that count. It is never less than if they
// were spread evenly.
func meetings(sample []uint64, b Block) []float64 {
	b.Width = min(b.Width, WidestBucket)
	values := make([]uint32, len(sample))
	for i, h := range sample {
		values[i] = uint32(b.Value(h))
	}
	slices.Sort(values)
	chances := make([]float64, b.Width+1)
	all := float64(len(values)) * float64(len(values)-1)
	for width := range chances {
		drop := b.Width - uint(width)
		pairs, run := 0.0, 0.0
		for i, v := range values {
			if i == 0 || v>>drop != values[i-1]>>drop {
				run = 0
			}
			pairs += 2 * run
			run++
		}
		chances[width] = math.Exp2(-float64(width))
		if all > 0 {
			chances[width] = max(chances[width], pairs/all)
		}
	}
	return chances
}
