package db

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"alike/db/hamming"
)

// Record is what is kept of a record: not its text.
type Record struct {
	ID   []byte           // as the user names it; any bytes; may repeat
	Hash hamming.Document // method simhash
	Keys []uint32         // MinHash band keys, or nil
	Set  []byte           // what the method compares exactly, in the method's own encoding; nil for simhash
}

// What a record may have at most.
const (
	MaxIDBytes = 1 << 20
	MaxKeys    = 1 << 16
)

// MethodError is an index whose records are compared in another way than asked for.
type MethodError struct {
	Dir       string
	Has, Want string
}

func (e *MethodError) Error() string {
	return fmt.Sprintf("the records of the index in %s are compared by %s, not by %s", e.Dir, e.Has, e.Want)
}

// RecordMethod returns how the index's records are compared, method and parameters; ok
// is false for an index that holds none.
func (ix *Index) RecordMethod() (method string, ok bool) {
	if m := ix.root.Records; m != nil {
		return m.Method, true
	}
	return "", false
}

// Records returns how many records the index holds.
func (ix *Index) Records() int64 {
	if m := ix.root.Records; m != nil {
		return m.Live
	}
	return 0
}

// Run returns the state of the last run, as it was set with SetRun and committed;
// nil if there is none.
func (ix *Index) Run() []byte {
	if m := ix.root.Records; m != nil {
		return bytes.Clone(m.Run)
	}
	return nil
}

// RanAt returns when the state of the last run was set; zero if there is none.
func (ix *Index) RanAt() time.Time {
	if m := ix.root.Records; m != nil && m.Ran > 0 {
		return time.Unix(m.Ran, 0)
	}
	return time.Time{}
}

// recordView is the records of one commit.
type recordView struct {
	segments []*segment // that have records or tell that some are gone, in order
	end      RecordID   // the next number

	once sync.Once
	gone numberSet[RecordID] // of what is in segments
	err  error
}

// showRecords makes the records of the last commit those that are read.
func (ix *Index) showRecords() {
	if ix.root.Records == nil {
		return
	}
	v := &recordView{end: ix.root.Records.Next}
	for _, s := range ix.segments {
		if s.meta.rows(kindRecords) > 0 || s.meta.rows(kindTombstones) > 0 {
			v.segments = append(v.segments, s)
		}
	}
	ix.shown.Store(v)
}

// forgotten returns the records that are gone though segments have them.
func (v *recordView) tombstones() (*numberSet[RecordID], error) {
	v.once.Do(func() { v.err = eachTombstone(v.segments, v.gone.add) })
	return &v.gone, v.err
}

// eachTombstone calls use for every record that segments tell to be gone, in order
// within a segment.
func eachTombstone(segments []*segment, use func(n RecordID)) error {
	for _, s := range segments {
		t := s.table(kindTombstones)
		err := t.each(func(key rowKey, payload []byte) error {
			if key.id == 0 || key.id > 1<<32-1 || len(payload) > 0 {
				return t.damage("that record %d is gone is not readable", key.id)
			}
			use(RecordID(key.id))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EachRecord calls use for every record of the index in ascending order of number,
// without its Set. The record is valid during the call.
func (ix *Index) EachRecord(ctx context.Context, use func(n RecordID, r Record) error) error {
	v := ix.shown.Load()
	if v == nil {
		return nil
	}
	var row recordRow
	return v.eachRow(ctx, 1, func(t *table, n RecordID, payload []byte) error {
		if err := row.decode(payload); err != nil {
			return t.damage("record %d is not readable", n)
		}
		if len(row.Keys) == 0 {
			return use(n, Record{ID: row.ID, Hash: row.Hash})
		}
		return use(n, row.Record)
	})
}

// eachRow calls use with the row of every record from the given one on.
func (v *recordView) eachRow(ctx context.Context, from RecordID, use func(t *table, n RecordID, payload []byte) error) error {
	gone, err := v.tombstones()
	if err != nil {
		return err
	}
	for _, s := range v.segments {
		t := s.table(kindRecords)
		block, err := t.find(rowKey{uint64(from), 0})
		if err != nil {
			return err
		}
		for block = max(block, 0); block < len(t.blocks); block++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := t.read(block, func(_ rowKey, rows int, data []byte) error {
				return eachRow(rows, data, func(key rowKey, payload []byte) error {
					n := RecordID(key.id)
					if key.id >= uint64(v.end) || key.sub != 0 {
						return t.damage("there is record %d, part %d, and the next number is %d", key.id, key.sub, v.end)
					}
					if n < from || gone.has(n) {
						return nil
					}
					return use(t, n, payload)
				})
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Record returns a record by its number, with its Set; ok is false if there is none,
// or it was forgotten. It may be called from any goroutine, also beside the methods
// of a Writer, of which it sees what was committed.
func (ix *Index) Record(n RecordID) (r Record, ok bool, err error) {
	ix.merging.RLock()
	defer ix.merging.RUnlock()
	v := ix.shown.Load()
	if v == nil || n == 0 {
		return Record{}, false, nil
	}
	gone, err := v.tombstones()
	if err != nil || gone.has(n) {
		return Record{}, false, err
	}
	for _, s := range slices.Backward(v.segments) {
		t := s.table(kindRecords)
		block, err := t.find(rowKey{uint64(n), 0})
		if err != nil {
			return Record{}, false, err
		}
		if block >= 0 { // no earlier segment has numbers as high
			return s.record(n)
		}
	}
	return Record{}, false, nil
}

// record returns a record of the segment in memory of its own.
func (s *segment) record(n RecordID) (Record, bool, error) {
	var row recordRow
	t := s.table(kindRecords)
	ok, err := t.row(rowKey{uint64(n), 0}, row.decode)
	if err != nil || !ok {
		return Record{}, false, err
	}
	row.ID = bytes.Clone(row.ID)
	if !row.hasSet {
		return row.Record, true, nil
	}
	row.Set = make([]byte, 0, min(row.set, recordSetPart))
	sets := s.table(kindSets)
	for part := uint32(0); uint64(len(row.Set)) < row.set; part++ {
		found, err := sets.row(rowKey{uint64(n), part}, func(payload []byte) error {
			row.Set = append(row.Set, payload...)
			return nil
		})
		if err != nil {
			return Record{}, false, err
		}
		if !found {
			return Record{}, false, sets.damage("part %d of the set of record %d is missing", part, n)
		}
	}
	if uint64(len(row.Set)) != row.set {
		return Record{}, false, sets.damage("the set of record %d has %d bytes instead of %d", n, len(row.Set), row.set)
	}
	return row.Record, true, nil
}
