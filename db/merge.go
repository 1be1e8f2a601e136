package db

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"alike/db/inorder"
)

// maxSegments is how many segments an index keeps before it merges some: a
// lookup reads about one block in each.
const maxSegments = 8

// Merge joins segments where there are many, drops what no path names any more
// where that is much, and gives space back. Everything entered must have been
// committed. A scan calls it at its end; interrupted, it loses nothing.
func (w *Writer) Merge(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inodes = newInodes(w.root.Files > 0) // it may name contents that are dropped here
	for {
		from, ok, err := w.pickMerge()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := w.merge(ctx, from); err != nil {
			return fmt.Errorf("merging segments of the index in %s: %w", w.ix.dir, err)
		}
	}
	if w.ix.st.WantsCompaction() {
		return w.ix.st.Compact(ctx)
	}
	return nil
}

// MergeFrom joins the segments from the given one on, counted from 0, whatever Merge would
// choose. Everything entered must have been committed.
func (w *Writer) MergeFrom(ctx context.Context, from int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inodes = newInodes(w.root.Files > 0)
	return w.merge(ctx, from)
}

// pickMerge returns the first of the segments to be merged, all later ones
// being merged with it. A segment takes part when it is not larger than twice
// all later ones together, so that each posting is rewritten a number of times
// that grows with the logarithm of the index (after O'Neil et al., The
// Log-Structured Merge-Tree, 1996).
func (w *Writer) pickMerge() (from int, ok bool, err error) {
	segs := w.root.Segments
	if n := int64(len(w.names.unnamed)); n > 64 && n > w.root.Named/4 {
		return 0, true, nil
	}
	if w.root.muchForgotten() {
		return 0, true, nil
	}
	if too, err := w.ix.forgettable(); err != nil || too {
		return 0, too, err
	}
	if len(segs) <= maxSegments {
		return 0, false, nil
	}
	from = len(segs) - 2
	later := segs[len(segs)-1].bytes()
	for i := from; i >= 0; i-- {
		if segs[i].bytes() <= 2*later {
			from = i
		}
		later += segs[i].bytes()
	}
	return from, true, nil
}

// bytes returns the size of the segment's tables.
func (m *segmentMeta) bytes() int64 {
	var n int64
	for _, t := range m.Tables {
		n += t.Bytes
	}
	return n
}

// merge makes one segment of those from the given one on.
func (w *Writer) merge(ctx context.Context, from int) error {
	old := w.ix.segments[from:]
	m := merger{ctx: ctx, old: old, drop: w.names.unnamed, all: from == 0}
	if m.all {
		var err error
		if m.remember, err = w.ix.toRemember(); err != nil {
			return err
		}
		if m.numbers, err = w.ix.renumbering(m.drop); err != nil {
			return err
		}
	}
	first := old[0].firstContent
	if m.numbers != nil {
		first = 1
	}
	m.seg = newSegmentWriter(w.ix.st, w.root.NextSegment, first)
	next := w.root
	next.NextSegment++
	next.Format = FormatVersion
	next.Scans = slices.DeleteFunc(slices.Clone(next.Scans), func(s scanRecord) bool { return s.ID > 0 && s.ID+1 < m.remember })
	if err := m.numbers.root(&next); err != nil {
		return err
	}
	meta, dropped, err := m.run()
	if err != nil {
		return err
	}
	next.Segments = append(slices.Clone(w.root.Segments[:from]), meta)
	next.Unnamed = 0
	if meta.rows(kindUnnamed) > 0 {
		next.Unnamed = meta.ID
	}
	// What took part goes with the same commit that brings its successor.
	for _, s := range old {
		if err := s.drop(); err != nil {
			return err
		}
	}
	if err := w.replaceSegments(next, from, meta); err != nil {
		return err
	}
	for _, id := range dropped {
		delete(w.names.unnamed, id)
	}
	if m.all {
		clear(w.names.unnamed) // there is no content that these would be
	}
	w.sums, w.sumsLoaded = sumTable{}, false
	w.hashed = nil
	if m.numbers != nil {
		w.names.refs, w.stale, w.goneDirs = nil, nil, nil
		return w.tree.init(w.ix)
	}
	return nil
}

// replaceSegments commits a merge of the segments from the given one on.
func (w *Writer) replaceSegments(next root, from int, meta segmentMeta) error {
	// Who reads a record meanwhile must not look for it where it was.
	w.ix.merging.Lock()
	defer w.ix.merging.Unlock()
	if err := w.ix.commitRoot(next); err != nil {
		return err
	}
	w.root = next
	w.ix.segments = append(slices.Clone(w.ix.segments[:from]), openSegment(w.ix.st, meta))
	w.ix.showRecords()
	return nil
}

// merger is one merge of adjacent segments into a new one.
type merger struct {
	ctx  context.Context
	old  []*segment
	seg  *segmentWriter
	drop map[ContentID]struct{} // contents to be left out
	all  bool                   // nothing older is left beneath

	remember ScanID     // the first scan of which it is kept what was gone
	numbers  *numbering // nil: as they are
}

func (m *merger) run() (meta segmentMeta, dropped []ContentID, err error) {
	for _, step := range []func() error{
		func() (err error) { dropped, err = m.contents(); return err },
		m.forward, m.postings, m.places, m.dirs, m.gone, m.hashes, m.buckets, m.records,
		func() error { return m.unnamed(dropped) },
	} {
		if err := step(); err != nil {
			return meta, nil, err
		}
	}
	meta, err = m.seg.finish()
	return meta, dropped, err
}

func (m *merger) dropped(id uint64) bool {
	_, ok := m.drop[ContentID(id)]
	return ok
}

// numbered returns the key of a content's row with its new number.
func (m *merger) numbered(key rowKey) (rowKey, error) {
	id, err := m.numbers.content(ContentID(key.id))
	key.id = uint64(id)
	return key, err
}

func (m *merger) contents() (dropped []ContentID, err error) {
	for _, s := range m.old {
		err := s.table(kindContents).each(func(key rowKey, payload []byte) error {
			if m.dropped(key.id) {
				dropped = append(dropped, ContentID(key.id))
				return nil
			}
			key, err := m.numbered(key)
			if err != nil {
				return err
			}
			return m.seg.contents.add(key, payload)
		})
		if err != nil {
			return nil, err
		}
	}
	return dropped, nil
}

func (m *merger) forward() error {
	for _, s := range m.old {
		err := s.table(kindForward).each(func(key rowKey, payload []byte) error {
			if m.dropped(key.id) {
				return m.ctx.Err()
			}
			key, err := m.numbered(key)
			if err != nil {
				return err
			}
			return m.seg.forward.add(key, payload)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) postings() error {
	ranges, err := postingRanges(m.old)
	if err != nil {
		return err
	}
	readers := make([]postingEncoder, runtime.GOMAXPROCS(0))
	return inorder.Do(len(ranges), len(readers), func(worker, piece int) (func() error, error) {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		e := &readers[worker]
		e.reader.segments = m.old
		ps, err := e.reader.Read(ranges[piece])
		if err != nil {
			return nil, err
		}
		if len(m.drop) > 0 {
			ps = slices.DeleteFunc(ps, func(p Posting) bool { return m.dropped(uint64(p.Content)) })
		}
		if m.numbers != nil {
			for i := range ps {
				if ps[i].Content, err = m.numbers.content(ps[i].Content); err != nil {
					return nil, err
				}
			}
		}
		e.encode(ps)
		return func() error { return e.put(m.seg.postings.t) }, nil
	})
}

// postingEncoder makes blocks of the postings of a range, which go to the table
// when it is the range's turn.
type postingEncoder struct {
	reader RangeReader
	blocks []blockInfo
	ends   []int // of the blocks in data
	data   []byte
}

func (e *postingEncoder) encode(ps []Posting) {
	e.blocks, e.ends, e.data = e.blocks[:0], e.ends[:0], e.data[:0]
	for part := range slices.Chunk(ps, postingsInBlock) {
		e.data = encodePostings(e.data, part)
		e.blocks = append(e.blocks, blockInfo{rowKey{uint64(part[0].Fingerprint), uint32(part[0].Content)}, len(part)})
		e.ends = append(e.ends, len(e.data))
	}
}

func (e *postingEncoder) put(t *tableWriter) error {
	begin := 0
	for i, b := range e.blocks {
		if err := t.block(b.first, b.rows, e.data[begin:e.ends[i]]); err != nil {
			return err
		}
		begin = e.ends[i]
	}
	return nil
}

func (m *merger) places() error {
	// A place takes eight bytes here and there is about one for each file.
	var all []place
	for _, s := range m.old {
		err := s.table(kindPlaces).eachPlace(func(p place) error {
			if !m.dropped(uint64(p.content)) && m.numbers.keeps(p) {
				p, err := m.numbers.place(p)
				if err != nil {
					return err
				}
				all = append(all, p)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	slices.SortFunc(all, comparePlaces)
	for _, p := range slices.Compact(all) {
		if err := m.seg.places.add(p); err != nil {
			return err
		}
	}
	return nil
}

// cursors returns those of the segments that have rows of a kind, at their first
// ones, the oldest segment first.
func (m *merger) cursors(kind byte) (cursors []*rowCursor, err error) {
	for _, s := range m.old {
		c := &rowCursor{t: s.table(kind)}
		if err := c.next(); err != nil {
			return nil, err
		}
		if !c.done {
			cursors = append(cursors, c)
		}
	}
	return cursors, nil
}

// dirs keeps what the newest segment says of each directory.
func (m *merger) dirs() error {
	cursors, err := m.cursors(kindDirs)
	if err != nil {
		return err
	}
	slices.Reverse(cursors) // newest first
	for len(cursors) > 0 {
		best := 0
		for i, c := range cursors {
			if c.key.id < cursors[best].key.id {
				best = i
			}
		}
		id := cursors[best].key.id
		for i, c := range cursors {
			for !c.done && c.key.id == id {
				gone := len(c.payload) == 1
				if i == best && !(gone && m.all) {
					if err := m.directory(c.key, c.payload); err != nil {
						return err
					}
				}
				if err := c.next(); err != nil {
					return err
				}
			}
		}
		cursors = slices.DeleteFunc(cursors, func(c *rowCursor) bool { return c.done })
	}
	return nil
}

func (m *merger) directory(key rowKey, payload []byte) (err error) {
	if key.id, payload, err = m.numbers.directory(key.id, payload); err != nil {
		return err
	}
	return m.seg.dirs.add(key, payload)
}

// unnamed writes the list of what is left to be dropped: contents of older
// segments that take no part.
func (m *merger) unnamed(dropped []ContentID) error {
	if m.all {
		return nil
	}
	ids := make([]ContentID, 0, len(m.drop))
	for id := range m.drop {
		if _, ok := slices.BinarySearch(dropped, id); !ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		if err := m.seg.unnamed.add(place{content: id}); err != nil {
			return err
		}
	}
	return nil
}
