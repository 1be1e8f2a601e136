package db

import (
	"alike/db/hamming"
	"alike/db/store"
)

// segment is one immutable part of an index.
type segment struct {
	meta         segmentMeta
	firstContent ContentID
	tables       map[byte]*table
}

func openSegment(st *store.Store, meta segmentMeta) *segment {
	s := &segment{meta: meta, firstContent: meta.FirstContent, tables: map[byte]*table{}}
	for _, kind := range allKinds() {
		s.tables[kind] = &table{st: st, segment: meta.ID, kind: kind, meta: meta.Tables[kindName(kind)]}
	}
	return s
}

func (s *segment) table(kind byte) *table { return s.tables[kind] }

// segmentWriter writes the tables of one segment. They may be written concurrently, each
// in its own order.
type segmentWriter struct {
	st   *store.Store
	meta segmentMeta

	contents, forward, dirs, gone, hashes rowWriter
	records, sets, tombstones             rowWriter

	postings        postingWriter
	places, orphans placeWriter
	buckets         [hamming.MaxBlocks]bucketWriter
}

func newSegmentWriter(st *store.Store, id uint32, firstContent ContentID) *segmentWriter {
	w := &segmentWriter{st: st, meta: segmentMeta{ID: id, FirstContent: firstContent}}
	table := func(kind byte) *tableWriter { return &tableWriter{st: st, segment: id, kind: kind} }
	w.contents.t, w.forward.t = table(kindContents), table(kindForward)
	w.dirs.t, w.gone.t = table(kindDirs), table(kindGone)
	w.postings.t = table(kindPostings)
	w.places.t, w.orphans.t = table(kindPlaces), table(kindOrphans)
	w.hashes.t = table(kindHashes)
	w.records.t, w.sets.t, w.tombstones.t = table(kindRecords), table(kindSets), table(kindTombstones)
	for i := range w.buckets {
		w.buckets[i].t = table(kindBuckets + byte(i))
	}
	return w
}

// finish completes the tables and returns the segment's entry for the root. The segment
// is not part of the index until a root with that entry is committed.
func (w *segmentWriter) finish() (segmentMeta, error) {
	w.meta.Tables = map[string]tableMeta{}
	finishes := map[byte]func() (tableMeta, error){
		kindContents: w.contents.finish,
		kindForward:  w.forward.finish,
		kindDirs:     w.dirs.finish,
		kindGone:     w.gone.finish,
		kindPostings: w.postings.finish,
		kindPlaces:   w.places.finish,
		kindOrphans:  w.orphans.finish,
		kindHashes:   w.hashes.finish,

		kindRecords:    w.records.finish,
		kindSets:       w.sets.finish,
		kindTombstones: w.tombstones.finish,
	}
	for i := range w.buckets {
		finishes[kindBuckets+byte(i)] = w.buckets[i].finish
	}
	for kind, finish := range finishes {
		m, err := finish()
		if err != nil {
			return w.meta, err
		}
		if m.Blocks > 0 {
			w.meta.Tables[kindName(kind)] = m
		}
	}
	return w.meta, nil
}

// drop removes all blocks of the segment from the store. It derives their keys from the
// indexes, because scanning the store for them would read the blocks.
func (s *segment) drop() error {
	for _, kind := range allKinds() {
		t := s.table(kind)
		if err := t.load(); err != nil {
			return err
		}
		for _, b := range t.blocks {
			if err := t.st.Remove(blockKey(t.segment, t.kind, b.first)); err != nil {
				return err
			}
		}
		for chunk := range (len(t.blocks) + indexChunk - 1) / indexChunk {
			if err := t.st.Remove(indexKey(t.segment, t.kind, chunk)); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropSegment removes all blocks of an uncommitted segment from the store.
func dropSegment(st *store.Store, id uint32) error {
	prefix := blockKey(id, 0, rowKey{})[:5]
	return st.EachKey(prefix, func(key []byte, _ int) error {
		return st.Remove(key)
	})
}
