package db

import (
	"context"
	"fmt"
	"slices"
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
	if n := int64(len(w.names.orphans)); n > 64 && n > w.root.Named/4 {
		return 0, true, nil
	}
	if w.root.manyTombstones() {
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

// merge makes one segment of those from the given one on.
func (w *Writer) merge(ctx context.Context, from int) error {
	old := w.ix.segments[from:]
	m := merger{ctx: ctx, old: old, drop: w.names.orphans, all: from == 0}
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
	next.Orphans = 0
	if meta.rows(kindOrphans) > 0 {
		next.Orphans = meta.ID
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
		delete(w.names.orphans, id)
	}
	if m.all {
		clear(w.names.orphans) // there is no content that these would be
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
		func() error { return m.orphans(dropped) },
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
