package db

import (
	"math"
	"runtime/debug"
	"slices"

	"alike/fingerprint"
)

// FingerprintRange is a half-open range of fingerprints.
type FingerprintRange struct{ from, to fingerprint.Fingerprint }

// blocksInRange is how many blocks of postings make up a range: few enough that they stay
// in a goroutine's caches. With many segments a range has more, because a block at either
// end is decoded for two ranges.
const (
	blocksInRange       = 64
	blocksOfSegment     = 8
	endOfFingerprints   = fingerprint.Fingerprint(math.MaxUint64)
	firstOfFingerprints = fingerprint.Fingerprint(0)
)

// postingRanges cuts the fingerprints into ranges with about the same number of postings
// each. All postings of one fingerprint are in one range.
func postingRanges(segments []*segment) ([]FingerprintRange, error) {
	var firsts []fingerprint.Fingerprint // first fingerprint of each block
	for _, s := range segments {
		t := s.table(kindPostings)
		if err := t.load(); err != nil {
			return nil, err
		}
		for _, b := range t.blocks {
			firsts = append(firsts, fingerprint.Fingerprint(b.first.id))
		}
	}
	slices.Sort(firsts)
	var ranges []FingerprintRange
	from := firstOfFingerprints
	step := max(blocksInRange, blocksOfSegment*len(segments))
	for i := step; i < len(firsts); i += step {
		if firsts[i] > from {
			ranges = append(ranges, FingerprintRange{from, firsts[i]})
			from = firsts[i]
		}
	}
	return append(ranges, FingerprintRange{from, endOfFingerprints}), nil
}

// PostingRanges cuts the fingerprints of the index into ranges for a RangeReader.
func (ix *Index) PostingRanges() ([]FingerprintRange, error) { return postingRanges(ix.segments) }

// Postings returns the number of stored postings, orphaned contents included.
func (ix *Index) Postings() int64 { return ix.root.rows(kindPostings) }

// RangeReader reads postings range by range. It is for one goroutine.
type RangeReader struct {
	segments       []*segment
	passage        passage
	merged, spare  []Posting
	ends, nextEnds []int // of the sorted runs in merged
}

// NewRangeReader returns a reader of the index as it is now.
func (ix *Index) NewRangeReader() *RangeReader { return &RangeReader{segments: ix.segments} }

// Read returns the postings of a range by fingerprint and then by content. They are
// valid until the next call.
func (r *RangeReader) Read(in FingerprintRange) ([]Posting, error) {
	r.merged, r.ends = r.merged[:0], r.ends[:0]
	if len(r.segments) == 0 {
		return nil, nil
	}
	leave, err := r.passage.enter(r.segments[0].st)
	if err != nil {
		return nil, err
	}
	defer leave()
	for _, s := range r.segments {
		if err := r.readTable(s.table(kindPostings), in); err != nil {
			return nil, err
		}
		if n := len(r.merged); n > 0 && (len(r.ends) == 0 || n > r.ends[len(r.ends)-1]) {
			r.ends = append(r.ends, n)
		}
	}
	for len(r.ends) > 1 {
		r.mergeNeighbours()
	}
	return r.merged, nil
}

func (r *RangeReader) readTable(t *table, in FingerprintRange) (err error) {
	defer r.passage.passed.View.Faulted(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	block, err := t.find(rowKey{uint64(in.from), 0})
	if err != nil {
		return err
	}
	for block = max(block, 0); block < len(t.blocks); block++ {
		if fingerprint.Fingerprint(t.blocks[block].first.id) >= in.to {
			break
		}
		have := len(r.merged)
		data, err := r.passage.inPlace(t, block)
		if err == nil {
			r.merged, err = decodeBlock(r.merged, t.blocks[block], data)
		}
		if err != nil {
			return t.readable(block, err)
		}
		last := r.merged[len(r.merged)-1]
		if next := block + 1; next < len(t.blocks) && !(rowKey{uint64(last.Fingerprint), uint32(last.Content)}).less(t.blocks[next].first) {
			return t.damage("block %d of %d is not in order", next, len(t.blocks))
		}
		r.merged = cut(r.merged, have, in)
	}
	return nil
}

// cut drops the postings outside the range from the sorted postings after the first n.
func cut(ps []Posting, n int, in FingerprintRange) []Posting {
	rest := ps[n:]
	if len(rest) > 0 && rest[len(rest)-1].Fingerprint >= in.to {
		rest = rest[:searchPostings(rest, in.to)]
		ps = ps[:n+len(rest)]
	}
	if len(rest) > 0 && rest[0].Fingerprint < in.from {
		ps = slices.Delete(ps, n, n+searchPostings(rest, in.from))
	}
	return ps
}

// searchPostings returns the index of the first posting with the fingerprint or a later
// one.
func searchPostings(ps []Posting, fp fingerprint.Fingerprint) int {
	i, _ := slices.BinarySearchFunc(ps, fp, func(p Posting, fp fingerprint.Fingerprint) int {
		if p.Fingerprint < fp {
			return -1
		}
		return 1
	})
	return i
}

// mergeNeighbours merges the runs in pairs. With 44 runs this took a fifth of the time of
// picking the smallest of all heads.
func (r *RangeReader) mergeNeighbours() {
	r.spare = slices.Grow(r.spare[:0], len(r.merged))[:len(r.merged)]
	r.nextEnds = r.nextEnds[:0]
	begin := 0
	for i := 0; i < len(r.ends); i += 2 {
		middle, end := r.ends[i], r.ends[min(i+1, len(r.ends)-1)]
		mergeSorted(r.spare[begin:end], r.merged[begin:middle], r.merged[middle:end])
		r.nextEnds = append(r.nextEnds, end)
		begin = end
	}
	r.merged, r.spare = r.spare, r.merged
	r.ends, r.nextEnds = r.nextEnds, r.ends
}

// mergeSorted merges two sorted runs into to, which is as long as both together.
func mergeSorted(to, a, b []Posting) {
	for len(a) > 0 && len(b) > 0 {
		if b[0].less(a[0]) {
			to[0], b = b[0], b[1:]
		} else {
			to[0], a = a[0], a[1:]
		}
		to = to[1:]
	}
	copy(to, a)
	copy(to[len(a):], b)
}
