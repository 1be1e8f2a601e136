package db

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// NearQuery asks for the documents near one hash.
type NearQuery struct {
	Hash     DocumentHash
	Distance int
	// Except is a path that is not reported, for a query about an indexed file.
	Except string
}

// Near is a file whose simhash is near.
type Near struct {
	File     File
	Distance int
}

// Near calls use for every content whose simhash differs from the query's in at most
// so many bits, by distance and then by path. Of one too short to judge that are
// the contents with the same hash that are too short as well, and no others.
//
// Cost: the blocks of the buckets within the radii are read, some 3 µs each, or
// all hashes where that is less.
func (ix *Index) Near(ctx context.Context, q NearQuery, use func(Near) error) error {
	if err := checkDistance(q.Distance); err != nil {
		return err
	}
	found, err := ix.nearContents(ctx, q)
	if err != nil {
		return err
	}
	s := &querySearch{ix: ix, q: PairQuery{Except: q.Except}}
	dirs := map[DirID]string{}
	var all []Near
	for _, f := range found {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, ok, err := ix.content(ContentID(f.Document))
		if err == nil && !ok {
			err = ix.damage("a simhash is of content %d, which there is not", f.Document)
		}
		if err != nil {
			return err
		}
		var m Match
		if ok, err = s.name(&m, ContentID(f.Document), &row, dirs); err != nil {
			return err
		}
		if ok { // else no path names it
			all = append(all, Near{m.File, f.Distance})
		}
	}
	slices.SortFunc(all, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), strings.Compare(a.File.Path, b.File.Path))
	})
	for _, n := range all {
		if err := use(n); err != nil {
			return err
		}
	}
	return nil
}

// nearContents returns the contents whose simhash is near, each once, in no order.
func (ix *Index) nearContents(ctx context.Context, q NearQuery) ([]HashMatch, error) {
	if ix.root.Simhash == nil {
		return nil, nil
	}
	s := &nearSearch{ix: ix, q: q, blocks: hashBlocks(ix.root.Simhash.Blocks)}
	if q.Hash.Short {
		s.q.Distance = 0
	}
	s.radii = blockRadii(s.q.Distance, len(s.blocks))
	for _, seg := range ix.segments {
		if err := s.segment(ctx, seg); err != nil {
			return nil, err
		}
	}
	return s.matches, nil
}

// nearSearch is one search for what is near a hash.
type nearSearch struct {
	ix      *Index
	q       NearQuery
	blocks  []hashBlock
	radii   []int
	found   []bucketEntry
	matches []HashMatch
}

// segment looks into the tables of one segment.
func (s *nearSearch) segment(ctx context.Context, seg *segment) error {
	reads := make([][]int, len(s.blocks)) // blocks of each table
	n := 0
	upper := seg.table(kindBuckets)
	if err := upper.load(); err != nil {
		return err
	}
	all := len(upper.blocks)
	for i := range s.blocks {
		var err error
		if reads[i], err = s.toRead(seg.table(kindBuckets+byte(i)), i, all); err != nil {
			return err
		}
		n += len(reads[i])
	}
	if n >= all {
		// All hashes, in the order of the upper bits, by a single look at each.
		for block := range all {
			if err := s.read(ctx, upper, block, 0, false); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range s.blocks {
		for _, block := range reads[i] {
			if err := s.read(ctx, seg.table(kindBuckets+byte(i)), block, i, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// toRead returns which blocks of a table hold the buckets within the radius, in
// order; it gives up when these are at least as many as enough.
func (s *nearSearch) toRead(t *table, number, enough int) ([]int, error) {
	radius := s.radii[number]
	if radius < 0 || enough == 0 {
		return nil, nil
	}
	if err := t.load(); err != nil {
		return nil, err
	}
	// A bucket is told by as many bits as there are blocks, or a few more.
	b := s.blocks[number]
	b.width = min(b.width, widestBucket, uint(bits.Len(uint(len(t.blocks)))+2))
	if countMasks(b.width, radius) > float64(enough*hashesInBlock) {
		return make([]int, enough), nil
	}
	var reads []int
	seen := make([]uint64, len(t.blocks)/64+1)
	v := b.value(s.q.Hash.Hash)
	for _, m := range masksWithin(b.width, radius) {
		first := (v ^ uint64(m)) << (hashBits - b.width)
		last := first + (1<<(hashBits-b.width) - 1)
		// From the block before the first that begins within the bucket on.
		block := max(0, sort.Search(len(t.blocks), func(i int) bool { return t.blocks[i].first.id >= first })-1)
		for ; block < len(t.blocks) && t.blocks[block].first.id <= last; block++ {
			if seen[block/64]&(1<<(block%64)) == 0 {
				seen[block/64] |= 1 << (block % 64)
				reads = append(reads, block)
			}
		}
	}
	slices.Sort(reads)
	return reads, nil
}

// read looks at one block of a table. With several tables, what lies outside of
// the radius in this one or within it in one before is left to those.
func (s *nearSearch) read(ctx context.Context, t *table, block, number int, several bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b, h := s.blocks[number], s.q.Hash.Hash
	return t.bucket(block, func(data bucketData) error {
		s.found = data.near(s.found[:0], b.rotated(h), s.q.Distance)
		for _, e := range s.found {
			differ := b.hash(e.rotated) ^ h
			if e.short != s.q.Hash.Short ||
				several && (foundBefore(differ, s.blocks[:number], s.radii) || !foundBefore(differ, s.blocks[number:number+1], s.radii[number:])) {
				continue
			}
			s.matches = append(s.matches, HashMatch{uint32(e.content), bits.OnesCount64(differ)})
		}
		return nil
	})
}
