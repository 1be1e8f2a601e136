package db

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	"alike/db/hamming"
)

// Record is what the index keeps of a record. The text is not kept.
type Record struct {
	ID   []byte           // the user's name for it: any bytes, not necessarily unique
	Hash hamming.Document // method simhash
	Keys []uint32         // MinHash band keys, or nil
	Set  []byte           // compared exactly, in the method's own encoding; nil for simhash
}

// Limits of a record.
const (
	MaxIDBytes = 1 << 20
	MaxKeys    = 1 << 16
)

// MethodError reports that the records of an index are compared by another method.
type MethodError struct {
	Dir       string
	Has, Want string
}

func (e *MethodError) Error() string {
	return fmt.Sprintf("the records of the index in %s are compared by %s, not by %s", e.Dir, e.Has, e.Want)
}

// RecordMethod returns the comparison method and its parameters, as given to KeepRecords.
// ok is false if the index holds no records.
func (ix *Index) RecordMethod() (method string, ok bool) {
	if m := ix.root.Records; m != nil {
		return m.Method, true
	}
	return "", false
}

// Records returns the number of records in the index.
func (ix *Index) Records() int64 {
	if m := ix.root.Records; m != nil {
		return m.Live
	}
	return 0
}

// Run returns the state that SetRun set in the last run, as committed, or nil.
func (ix *Index) Run() []byte {
	if m := ix.root.Records; m != nil {
		return bytes.Clone(m.Run)
	}
	return nil
}

// RanAt returns the time of the committed SetRun, or zero.
func (ix *Index) RanAt() time.Time {
	if m := ix.root.Records; m != nil && m.Ran > 0 {
		return time.Unix(m.Ran, 0)
	}
	return time.Time{}
}

// recordView is the records of one commit.
type recordView struct {
	segments []*segment // with records or tombstones, in order
	end      RecordID   // the next number

	once sync.Once
	gone numberSet[RecordID] // records in segments that have a tombstone
	err  error
}

// showRecords makes the last commit visible to readers of records.
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

// tombstones returns the records of the segments that have a tombstone.
func (v *recordView) tombstones() (*numberSet[RecordID], error) {
	v.once.Do(func() { v.err = eachTombstone(v.segments, v.gone.add) })
	return &v.gone, v.err
}

// eachTombstone calls use for every tombstone of a record, in order within a segment.
func eachTombstone(segments []*segment, use func(n RecordID)) error {
	return eachRowOf(segments, kindTombstones, func(t *table, key rowKey, payload []byte) error {
		if key.id == 0 || key.id > 1<<32-1 || len(payload) > 0 {
			return t.damage("the tombstone of record %d is not readable", key.id)
		}
		use(RecordID(key.id))
		return nil
	})
}

// EachRecord calls use for every record, in ascending order of number, without its Set.
// The record is valid during the call.
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

// eachRow calls use with the row of every live record whose number is at least from.
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
						return t.damage("record %d, part %d, is not below the next number, %d", key.id, key.sub, v.end)
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

// Record returns a record with its Set. ok is false if there is none, or it was
// forgotten. It may be called from any goroutine, also during methods of a Writer; it
// sees what was committed.
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

// record returns a copy of a record of the segment.
func (s *segment) record(n RecordID) (Record, bool, error) {
	var row recordRow
	t := s.table(kindRecords)
	ok, err := t.row(rowKey{uint64(n), 0}, func(payload []byte) error {
		err := row.decode(payload)
		row.ID = bytes.Clone(row.ID)
		return err
	})
	if err != nil || !ok {
		return Record{}, false, err
	}
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

// Flags of a record's row.
const (
	recordShort  = 1 // too short to judge
	recordHasSet = 2
)

// encode appends the row of a record, with the length of its set but not the set.
func (r *Record) encode(buf []byte) []byte {
	flags := byte(0)
	if r.Hash.Short {
		flags |= recordShort
	}
	if r.Set != nil {
		flags |= recordHasSet
	}
	buf = binary.LittleEndian.AppendUint64(append(buf, flags), r.Hash.Hash)
	buf = binary.AppendUvarint(buf, uint64(r.Hash.Features))
	buf = binary.AppendUvarint(buf, uint64(len(r.ID)))
	buf = append(buf, r.ID...)
	buf = binary.AppendUvarint(buf, uint64(len(r.Keys)))
	for _, k := range r.Keys {
		buf = binary.LittleEndian.AppendUint32(buf, k)
	}
	if r.Set != nil {
		buf = binary.AppendUvarint(buf, uint64(len(r.Set)))
	}
	return buf
}

// recordRow is the row of a record. Its Set is not filled in.
type recordRow struct {
	Record
	hasSet bool
	set    uint64 // length of its set in bytes
}

// decode reads a row. ID is a part of payload. Keys reuses the memory of the row.
func (r *recordRow) decode(payload []byte) error {
	b := byteReader{buf: payload}
	head := b.bytes(9)
	features := b.uvarint()
	id := b.bytes(b.uvarint())
	n := b.uvarint()
	if b.short || head[0] > recordShort|recordHasSet || features > 1<<32-1 || n > MaxKeys {
		return errShort
	}
	keys := b.bytes(4 * n)
	r.hasSet, r.set = head[0]&recordHasSet != 0, 0
	if r.hasSet {
		r.set = b.uvarint()
	}
	if b.short || len(b.buf) > 0 {
		return errShort
	}
	r.ID = id
	r.Hash = hamming.Document{Hash: binary.LittleEndian.Uint64(head[1:]), Features: uint32(features), Short: head[0]&recordShort != 0}
	r.Keys = r.Keys[:0]
	for ; len(keys) > 0; keys = keys[4:] {
		r.Keys = append(r.Keys, binary.LittleEndian.Uint32(keys))
	}
	return nil
}
