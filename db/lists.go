package db

import (
	"encoding/binary"
	"math"
	"math/bits"
	"runtime/debug"
	"slices"

	"alike/db/store"
	"alike/fingerprint"
)

// PostingLists looks up single fingerprints in the postings. It reads blocks in place and
// decodes them only as far as the fingerprint. It keeps its position in each segment, so that
// fingerprints in ascending order decode each block that they fall in once. It is for one
// goroutine.
type PostingLists struct {
	ix       *Index
	segments []segmentLists
	view     *store.View // that the positions are in
	decoded  []Posting   // by the last step in a segment
	second   []ContentID // of the second of two blocks
}

// segmentLists looks up fingerprints in the postings of one segment.
type segmentLists struct {
	blocks  placedTable
	next    int                     // block to look at
	block   int                     // that decoder is in, -1 for none
	asked   fingerprint.Fingerprint // the last one looked up in the block
	decoder postingDecoder
}

// NewPostingLists returns the lists of the index as it is now.
func (ix *Index) NewPostingLists() *PostingLists {
	l := &PostingLists{ix: ix, segments: make([]segmentLists, len(ix.segments))}
	for i, s := range ix.segments {
		l.segments[i].blocks.t = s.table(kindPostings)
	}
	return l
}

// Segments returns how many places each fingerprint is looked up in.
func (l *PostingLists) Segments() int { return len(l.segments) }

// Append appends to ids the contents with a fingerprint, orphaned ones too, each once,
// in ascending order.
func (l *PostingLists) Append(ids []ContentID, fp fingerprint.Fingerprint) ([]ContentID, error) {
	ids, _, err := l.AppendEach(ids, nil, fp)
	return ids, err
}

// AppendEach does the same as Append for each of some fingerprints, best in ascending order, and
// appends the length of ids after each to ends.
func (l *PostingLists) AppendEach(ids []ContentID, ends []int, fps ...fingerprint.Fingerprint) (_ []ContentID, _ []int, err error) {
	v, err := l.ix.st.Acquire()
	if err != nil {
		return ids, ends, err
	}
	defer l.ix.st.Release(v)
	if v != l.view {
		if err := l.enter(v); err != nil {
			return ids, ends, err
		}
	}
	have := len(ids)
	ids, ends, err = l.appendEach(v, ids, ends, fps)
	if err != nil {
		l.view = nil
		return ids, ends, err
	}
	for _, id := range ids[have:] {
		if id >= l.ix.root.NextContent {
			return ids, ends, l.ix.Damaged("a posting names content %d, which does not exist", id)
		}
	}
	return ids, ends, nil
}

// enter makes the lists read a view.
func (l *PostingLists) enter(v *store.View) (err error) {
	l.view = v
	for i := range l.segments {
		s := &l.segments[i]
		s.block = -1
		if s.blocks, err = s.blocks.t.placed(v); err != nil {
			l.view = nil
			return err
		}
	}
	return nil
}

func (l *PostingLists) appendEach(v *store.View, ids []ContentID, ends []int, fps []fingerprint.Fingerprint) (_ []ContentID, _ []int, err error) {
	defer v.Faulted(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for _, fp := range fps {
		if err := l.seek(fp); err != nil {
			return ids, ends, err
		}
		for i := range l.segments {
			if ids, err = l.list(&l.segments[i], ids, fp); err != nil {
				return ids, ends, err
			}
		}
		ends = append(ends, len(ids))
	}
	return ids, ends, nil
}

// seek moves to the first block of each segment that may have a fingerprint, and in most of them
// to the fingerprint.
func (l *PostingLists) seek(fp fingerprint.Fingerprint) error {
	var behind *segmentLists
	for i := range l.segments {
		s := &l.segments[i]
		t := s.blocks.t
		block, err := t.find(rowKey{uint64(fp), 0})
		if err != nil {
			return err
		}
		s.next = max(block, 0)
		if block < 0 {
			continue
		}
		if block != s.block || fp <= s.asked {
			if err := s.enter(block); err != nil {
				return err
			}
		}
		if behind == nil {
			behind = s
			continue
		}
		if err := skipBoth(&behind.decoder, &s.decoder, fp); err != nil {
			behind.block, s.block = -1, -1
			return t.readable(block, err)
		}
		if !behind.decoder.skips(fp) {
			behind = s
		}
	}
	return nil
}

// list appends the contents that have a fingerprint in one segment, after seek.
func (l *PostingLists) list(s *segmentLists, ids []ContentID, fp fingerprint.Fingerprint) (_ []ContentID, err error) {
	blocks := s.blocks.t.blocks
	for block := s.next; block < len(blocks) && blocks[block].first.id <= uint64(fp); block++ {
		if block+2 < len(blocks) && blocks[block].first.id == uint64(fp) && blocks[block+2].first.id == uint64(fp) {
			if ids, err = l.listBoth(s, block, ids, fp); err != nil {
				return ids, err
			}
			block++
			continue
		}
		if block != s.block || fp <= s.asked {
			if err := s.enter(block); err != nil {
				return ids, err
			}
		}
		d := &s.decoder
		if s.asked = fp; d.started && d.last.Fingerprint == fp {
			ids = append(ids, d.last.Content) // the one beyond what was asked for before
		}
		if ids, err = l.rest(d, ids, fp); err != nil {
			s.block = -1
			return ids, s.blocks.t.readable(block, err)
		}
	}
	return ids, nil
}

// rest appends the contents that have a fingerprint in the rest of a block.
func (l *PostingLists) rest(d *postingDecoder, ids []ContentID, fp fingerprint.Fingerprint) (_ []ContentID, err error) {
	if l.decoded, err = d.upTo(l.decoded[:0], fp); err != nil {
		return ids, err
	}
	have := l.decoded
	if n := len(have); n > 0 && have[n-1].Fingerprint > fp {
		have = have[:n-1]
	}
	for _, p := range have[searchPostings(have, fp):] {
		ids = append(ids, p.Content)
	}
	return ids, nil
}

// listBoth appends the contents of a block and the next one, which have no other fingerprint.
func (l *PostingLists) listBoth(s *segmentLists, block int, ids []ContentID, fp fingerprint.Fingerprint) ([]ContentID, error) {
	if err := s.enter(block + 1); err != nil {
		return ids, err
	}
	b := s.decoder
	if err := s.enter(block); err != nil {
		return ids, err
	}
	a := s.decoder
	s.block = -1
	have := len(ids)
	ids = slices.Grow(ids, a.left)
	l.second = slices.Grow(l.second[:0], b.left)
	n := contentsOfBoth(ids[have:have+a.left], l.second[:b.left], &a, &b)
	ids, err := l.rest(&a, ids[:have+n], fp)
	if err != nil {
		return ids, s.blocks.t.readable(block, err)
	}
	ids, err = l.rest(&b, append(ids, l.second[:n]...), fp)
	return ids, s.blocks.t.readable(block+1, err)
}

// contentsOfBoth decodes the contents of two blocks that have not been read from yet, for as long as
// no fingerprint follows in either, and returns how many of each. Like skipBoth, it lets the
// processor wait for both at once.
func contentsOfBoth(toA, toB []ContentID, a, b *postingDecoder) (n int) {
	if a.k|b.k != 0 {
		return 0
	}
	dataA, posA, cA := a.bits, a.pos, a.c&63
	dataB, posB, cB := b.bits, b.pos, b.c&63
	lowA, lowB := uint64(1)<<cA-1, uint64(1)<<cB-1
	contentA, contentB := uint64(a.last.Content), uint64(b.last.Content)
	toA[0], toB[0] = a.last.Content, b.last.Content
	toB = toB[:min(len(toA), len(toB))]
	for n = 1; n < len(toB); n++ {
		i, j := posA>>3, posB>>3
		if i+8 > uint(len(dataA)) || j+8 > uint(len(dataB)) {
			break
		}
		wordA := binary.LittleEndian.Uint64(dataA[i:]) >> (posA & 7)
		wordB := binary.LittleEndian.Uint64(dataB[j:]) >> (posB & 7)
		qA, qB := uint(zerosBefore[uint8(wordA>>1)]), uint(zerosBefore[uint8(wordB>>1)])
		if qA|qB >= longQuotient {
			qA, qB = uint(bits.TrailingZeros64(wordA>>1)), uint(bits.TrailingZeros64(wordB>>1))
		}
		nextA := contentA + 1 + uint64(qA)<<cA + wordA>>((qA+2)&63)&lowA
		nextB := contentB + 1 + uint64(qB)<<cB + wordB>>((qB+2)&63)&lowB
		if wordA&wordB&1 == 0 || max(qA, qB) >= escapeAt || max(nextA, nextB) > math.MaxUint32 {
			break
		}
		contentA, contentB = nextA, nextB
		toA[n], toB[n] = ContentID(contentA), ContentID(contentB)
		posA, posB = posA+2+cA+qA, posB+2+cB+qB
	}
	a.pos, a.last.Content, a.started, a.left = posA, ContentID(contentA), true, a.left-n
	b.pos, b.last.Content, b.started, b.left = posB, ContentID(contentB), true, b.left-n
	return n
}

// enter begins a block.
func (s *segmentLists) enter(block int) error {
	s.block = -1
	t := s.blocks.t
	data, err := s.blocks.block(block)
	if err != nil {
		return err
	}
	if err = s.decoder.reset(t.blocks[block].first, data); err == nil && s.decoder.left != t.blocks[block].rows {
		err = errShort
	}
	if err != nil {
		return t.readable(block, err)
	}
	s.block, s.asked = block, 0
	return nil
}
