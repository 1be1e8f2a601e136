package hamming

import (
	"context"
	"errors"
	"math/bits"

	"alike/db/inorder"
)

// Pair is two distinct hashes, by their places in the runs, the smaller first.
type Pair struct {
	A, B     uint32
	Distance uint8
}

// manyPairs is how many pairs a goroutine keeps until it is their turn. More of
// one piece are found once more then, and not kept.
const manyPairs = 1 << 20

// rawPairs is how many hashes of pairs are kept before it is looked at who else
// finds them.
const rawPairs = 1 << 12

// errKeepsMany is more pairs than a goroutine keeps.
var errKeepsMany = errors.New("too many pairs to keep")

// hashesInChunk is how many hashes are compared with as many others before those
// have to come from memory again: 64 KiB.
const hashesInChunk = 8 << 10

// Pairs calls use for every pair of distinct hashes that differ in at most so many
// bits, each once, in an order that depends on the hashes alone. Memory: 8 bytes
// for each hash, beside the runs.
func (r *Runs) Pairs(ctx context.Context, distance, threads int, tell func(done, total int), use func(Pair) error) error {
	return r.pairsBy(ctx, planPairs(r.Hashes, distance), threads, tell, use)
}

func (r *Runs) pairsBy(ctx context.Context, p *pairPlan, threads int, tell func(done, total int), use func(Pair) error) error {
	for i, b := range p.blocks {
		if p.radii[i] < 0 {
			continue
		}
		t := r.table(b, threads)
		s := &bucketSearch{runs: r, plan: p, table: t, number: i}
		s.cut(len(r.Hashes))
		found := make([]pairBuffer, max(threads, 1))
		pieces := 1 << (b.Width - s.low)
		err := inorder.Do(pieces, len(found), func(worker, piece int) (func() error, error) {
			own := &found[worker]
			own.pairs = own.pairs[:0]
			err := s.piece(ctx, uint64(piece), own, func(hp Pair) error {
				if len(own.pairs) == manyPairs {
					return errKeepsMany
				}
				own.pairs = append(own.pairs, hp)
				return nil
			})
			again := err == errKeepsMany
			if again {
				err = nil
			}
			return func() error {
				tell(i*pieces+piece, len(p.blocks)*pieces)
				if again {
					return s.piece(ctx, uint64(piece), own, use)
				}
				for _, hp := range own.pairs {
					if err := use(hp); err != nil {
						return err
					}
				}
				return nil
			}, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// table returns the hashes by a block.
func (r *Runs) table(b Block, threads int) *table {
	if b.Above == 0 {
		return sortedTable(b, r.Hashes)
	}
	return newTable(b, r.Hashes, threads)
}

// pairBuffer is what one goroutine has found.
type pairBuffer struct {
	pairs []Pair
	raw   []uint64 // two hashes each, before it is looked at who else finds them
}

// bucketSearch looks for pairs in one table. A piece is the buckets that have the
// upper bits of their value in common. It meets the pieces whose upper bits differ
// by a mask, and in these each bucket the ones that differ by what is left of the
// radius, so that what is compared lies close together.
type bucketSearch struct {
	runs   *Runs
	plan   *pairPlan
	table  *table
	number int  // of the table
	low    uint // bits of a value that tell the buckets of a piece apart

	upper []uint32   // masks of the other bits
	lower [][]uint32 // masks of the low bits, by radius
}

// cut cuts the table into pieces.
func (s *bucketSearch) cut(n int) {
	width := s.table.block.Width
	high := min(width, uint(bits.Len(uint(n/hashesInChunk))))
	s.low = width - high
	radius := s.plan.radii[s.number]
	s.upper = Masks(high, radius)
	for r := range radius + 1 {
		s.lower = append(s.lower, Masks(s.low, r))
	}
}

func (s *bucketSearch) piece(ctx context.Context, a uint64, own *pairBuffer, use func(Pair) error) error {
	radius := s.plan.radii[s.number]
	for _, m := range s.upper {
		b := a ^ uint64(m)
		if b < a {
			continue // which meets this one
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		lower := s.lower[radius-bits.OnesCount32(m)]
		for v := a << s.low; v < (a+1)<<s.low; v++ {
			if err := s.meet(own, v, b<<s.low|v&(1<<s.low-1), lower, use); err != nil {
				return err
			}
		}
	}
	return nil
}

// meet compares the bucket of v with those whose values differ from w by a mask.
func (s *bucketSearch) meet(own *pairBuffer, v, w uint64, masks []uint32, use func(Pair) error) error {
	t, k := s.table, s.plan.distance
	bucket := t.bucket(v)
	if len(bucket) == 0 {
		return nil
	}
	found := own.raw[:0]
	for _, m := range masks {
		u := w ^ uint64(m)
		if u < v {
			continue // which meets this one
		}
		other := t.bucket(u)
		for i, h := range bucket {
			if u == v {
				other = bucket[:i]
			}
			for _, g := range other {
				if bits.OnesCount64(g^h) <= k {
					found = append(found, h, g)
				}
			}
			if len(found) >= rawPairs {
				if err := s.settle(found, use); err != nil {
					return err
				}
				found = found[:0]
			}
		}
	}
	own.raw = found
	return s.settle(found, use)
}

// settle hands on the pairs that no table before has found.
func (s *bucketSearch) settle(raw []uint64, use func(Pair) error) error {
	for i := 0; i < len(raw); i += 2 {
		x, y := min(raw[i], raw[i+1]), max(raw[i], raw[i+1])
		if FoundBefore(x^y, s.plan.blocks[:s.number], s.plan.radii) {
			continue
		}
		a, _ := s.runs.find(x)
		b, _ := s.runs.find(y)
		if err := use(Pair{uint32(a), uint32(b), uint8(bits.OnesCount64(x ^ y))}); err != nil {
			return err
		}
	}
	return nil
}
