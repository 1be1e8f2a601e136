package db

import (
	"context"
	"fmt"
	"slices"

	"alike/fingerprint"
)

// maxSegments is how many segments an index may have before some are merged: a lookup
// reads about one block in each.
const maxSegments = 8

// Merge merges segments if there are many, drops orphaned contents if there are many, and
// compacts the store. Everything entered must have been committed. A scan calls it at its
// end. An interrupted merge loses nothing.
func (w *Writer) Merge(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inodes = inodes{had: w.root.Files > 0} // it may name contents that the merge drops
	if len(w.small) > 0 && len(w.ix.segments) > 0 {
		if err := w.merge(ctx, 0); err != nil {
			return fmt.Errorf("adding small windows to the index in %s: %w", w.ix.dir, err)
		}
	}
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

// MergeFrom merges the segment at index from with all later ones, even if Merge would not.
// Everything entered must have been committed.
func (w *Writer) MergeFrom(ctx context.Context, from int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inodes = inodes{had: w.root.Files > 0}
	if from >= len(w.ix.segments) {
		return nil
	}
	return w.merge(ctx, from)
}

// pickMerge returns the first segment to merge; all later ones are merged with it. A
// segment takes part if it is at most twice as large as all later ones together, so the
// number of times that a posting is rewritten grows with the logarithm of the index
// (after O'Neil et al., The Log-Structured Merge-Tree, 1996).
func (w *Writer) pickMerge() (from int, ok bool, err error) {
	segs := w.root.Segments
	if n := int64(w.names.orphans.len); n > 64 && n > w.root.Named/4 {
		return 0, true, nil
	}
	if w.root.manyTombstones() || w.root.sparse() && len(segs) > 0 {
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

// merge replaces the segment at index from and all later ones by one segment.
func (w *Writer) merge(ctx context.Context, from int) error {
	old := w.ix.segments[from:]
	m := merger{ctx: ctx, old: old, rule: w.ix.Params().Rule, small: w.small, longOnly: w.root.LongOnly, names: &w.names, drop: &w.names.orphans, all: from == 0}
	if !m.all {
		m.small = nil
	} else {
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
	if m.all && !m.lacksSmall {
		next.LongOnly = 0
	}
	next.Segments = append(slices.Clone(w.root.Segments[:from]), meta)
	next.Orphans = 0
	if meta.rows(kindOrphans) > 0 {
		next.Orphans = meta.ID
	}
	// The commit that adds the new segment also removes the old ones.
	for _, s := range old {
		if err := s.drop(); err != nil {
			return err
		}
	}
	if err := w.replaceSegments(next, from, meta); err != nil {
		return err
	}
	for _, id := range dropped {
		w.names.orphans.remove(id)
	}
	if m.all {
		w.names.orphans = countedSet[ContentID]{}
		w.small = nil
	}
	w.sums, w.sumsLoaded = sumTable{}, false
	w.hashed = nil
	if m.numbers != nil {
		w.names.refs, w.stale, w.replaced, w.goneDirs = nil, contentSet{}, m.numbers.kept(w.replaced), dirPaths{}
		w.tree.init(w.ix)
		return w.names.init(w.ix) // claimed contents have new numbers
	}
	return nil
}

// replaceSegments commits a merge of the segment at index from and all later ones.
func (w *Writer) replaceSegments(next root, from int, meta segmentMeta) error {
	// A concurrent reader of records must not use the old segments.
	w.ix.merging.Lock()
	defer w.ix.merging.Unlock()
	w.timeScan(&next)
	if err := w.ix.commitRoot(next); err != nil {
		return err
	}
	w.root = next
	w.ix.segments = append(slices.Clone(w.ix.segments[:from]), openSegment(w.ix.st, meta))
	w.ix.showRecords()
	return nil
}

// merger merges adjacent segments into one.
type merger struct {
	ctx   context.Context
	old   []*segment
	seg   *segmentWriter
	drop  *countedSet[ContentID] // contents to leave out
	all   bool                   // no older segment remains
	names *naming

	small      map[ContentID]smallWindows // to add to contents, if all
	longOnly   ContentID                  // as in the root
	rule       fingerprint.Rule
	lacksSmall bool // a small content below it still has none

	remember ScanID     // the first scan to keep tombstones of
	numbers  *numbering // nil if ids stay as they are
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
	return m.drop.has(ContentID(id))
}

// numbered returns the key of a content's row with its new id.
func (m *merger) numbered(key rowKey) (rowKey, error) {
	id, err := m.numbers.content(ContentID(key.id))
	key.id = uint64(id)
	return key, err
}
