package db

import (
	"cmp"
	"context"
	"math/bits"
	"runtime"
	"runtime/debug"
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
	matches []HashMatch
}

// bucketRead is a block of a table that is to be looked at.
type bucketRead struct {
	t     *bucketTable
	block int
	// number of the table; -1 for one that stands for all.
	number int
}

// readsInPiece is how many blocks a goroutine reads at a time: a tenth of a
// millisecond. Fewer are no work for two.
const readsInPiece = 256

// segment looks into the tables of one segment.
func (s *nearSearch) segment(ctx context.Context, seg *segment) error {
	v, err := s.ix.st.acquire()
	if err != nil {
		return err
	}
	defer s.ix.st.release(v)
	reads, err := s.reads(v, seg)
	if err != nil {
		return err
	}
	pieces := slices.Collect(slices.Chunk(reads, readsInPiece))
	found := make([][]bucketEntry, runtime.GOMAXPROCS(0))
	return inOrder(len(pieces), len(found), func(worker, piece int) (func() error, error) {
		matches, err := s.search(v, pieces[piece], &found[worker])
		return func() error {
			s.matches = append(s.matches, matches...)
			return ctx.Err()
		}, err
	})
}

// search looks into some blocks. Into found it puts what each holds.
func (s *nearSearch) search(v *view, reads []bucketRead, found *[]bucketEntry) (matches []HashMatch, err error) {
	defer v.faulted(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	touched := 0
	for _, r := range reads {
		data, err := r.t.block(r.block)
		if err != nil {
			return nil, err
		}
		*found = data.near((*found)[:0], s.blocks[max(r.number, 0)].rotated(s.q.Hash.Hash), s.q.Distance)
		matches = s.keep(matches, *found, r.number)
		touched += 8 * data.n
	}
	s.ix.st.countRead(touched)
	return matches, nil
}

// keep appends the entries that match. With several tables, what lies outside of
// the radius in this one or within it in one before is left to those.
func (s *nearSearch) keep(matches []HashMatch, found []bucketEntry, number int) []HashMatch {
	h := s.q.Hash
	for _, e := range found {
		differ := s.blocks[max(number, 0)].hash(e.rotated) ^ h.Hash
		own := number < 0 || foundBefore(differ, s.blocks[number:number+1], s.radii[number:]) &&
			!foundBefore(differ, s.blocks[:number], s.radii)
		if own && e.short == h.Short {
			matches = append(matches, HashMatch{uint32(e.content), bits.OnesCount64(differ)})
		}
	}
	return matches
}

// reads returns the blocks of a segment that are to be read: those of the buckets
// within the radii, or all of the table by the upper bits where they are fewer.
func (s *nearSearch) reads(v *view, seg *segment) ([]bucketRead, error) {
	upper, err := seg.table(kindBuckets).inPlace(v)
	if err != nil {
		return nil, err
	}
	all := len(upper.t.blocks)
	var reads []bucketRead
	for i := range s.blocks {
		t := &upper
		if i > 0 {
			other, err := seg.table(kindBuckets + byte(i)).inPlace(v)
			if err != nil {
				return nil, err
			}
			t = &other
		}
		for _, block := range s.toRead(t.t, i, all-len(reads)) {
			reads = append(reads, bucketRead{t, block, i})
		}
		if len(reads) >= all {
			reads = reads[:0]
			for block := range all {
				reads = append(reads, bucketRead{&upper, block, -1})
			}
			break
		}
	}
	return reads, nil
}

// toRead returns which blocks of a table hold the buckets within the radius, in
// order. Where they are more than enough, or would take long to tell, it returns as
// many as are enough, whichever.
func (s *nearSearch) toRead(t *table, number, enough int) []int {
	radius := s.radii[number]
	if radius < 0 || enough == 0 {
		return nil
	}
	// A bucket is told by as many bits as there are blocks, or a few more.
	b := s.blocks[number]
	b.width = min(b.width, widestBucket, uint(bits.Len(uint(len(t.blocks)))+2))
	if countMasks(b.width, radius) > float64(enough)*hashesInBlock {
		return make([]int, enough)
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
	return reads
}
