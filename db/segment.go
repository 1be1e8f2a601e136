package db

import (
	"alike/db/hamming"
	"alike/db/store"
)

// segment is one immutable part of an index.
type segment struct {
	st           *store.Store
	meta         segmentMeta
	firstContent ContentID
	tables       map[byte]*table // those with rows
}

func openSegment(st *store.Store, meta segmentMeta) *segment {
	s := &segment{st: st, meta: meta, firstContent: meta.FirstContent, tables: map[byte]*table{}}
	for name, m := range meta.Tables {
		kind := kindsByName[name]
		s.tables[kind] = &table{st: st, segment: meta.ID, kind: kind, meta: m}
	}
	return s
}

// table returns a table of the segment, which may have no rows.
func (s *segment) table(kind byte) *table {
	if t := s.tables[kind]; t != nil {
		return t
	}
	return &table{st: s.st, segment: s.meta.ID, kind: kind}
}

// eachRowOf calls use for the rows of one kind of table, segment by segment.
func eachRowOf(segments []*segment, kind byte, use func(t *table, key rowKey, payload []byte) error) error {
	for _, s := range segments {
		t := s.table(kind)
		err := t.each(func(key rowKey, payload []byte) error { return use(t, key, payload) })
		if err != nil {
			return err
		}
	}
	return nil
}

// segmentWriter writes the tables of one segment. They may be written concurrently, each
// in its own order.
type segmentWriter struct {
	meta segmentMeta

	contents, forward, dirs, gone, hashes rowWriter
	records, sets, tombstones             rowWriter

	postings        postingWriter
	places, orphans placeWriter
	buckets         [hamming.MaxBlocks]bucketWriter
}

func newSegmentWriter(st *store.Store, id uint32, firstContent ContentID) *segmentWriter {
	w := &segmentWriter{meta: segmentMeta{ID: id, FirstContent: firstContent}}
	table := func(kind byte) *tableWriter { return &tableWriter{st: st, segment: id, kind: kind} }
	w.contents.tableWriter, w.forward.tableWriter = table(kindContents), table(kindForward)
	w.dirs.tableWriter, w.gone.tableWriter = table(kindDirs), table(kindGone)
	w.postings.tableWriter, w.hashes.tableWriter = table(kindPostings), table(kindHashes)
	w.places.tableWriter, w.orphans.tableWriter = table(kindPlaces), table(kindOrphans)
	w.records.tableWriter, w.sets.tableWriter = table(kindRecords), table(kindSets)
	w.tombstones.tableWriter = table(kindTombstones)
	for i := range w.buckets {
		w.buckets[i].tableWriter = table(kindBuckets + byte(i))
	}
	return w
}

// blockWriter gathers the rows of a table into blocks.
type blockWriter interface {
	flush() error               // writes the rows that wait
	finish() (tableMeta, error) // writes the index of the table
}

// finish completes the tables and returns the segment's entry for the root. The segment
// is not part of the index until a root with that entry is committed.
func (w *segmentWriter) finish() (segmentMeta, error) {
	w.meta.Tables = map[string]tableMeta{}
	writers := map[byte]blockWriter{
		kindContents:   &w.contents,
		kindForward:    &w.forward,
		kindDirs:       &w.dirs,
		kindGone:       &w.gone,
		kindPostings:   &w.postings,
		kindPlaces:     &w.places,
		kindOrphans:    &w.orphans,
		kindHashes:     &w.hashes,
		kindRecords:    &w.records,
		kindSets:       &w.sets,
		kindTombstones: &w.tombstones,
	}
	for i := range w.buckets {
		writers[kindBuckets+byte(i)] = &w.buckets[i]
	}
	for kind, t := range writers {
		if err := t.flush(); err != nil {
			return w.meta, err
		}
		m, err := t.finish()
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
