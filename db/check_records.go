package db

import (
	"context"
	"slices"
)

// readRecords checks the records: they are in order and below the next number; a record
// has a complete set if its row says so, and none otherwise; each tombstone has a record;
// the root's count is right; the index holds no files; and CheckOptions.Record agrees.
func (c *checker) readRecords(ctx context.Context) error {
	meta := c.ix.root.Records
	if meta == nil {
		if n := c.rowsOf(isRecordKind); n > 0 {
			c.problem("there are %d rows of records, but the root has none", n)
		}
		return nil
	}
	if n := c.rowsOf(func(kind byte) bool { return !isRecordKind(kind) }); n > 0 {
		c.problem("there are %d rows of files in an index of records", n)
	}
	if c.state != nil {
		if err := c.state(); err != nil {
			c.problem("%v", err)
		}
	}
	var all numberSet[RecordID]
	var last uint64
	for _, s := range c.ix.segments {
		if err := c.readRecordsOf(ctx, s, &last, &all); err != nil {
			return err
		}
	}
	if last >= uint64(meta.Next) {
		c.problem("record %d is not below the next number, %d", last, meta.Next)
	}
	if err := c.readTombstones(&all); err != nil {
		return err
	}
	if c.report.Records != meta.Live {
		c.problem("the root counts %d records; there are %d", meta.Live, c.report.Records)
	}
	return nil
}

// rowsOf counts the rows of some kinds of tables.
func (c *checker) rowsOf(of func(kind byte) bool) (n int64) {
	for _, kind := range allKinds() {
		if of(kind) {
			n += c.ix.root.rows(kind)
		}
	}
	return n
}

func (c *checker) readRecordsOf(ctx context.Context, s *segment, last *uint64, all *numberSet[RecordID]) error {
	sets := &rowCursor{t: s.table(kindSets)}
	if err := sets.next(); err != nil {
		return err
	}
	var row recordRow
	t := s.table(kindRecords)
	err := t.each(func(key rowKey, payload []byte) error {
		if key.id <= *last || key.id > 1<<32-1 || key.sub != 0 {
			c.problem("record %d, part %d, follows record %d", key.id, key.sub, *last)
			return ctx.Err()
		}
		*last = key.id
		all.add(RecordID(key.id))
		c.report.Records++
		if err := row.decode(payload); err != nil {
			return t.damage("record %d is not readable", key.id)
		}
		if err := c.readSet(ctx, sets, key.id, &row); err != nil || c.record == nil {
			return err
		}
		if err := c.record(&row.Record); err != nil {
			c.problem("record %d: %v", key.id, err)
		}
		return ctx.Err()
	})
	if err == nil && !sets.done {
		c.problem("there is a set of record %d, which has none or does not exist", sets.key.id)
	}
	return err
}

// readSet reads the set of a record and checks that it has the bytes that its row says.
func (c *checker) readSet(ctx context.Context, sets *rowCursor, id uint64, row *recordRow) error {
	want, set := row.set, row.Set[:0]
	row.Set = nil
	for !sets.done && sets.key.id < id {
		c.problem("there is a set of record %d, which has none or does not exist", sets.key.id)
		if err := sets.next(); err != nil {
			return err
		}
	}
	have, part := uint64(0), uint32(0)
	for ; !sets.done && sets.key.id == id; part++ {
		n := uint64(len(sets.payload))
		if sets.key.sub != part || n == 0 || n != min(want-have, recordSetPart) {
			c.problem("part %d of the set of record %d is out of order or has the wrong size", sets.key.sub, id)
		}
		have += n
		set = append(set, sets.payload...)
		if err := sets.next(); err != nil {
			return err
		}
	}
	if have != want {
		c.problem("the set of record %d has %d bytes instead of %d", id, have, want)
	}
	if row.hasSet {
		row.Set = slices.Grow(set, 1) // not nil
	}
	return ctx.Err()
}

// readTombstones checks the tombstones of records and subtracts them from the count.
func (c *checker) readTombstones(all *numberSet[RecordID]) error {
	var gone numberSet[RecordID]
	return eachTombstone(c.ix.segments, func(n RecordID) {
		switch {
		case !all.has(n):
			c.problem("there is a tombstone of record %d, which does not exist", n)
		case gone.has(n):
			c.problem("record %d has two tombstones", n)
		default:
			gone.add(n)
			c.report.Records--
		}
	})
}
