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

// recordBatch is what waits for the next commit in an index of records.
type recordBatch struct {
	keeps  bool // the index is one of records
	dirty  bool // what the root says of records changed
	method string
	run    []byte
	ran    int64

	first, next RecordID // numbers of the first that waits, and of the next one
	live        int64    // with those that wait
	spool       recordSpool
	gone        numberSet[RecordID] // what was forgotten since the last commit
	tombstones  int64               // of these, what was committed before
	failed      error               // why no record can be entered any more
}

func (b *recordBatch) init(ix *Index) {
	*b = recordBatch{first: 1, next: 1}
	b.spool = recordSpool{st: ix.st, limit: max(int(ix.memory/8), 64<<10)}
	if m := ix.root.Records; m != nil {
		b.keeps, b.method, b.run, b.ran = true, m.Method, m.Run, m.Ran
		b.first, b.next, b.live = m.Next, m.Next, m.Live
	}
}

// rows reports whether there is something for the tables.
func (b *recordBatch) rows() bool { return len(b.spool.ends) > 0 || b.tombstones > 0 }

// meta returns what the root is to say of records.
func (b *recordBatch) meta() *recordsMeta {
	if !b.keeps {
		return nil
	}
	return &recordsMeta{Method: b.method, Next: b.next, Live: b.live, Run: b.run, Ran: b.ran}
}

// committed forgets what waited.
func (b *recordBatch) committed() error {
	b.first, b.dirty, b.tombstones = b.next, false, 0
	b.gone = numberSet[RecordID]{}
	return b.spool.reset()
}

// KeepRecords makes the index one of records that are compared in a way, method and
// parameters in one line, from the next commit on. It is a *MethodError if it keeps
// records of another way, a *KindError if it holds files.
func (w *Writer) KeepRecords(method string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	switch {
	case !b.keeps && w.root.kind() == Files:
		return &KindError{w.ix.dir, Files}
	case b.keeps && b.method != method:
		return &MethodError{Dir: w.ix.dir, Has: b.method, Want: method}
	case !b.keeps:
		b.keeps, b.method, b.dirty = true, method, true
	}
	return nil
}

// SetRun sets the state of the run, which goes with the next commit: any bytes, nil
// for none.
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

// ErrFull reports an index that has given out all 4·10^9 numbers of records.
var ErrFull = errors.New("the index has used up its numbers for records")

// AddRecord enters a record, which it copies, and returns its number. It never
// commits: what was entered since the last commit waits in memory up to an eighth
// of Options.Memory, then in a file.
func (w *Writer) AddRecord(r Record) (RecordID, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	switch {
	case !b.keeps:
		return 0, fmt.Errorf("the index in %s keeps no records", w.ix.dir)
	case b.failed != nil:
		return 0, b.failed
	case len(r.ID) > MaxIDBytes || len(r.Keys) > MaxKeys:
		return 0, fmt.Errorf("a record with an ID of %d bytes and %d keys does not go into the index: at most %d and %d do",
			len(r.ID), len(r.Keys), MaxIDBytes, MaxKeys)
	case r.Hash.NoDocument:
		return 0, errors.New("a record is always a document: its hash cannot say that there is none")
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

// Record returns a record by its number, committed or not, with its Set; ok is false
// if there is none, or it was forgotten.
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

// DropRecords forgets all records with this number or a higher one, committed or
// not, and returns how many that were. It goes with the next commit. Numbers go on
// from where they were.
func (w *Writer) DropRecords(from RecordID) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	found := numberSet[RecordID]{}
	if v := w.ix.shown.Load(); v != nil {
		err := v.eachRow(context.Background(), from, func(_ *table, n RecordID, _ []byte) error {
			found.add(n)
			return nil
		})
		if err != nil {
			return 0, fmt.Errorf("reading which records to forget: %w", err)
		}
	}
	for n := max(from, b.first); n < b.next; n++ {
		found.add(n)
	}
	return b.forget(&found), nil
}

// ForgetRecords forgets all records of these IDs, and returns how many that were. It
// commits, and with that everything entered before.
func (w *Writer) ForgetRecords(ids [][]byte) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &w.records
	named := make(map[string]bool, len(ids))
	for _, id := range ids {
		named[string(id)] = true
	}
	found := numberSet[RecordID]{}
	err := w.ix.EachRecord(context.Background(), func(n RecordID, r Record) error {
		if named[string(r.ID)] {
			found.add(n)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("reading which records to forget: %w", err)
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

// forget marks records as gone, and returns how many were not before.
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

// write writes the records that wait, and which ones are gone, to the segment of the
// batch. After an error nothing more is committed: the segment has a part of them.
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
