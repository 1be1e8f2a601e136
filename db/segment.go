package db

// segment is one immutable part of an index.
type segment struct {
	meta         segmentMeta
	firstContent ContentID
	tables       map[byte]*table
}

func openSegment(st *store, meta segmentMeta) *segment {
	s := &segment{meta: meta, firstContent: meta.FirstContent, tables: map[byte]*table{}}
	for _, kind := range allKinds {
		s.tables[kind] = &table{st: st, segment: meta.ID, kind: kind, meta: meta.Tables[string(kind)]}
	}
	return s
}

func (s *segment) table(kind byte) *table { return s.tables[kind] }

// segmentWriter writes the tables of one segment. They may be written at the
// same time, each in its own order.
type segmentWriter struct {
	st   *store
	meta segmentMeta

	contents, forward, dirs rowWriter
	postings                postingWriter
	places, unnamed         placeWriter
}

func newSegmentWriter(st *store, id uint32, firstContent ContentID) *segmentWriter {
	w := &segmentWriter{st: st, meta: segmentMeta{ID: id, FirstContent: firstContent}}
	table := func(kind byte) *tableWriter { return &tableWriter{st: st, segment: id, kind: kind} }
	w.contents.t, w.forward.t, w.dirs.t = table(kindContents), table(kindForward), table(kindDirs)
	w.postings.t = table(kindPostings)
	w.places.t, w.unnamed.t = table(kindPlaces), table(kindUnnamed)
	return w
}

// finish completes the tables and returns what the root has to say of the
// segment, which is not part of the index before the root does.
func (w *segmentWriter) finish() (segmentMeta, error) {
	w.meta.Tables = map[string]tableMeta{}
	for kind, finish := range map[byte]func() (tableMeta, error){
		kindContents: w.contents.finish,
		kindForward:  w.forward.finish,
		kindDirs:     w.dirs.finish,
		kindPostings: w.postings.finish,
		kindPlaces:   w.places.finish,
		kindUnnamed:  w.unnamed.finish,
	} {
		m, err := finish()
		if err != nil {
			return w.meta, err
		}
		if m.Blocks > 0 {
			w.meta.Tables[string(kind)] = m
		}
	}
	return w.meta, nil
}

// dropSegment removes all blocks of a segment from the store: one that the root
// no longer names, or does not name yet because the process that wrote it ended.
func dropSegment(st *store, id uint32) error {
	prefix := blockKey(id, 0, rowKey{})[:5]
	return st.eachKey(prefix, func(key []byte, _ int) error {
		return st.remove(key)
	})
}
