package hamming

import (
	"context"
	"errors"
	"math/bits"

	"alike/db/inorder"
)

// Pair is two distinct hashes, given by their indexes in Runs.Hashes, the smaller first.
type Pair struct {
	A, B     uint32
	Distance uint8
}

// maxKeptPairs bounds the pairs that a goroutine holds until its piece is due. A piece
// with more is searched again then.
const maxKeptPairs = 1 << 20

// maxRawPairs is how many hashes are collected before useFirst drops the pairs that an
// earlier table finds.
const maxRawPairs = 1 << 12

var errTooManyPairs = errors.New("too many pairs to hold")

// maxPieceHashes is the largest number of hashes in a piece of a table: 64 KiB, which stay
// in the cache while others are compared with them.
const maxPieceHashes = 8 << 10

// Pairs calls use for every pair of distinct hashes that differ in at most distance bits,
// each once, in an order that depends on the hashes alone. It takes 8 bytes of memory for
// each hash besides the runs.
func (r *Runs) Pairs(ctx context.Context, distance, threads int, progress func(done, total int), use func(Pair) error) error {
	return r.pairsBy(ctx, planPairs(r.Hashes, distance), threads, progress, use)
}

func (r *Runs) pairsBy(ctx context.Context, p *pairPlan, threads int, progress func(done, total int), use func(Pair) error) error {
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
				if len(own.pairs) == maxKeptPairs {
					return errTooManyPairs
				}
				own.pairs = append(own.pairs, hp)
				return nil
			})
			again := err == errTooManyPairs
			if again {
				err = nil
			}
			return func() error {
				progress(i*pieces+piece, len(p.blocks)*pieces)
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

// table groups the hashes by a block.
func (r *Runs) table(b Block, threads int) *table {
	if b.Above == 0 {
		return sortedTable(b, r.Hashes)
	}
	return newTable(b, r.Hashes, threads)
}

// pairBuffer holds what one goroutine has found.
type pairBuffer struct {
	pairs []Pair
	raw   []uint64 // two hashes each; an earlier table may find them too
}

// bucketSearch finds the pairs in one table. A piece is the buckets whose values agree in
// the upper bits. A piece meets the pieces whose upper bits differ from its own by a
// mask, and there each bucket meets the buckets that differ by the rest of the radius, so
// compared hashes are close together in memory.
type bucketSearch struct {
	runs   *Runs
	plan   *pairPlan
	table  *table
	number int  // index of the table's block
	low    uint // number of low bits, which differ within a piece

	upper []uint32   // masks of the other bits
	lower [][]uint32 // masks of the low bits, by radius
}

func (s *bucketSearch) cut(n int) {
	width := s.table.block.Width
	high := min(width, uint(bits.Len(uint(n/maxPieceHashes))))
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
			continue // b meets a
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

// meet compares the bucket of v with the buckets whose values differ from w by a mask.
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
			continue // u meets v
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
			if len(found) >= maxRawPairs {
				if err := s.useFirst(found, use); err != nil {
					return err
				}
				found = found[:0]
			}
		}
	}
	own.raw = found
	return s.useFirst(found, use)
}

// useFirst calls use for the pairs that no earlier table finds.
func (s *bucketSearch) useFirst(raw []uint64, use func(Pair) error) error {
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
