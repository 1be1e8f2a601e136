package hamming

import (
	"math/bits"
	"slices"
)

func bitsApart(a, b uint64) int { return bits.OnesCount64(a ^ b) }

// queryShape is the key of a query plan.
type queryShape struct {
	blocks   int
	width    uint // of the widest table
	distance int
}

// queryPlan lists the buckets to search for one hash.
type queryPlan struct {
	radii  []int
	masks  [][]uint32
	blocks []Block
}

// openCost is the cost of opening a bucket, in comparisons of hashes: the bucket mostly
// comes from memory.
const openCost = 40

// planQuery returns the plan for tables of n hashes by these blocks, or nil if comparing
// with all hashes is cheaper.
func planQuery(blocks []Block, n, distance int) *queryPlan {
	p := &queryPlan{radii: Radii(distance, len(blocks)), blocks: blocks}
	cost := 0.0
	for i, b := range blocks {
		buckets := float64(uint64(1) << b.Width)
		cost += CountMasks(b.Width, p.radii[i]) * (openCost + float64(n)/buckets)
	}
	if cost > float64(n) {
		return nil
	}
	for i, b := range blocks {
		p.masks = append(p.masks, Masks(b.Width, p.radii[i]))
	}
	return p
}

// nearHashes appends the hashes that differ from h in at most distance bits, each once.
func (p *part) nearHashes(found []uint64, h uint64, distance int, plans map[queryShape]*queryPlan) []uint64 {
	if distance == 0 {
		if _, ok := p.find(h); ok {
			found = append(found, h)
		}
		return found
	}
	if len(p.tables) == 0 {
		return nearIn(found, p.Hashes, h, distance)
	}
	shape := queryShape{len(p.tables), p.tables[0].block.Width, distance}
	plan, ok := plans[shape]
	if !ok {
		var blocks []Block
		for _, t := range p.tables {
			blocks = append(blocks, t.block)
		}
		plan = planQuery(blocks, len(p.Hashes), distance)
		plans[shape] = plan
	}
	if plan == nil {
		return nearIn(found, p.Hashes, h, distance)
	}
	for i, t := range p.tables {
		from := len(found)
		found = t.near(found, h, distance, plan.masks[i])
		fresh := slices.DeleteFunc(found[from:], func(g uint64) bool {
			return FoundBefore(g^h, plan.blocks[:i], plan.radii)
		})
		found = found[:from+len(fresh)]
	}
	return found
}
