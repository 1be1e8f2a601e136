package hamming

import (
	"math"
	"slices"
)

// pairPlan is a plan to find all pairs with one table for each block. Lookups of single
// hashes may use other blocks: for ten million hashes at distance 6, three blocks of 21
// bits take a quarter of the time of four of 16.
type pairPlan struct {
	distance int
	blocks   []Block
	radii    []int
}

// Costs of a search in nanoseconds of one core: comparing two hashes, meeting two
// buckets, grouping a hash by a block. Measured by BenchmarkHashPairs; only their ratios
// matter.
const (
	compareCost = 0.7
	meetCost    = 6
	groupCost   = 25
)

// maxPlanned bounds the number of blocks considered. More did not help at any distance up
// to 12.
const maxPlanned = 8

// planPairs returns the cheapest plan. It estimates costs from a sample, because the
// hashes of real documents are not spread evenly.
func planPairs(hashes []uint64, distance int) *pairPlan {
	sample := sampleHashes(hashes)
	best := math.Inf(1)
	var plan *pairPlan
	for count := 1; count <= maxPlanned; count++ {
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

// newPairPlan cuts hashes into count blocks and uses up to width bits of each.
func newPairPlan(distance, count int, width uint) *pairPlan {
	p := &pairPlan{distance: distance, blocks: Blocks(count), radii: Radii(distance, count)}
	for i := range p.blocks {
		p.blocks[i].Width = min(p.blocks[i].Width, width)
	}
	return p
}

// tableCost estimates the cost of a table of n hashes with the given width and radius.
// chance is the probability that two hashes share a bucket. It bounds the probability
// that they are in two buckets that differ by a given mask.
func tableCost(n float64, width uint, radius int, chance float64) float64 {
	masks := CountMasks(width, radius) / 2
	return groupCost*n + masks*(meetCost*math.Exp2(float64(width))+compareCost*n*n*chance)
}

// maxSampled is the largest sample of hashes that a plan is based on.
const maxSampled = 16 << 10

func sampleHashes(hashes []uint64) []uint64 {
	n := min(len(hashes)/16, maxSampled)
	sample := make([]uint64, n)
	for i := range sample {
		sample[i] = hashes[i*len(hashes)/n]
	}
	return sample
}

// meetings estimates the probability that two hashes agree in the upper bits of a block,
// by the number of these bits. It never returns less than for an even spread.
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
