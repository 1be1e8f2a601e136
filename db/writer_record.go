package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// recordBatch is the data that waits for the next commit in an index of records.
type recordBatch struct {
	keeps  bool // the index holds records
	dirty  bool // the root's part on records changed
	method string
	run    []byte
	ran    int64

	first, next RecordID // number of the first waiting record, and the next number
	live        int64    // records, including waiting ones
	spool       recordSpool
	gone        numberSet[RecordID] // forgotten since the last commit
	tombstones  int64               // how many of these were committed
	failed      error               // permanent failure to enter records
}

func (b *recordBatch) init(ix *Index) {
	*b = recordBatch{first: 1, next: 1}
	b.spool = recordSpool{st: ix.st, limit: max(int(ix.memory/8), 64<<10)}
	if m := ix.root.Records; m != nil {
		b.keeps, b.method, b.run, b.ran = true, m.Method, m.Run, m.Ran
		b.first, b.next, b.live = m.Next, m.Next, m.Live
	}
}

// rows reports whether there are rows to write.
func (b *recordBatch) rows() bool { return len(b.spool.ends) > 0 || b.tombstones > 0 }

// meta returns the root's part on records.
func (b *recordBatch) meta() *recordsMeta {
	if !b.keeps {
		return nil
	}
	return &recordsMeta{Method: b.method, Next: b.next, Live: b.live, Run: b.run, Ran: b.ran}
}

// committed empties the batch after a commit.
func (b *recordBatch) committed() error {
	b.first, b.dirty, b.tombstones = b.next, false, 0
	b.gone = numberSet[RecordID]{}
	return b.spool.reset()
}

// KeepRecords makes the index one of records, from the next commit on. method is one line
// with the comparison method and its parameters. It returns a *MethodError if the index
// has records of another method, and a *KindError if it holds files.
func (w *Writer) KeepRecords(method string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	switch {
	case !b.keeps && w.root.kind() == Files:
		return &KindError{w.ix.dir, Files, Records}
	case b.keeps && b.method != method:
		return &MethodError{Dir: w.ix.dir, Has: b.method, Want: method}
	case !b.keeps:
		b.keeps, b.method, b.dirty = true, method, true
	}
	return nil
}

// SetRun sets the state of the run for the next commit: any bytes, or nil.
func (w *Writer) SetRun(state []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	b.run, b.ran, b.dirty = bytes.Clone(state), 0, true
	if state != nil {
		b.ran = time.Now().Unix()
	}
}

// NextRecord returns the number that the next record gets.
func (w *Writer) NextRecord() RecordID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.records.next
}

// ErrFull reports that an index has used all 4·10^9 record numbers.
var ErrFull = errors.New("the index has used up its numbers for records")

// AddRecord enters a copy of a record and returns its number. It never commits.
// Uncommitted records wait in memory, up to an eighth of Options.Memory, and then in a
// file.
func (w *Writer) AddRecord(r Record) (RecordID, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	switch {
	case !b.keeps:
		return 0, fmt.Errorf("the index in %s holds no records", w.ix.dir)
	case b.failed != nil:
		return 0, b.failed
	case len(r.ID) > MaxIDBytes || len(r.Keys) > MaxKeys:
		return 0, fmt.Errorf("a record has an ID of %d bytes and %d keys; the limits are %d and %d",
			len(r.ID), len(r.Keys), MaxIDBytes, MaxKeys)
	case r.Hash.NoDocument:
		return 0, errors.New("a record must have a simhash")
	case b.next == math.MaxUint32:
		return 0, fmt.Errorf("%w: %s", ErrFull, w.ix.dir)
	}
	if err := b.spool.add(&r); err != nil {
		b.failed = fmt.Errorf("entering a record into the index in %s: %w", w.ix.dir, err)
		return 0, b.failed
	}
	b.next++
	b.live++
	return b.next - 1, nil
}

// Record returns a record with its Set, committed or not. ok is false if there is none,
// or it was forgotten.
func (w *Writer) Record(n RecordID) (r Record, ok bool, err error) {
	w.mu.Lock()
	b := &w.records
	if b.gone.has(n) || n >= b.next {
		w.mu.Unlock()
		return Record{}, false, nil
	}
	if n >= b.first {
		r, err = b.spool.record(int(n - b.first))
		w.mu.Unlock()
		return r, err == nil, err
	}
	w.mu.Unlock()
	return w.ix.Record(n)
}

// DropRecords forgets all records whose number is at least from, committed or not, and
// returns how many. It takes effect with the next commit. Numbers are not reused.
func (w *Writer) DropRecords(ctx context.Context, from RecordID) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	found := numberSet[RecordID]{}
	if v := w.ix.shown.Load(); v != nil {
		err := v.eachRow(ctx, from, func(_ *table, n RecordID, _ []byte) error {
			found.add(n)
			return nil
		})
		if err != nil {
			return 0, fmt.Errorf("looking for records to forget: %w", err)
		}
	}
	for n := max(from, b.first); n < b.next; n++ {
		found.add(n)
	}
	return b.forget(&found), nil
}

// ForgetRecords forgets all records with these IDs and returns how many. It commits
// everything entered before, too.
func (w *Writer) ForgetRecords(ctx context.Context, ids [][]byte) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	named := make(map[string]bool, len(ids))
	for _, id := range ids {
		named[string(id)] = true
	}
	found := numberSet[RecordID]{}
	err := w.ix.EachRecord(ctx, func(n RecordID, r Record) error {
		if named[string(r.ID)] {
			found.add(n)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("looking for records to forget: %w", err)
	}
	var row recordRow
	err = b.spool.each(func(i int, data, _ []byte) error {
		if err := row.decode(data); err != nil {
			return errSpool
		}
		if named[string(row.ID)] {
			found.add(b.first + RecordID(i))
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	n := b.forget(&found)
	return n, w.commit()
}

// forget marks records as forgotten and returns how many were not before.
func (b *recordBatch) forget(found *numberSet[RecordID]) (n int64) {
	found.each(func(id RecordID) {
		if b.gone.has(id) {
			return
		}
		b.gone.add(id)
		if n++; id < b.first {
			b.tombstones++
		}
	})
	b.live -= n
	return n
}

// write writes the waiting records and tombstones to the batch's segment. An error is
// permanent, because the segment then has a part of them.
func (b *recordBatch) write(seg *segmentWriter) error {
	b.failed = b.spool.each(func(i int, row, set []byte) error {
		n := b.first + RecordID(i)
		if b.gone.has(n) {
			return nil
		}
		return seg.addRecord(n, row, set)
	})
	b.gone.each(func(n RecordID) {
		if n < b.first && b.failed == nil {
			b.failed = seg.tombstones.add(rowKey{uint64(n), 0}, nil)
		}
	})
	return b.failed
}

func (w *segmentWriter) addRecord(n RecordID, row, set []byte) error {
	if err := w.records.add(rowKey{uint64(n), 0}, row); err != nil {
		return err
	}
	part := uint32(0)
	for data := range slices.Chunk(set, recordSetPart) {
		if err := w.sets.add(rowKey{uint64(n), part}, data); err != nil {
			return err
		}
		part++
	}
	return nil
}
