package db

import (
	"runtime/debug"

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
func (l *PostingLists) list(s *segmentLists, ids []ContentID, fp fingerprint.Fingerprint) ([]ContentID, error) {
	t := s.blocks.t
	for block := s.next; block < len(t.blocks) && t.blocks[block].first.id <= uint64(fp); block++ {
		if block != s.block || fp <= s.asked {
			if err := s.enter(block); err != nil {
				return ids, err
			}
		}
		d := &s.decoder
		if s.asked = fp; d.started && d.last.Fingerprint == fp {
			ids = append(ids, d.last.Content) // the one beyond what was asked for before
		}
		var err error
		if l.decoded, err = d.upTo(l.decoded[:0], fp); err != nil {
			s.block = -1
			return ids, t.readable(block, err)
		}
		have := l.decoded
		if n := len(have); n > 0 && have[n-1].Fingerprint > fp {
			have = have[:n-1]
		}
		for _, p := range have[searchPostings(have, fp):] {
			ids = append(ids, p.Content)
		}
	}
	return ids, nil
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
