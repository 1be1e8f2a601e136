package db

import "math"

// muchForgotten reports whether so many records are gone that it is worth while to
// merge all segments, as for contents that no path names.
func (r *root) muchForgotten() bool {
	if r.Records == nil {
		return false
	}
	var n int64
	for _, m := range r.Segments {
		n += m.rows(kindForgotten)
	}
	return n > 64 && n > r.Records.Live/4
}

// records leaves out what is gone, and with it that it is, where what it was takes
// part.
func (m *merger) records() error {
	var gone numberSet[RecordID]
	if err := eachForgotten(m.old, gone.add); err != nil {
		return err
	}
	first := uint64(math.MaxUint64) // of the numbers that take part
	for _, s := range m.old {
		t := s.table(kindRecords)
		if err := t.load(); err != nil {
			return err
		}
		if len(t.blocks) > 0 {
			first = min(first, t.blocks[0].first.id)
		}
		if err := m.keepRows(t, &m.seg.records, &gone); err != nil {
			return err
		}
		if err := m.keepRows(s.table(kindSets), &m.seg.sets, &gone); err != nil {
			return err
		}
	}
	var err error
	gone.each(func(n RecordID) {
		if uint64(n) < first && err == nil {
			err = m.seg.forgotten.add(rowKey{uint64(n), 0}, nil)
		}
	})
	return err
}

// keepRows copies the rows of records that are not gone.
func (m *merger) keepRows(t *table, to *rowWriter, gone *numberSet[RecordID]) error {
	return t.each(func(key rowKey, payload []byte) error {
		if gone.has(RecordID(key.id)) {
			return m.ctx.Err()
		}
		if err := to.add(key, payload); err != nil {
			return err
		}
		return m.ctx.Err()
	})
}
