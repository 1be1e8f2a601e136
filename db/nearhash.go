package db

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"

	"alike/db/hamming"
	"alike/db/inorder"
	"alike/db/store"
)

// NearHashes returns the contents whose simhash differs from h in at most distance
// bits, orphaned ones included, each once, in no order. For a document too short to
// judge it returns the short documents with the same hash.
//
// Cost: it reads the buckets within the radii, or all hashes if that is less. The first
// read of a block of 512 hashes computes its checksum.
func (ix *Index) NearHashes(ctx context.Context, h hamming.Document, distance int) ([]hamming.Match, error) {
	if err := hamming.CheckDistance(distance); err != nil {
		return nil, err
	}
	if ix.root.Simhash == nil || h.NoDocument {
		return nil, nil
	}
	s := &nearSearch{ix: ix, hash: h, distance: distance, blocks: hamming.Blocks(ix.root.Simhash.Blocks)}
	if h.Short {
		s.distance = 0
	}
	s.radii = hamming.Radii(s.distance, len(s.blocks))
	for _, seg := range ix.segments {
		if err := s.segment(ctx, seg); err != nil {
			return nil, err
		}
	}
	return s.matches, nil
}

// nearSearch is one search for the hashes near a hash.
type nearSearch struct {
	ix       *Index
	hash     hamming.Document
	distance int
	blocks   []hamming.Block
	radii    []int
	matches  []hamming.Match
}

// bucketRead is a part of a block to look at: the rows from one rotated hash to
// another.
type bucketRead struct {
	t           *placedTable
	block       int
	first, last uint64
	// number is the number of the table, or -1 if the table is searched in place of all.
	number int
}

// readsInPiece is how many parts a goroutine reads at a time, in a tenth of a
// millisecond. Smaller pieces do not pay off.
const readsInPiece = 256

// readsInTurn is how many parts a goroutine reads in turns: their first hashes mostly come from
// memory, and the processor waits for several at a time.
const readsInTurn = 16

// segment searches the tables of one segment.
func (s *nearSearch) segment(ctx context.Context, seg *segment) error {
	v, err := s.ix.st.Acquire()
	if err != nil {
		return err
	}
	defer s.ix.st.Release(v)
	reads, err := s.reads(v, seg)
	if err != nil {
		return err
	}
	pieces := slices.Collect(slices.Chunk(reads, readsInPiece))
	found := make([][]bucketEntry, runtime.GOMAXPROCS(0))
	return inorder.Do(len(pieces), len(found), func(worker, piece int) (func() error, error) {
		matches, err := s.search(v, pieces[piece], &found[worker])
		return func() error {
			s.matches = append(s.matches, matches...)
			return ctx.Err()
		}, err
	})
}

// search searches some parts of blocks. found is its buffer.
func (s *nearSearch) search(v *store.View, reads []bucketRead, found *[]bucketEntry) (matches []hamming.Match, err error) {
	defer v.Faulted(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	var parts [readsInTurn]struct {
		data  bucketData
		guess int
		at    uint64 // the hash there
	}
	for turn := range slices.Chunk(reads, len(parts)) {
		for i, r := range turn {
			p := &parts[i]
			b := r.t.t.blocks[r.block]
			data, err := r.t.block(r.block)
			if err == nil {
				p.data, err = readBucket(b.rows, data)
			}
			if err != nil {
				return nil, r.t.t.readable(r.block, err)
			}
			p.guess = p.data.guess(r.first, b.first.id, r.t.t.end(r.block))
			p.at = p.data.rotated(p.guess)
		}
		for i, r := range turn {
			p := &parts[i]
			if p.at < r.first {
				p.guess++
			}
			h := s.blocks[max(r.number, 0)].Rotated(s.hash.Hash)
			*found = p.data.near((*found)[:0], p.data.from(p.guess, r.first), r.last, h, s.distance)
			matches = s.keep(matches, *found, r.number)
		}
	}
	return matches, nil
}

// keep appends the entries that match. An entry outside the radius of this table, or
// inside the radius of an earlier one, belongs to another table.
func (s *nearSearch) keep(matches []hamming.Match, found []bucketEntry, number int) []hamming.Match {
	h := s.hash
	for _, e := range found {
		differ := s.blocks[max(number, 0)].Hash(e.rotated) ^ h.Hash
		own := number < 0 || hamming.FoundBefore(differ, s.blocks[number:number+1], s.radii[number:]) &&
			!hamming.FoundBefore(differ, s.blocks[:number], s.radii)
		if own && e.short == h.Short {
			matches = append(matches, hamming.Match{Document: uint32(e.content), Distance: bits.OnesCount64(differ)})
		}
	}
	return matches
}

// reads returns the parts of a segment to read: the buckets within the radii, or the
// whole first table if the buckets take as many parts as it has blocks.
func (s *nearSearch) reads(v *store.View, seg *segment) (reads []bucketRead, err error) {
	upper, err := seg.table(kindBuckets).placed(v)
	if err != nil {
		return nil, err
	}
	all := len(upper.t.blocks)
	for i := 0; i < len(s.blocks) && len(reads) < all; i++ {
		t := upper
		if i > 0 {
			if t, err = seg.table(kindBuckets + byte(i)).placed(v); err != nil {
				return nil, err
			}
		}
		reads = s.buckets(reads, &t, i, all)
	}
	if len(reads) >= all {
		reads = reads[:0]
		for block := range all {
			reads = append(reads, bucketRead{&upper, block, 0, math.MaxUint64, -1})
		}
	}
	return reads, nil
}

// moreBits is how many more bits identify a bucket than it takes to number the blocks: it then
// has a dozen hashes. With two fewer, a search of a million hashes takes a fifth longer.
const moreBits = 5

// buckets appends the parts of a table that hold the buckets within the radius, in
// order. If there are more than enough parts, it may append any.
func (s *nearSearch) buckets(reads []bucketRead, t *placedTable, number, enough int) []bucketRead {
	radius, blocks := s.radii[number], t.t.blocks
	if radius < 0 {
		return reads
	}
	b := s.blocks[number]
	b.Width = min(b.Width, hamming.WidestBucket, uint(bits.Len(uint(len(blocks)))+moreBits))
	if hamming.CountMasks(b.Width, radius) > float64(enough)*hashesInBlock {
		return append(reads, make([]bucketRead, enough)...)
	}
	buckets := hamming.Masks(b.Width, radius)
	for i, m := range buckets {
		buckets[i] = m ^ uint32(b.Value(s.hash.Hash))
	}
	slices.Sort(buckets)
	block := 0
	for i := 0; i < len(buckets) && len(reads) < enough; i++ {
		first := uint64(buckets[i]) << (hamming.Bits - b.Width)
		for i+1 < len(buckets) && buckets[i+1] == buckets[i]+1 {
			i++ // adjacent
		}
		last := uint64(buckets[i])<<(hamming.Bits-b.Width) | (1<<(hamming.Bits-b.Width) - 1)
		// Start at the last block that begins before the bucket.
		block += max(0, countBefore(blocks[block:], first)-1)
		for at := block; at < len(blocks) && blocks[at].first.id <= last; at++ {
			reads = append(reads, bucketRead{t, at, first, last, number})
		}
	}
	return reads
}

// end returns the first number of the next block.
func (t *table) end(block int) uint64 {
	if block++; block < len(t.blocks) {
		return t.blocks[block].first.id
	}
	return math.MaxUint64
}
