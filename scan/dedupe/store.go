package dedupe

import (
	"bufio"
	"context"
	"os"

	"alike/db"
	"alike/db/spill"
)

// store holds the kept records.
type store interface {
	// each calls use for the records kept before the run, by number, without their
	// Sets.
	each(ctx context.Context, use func(n db.RecordID, r *db.Record) error) error
	// add adds a record and returns its number.
	add(r *db.Record) (db.RecordID, error)
	// record returns a record with its Set. It is valid until the next call.
	record(n db.RecordID) (db.Record, bool, error)
	// bytes returns roughly how much memory the store takes.
	bytes() int64
	close() error
}

// memoryStore holds the records of one run: their ids in memory, and their Sets in a
// temporary file. They are numbered after the records of an index that is only read,
// if there is one. A record takes 8 bytes of memory, and 8 more and its id if ids are
// kept.
type memoryStore struct {
	before *db.Index   // nil if there is none
	first  db.RecordID // the number of the first record in memory
	named  bool        // ids are kept

	count uint32
	ids   []byte
	ends  []int64 // of the ids
	sets  setFile
}

func newMemoryStore(before *db.Index, named bool) *memoryStore {
	return &memoryStore{before: before, first: 1, named: named}
}

func (s *memoryStore) each(ctx context.Context, use func(n db.RecordID, r *db.Record) error) error {
	if s.before == nil {
		return nil
	}
	return s.before.EachRecord(ctx, func(n db.RecordID, r db.Record) error {
		s.first = n + 1
		return use(n, &r)
	})
}

func (s *memoryStore) add(r *db.Record) (db.RecordID, error) {
	n := s.first + db.RecordID(s.count)
	if n < s.first || n == ^db.RecordID(0) {
		return 0, ErrTooManyRecords
	}
	s.count++
	if s.named {
		s.ids = append(s.ids, r.ID...)
		s.ends = append(s.ends, int64(len(s.ids)))
	}
	if r.Set == nil {
		return n, nil
	}
	return n, s.sets.add(int(n-s.first), r.Set)
}

func (s *memoryStore) record(n db.RecordID) (r db.Record, ok bool, err error) {
	if n < s.first {
		if s.before == nil {
			return r, false, nil
		}
		return s.before.Record(n)
	}
	i := int(n - s.first)
	if i >= int(s.count) {
		return r, false, nil
	}
	if s.named {
		from := int64(0)
		if i > 0 {
			from = s.ends[i-1]
		}
		r.ID = s.ids[from:s.ends[i]:s.ends[i]]
	}
	r.Set, err = s.sets.get(i)
	return r, err == nil, err
}

func (s *memoryStore) bytes() int64 {
	return int64(cap(s.ids)) + 8*int64(cap(s.ends)) + 8*int64(cap(s.sets.ends))
}

func (s *memoryStore) close() error { return s.sets.close() }

// setFile stores Sets in an unlinked temporary file, which vanishes however the
// process ends.
type setFile struct {
	file    *spill.File // nil before the first Set
	w       *bufio.Writer
	ends    []int64 // the end of each Set
	flushed int64   // the bytes before it can be read
	buf     []byte
}

// add adds the Set of record i. Records without a Set are skipped.
func (f *setFile) add(i int, set []byte) error {
	if f.file == nil {
		file, err := spill.In(os.TempDir()).Create()
		if err != nil {
			return f.failed(err)
		}
		f.file, f.w = file, bufio.NewWriterSize(file, 256<<10)
	}
	for len(f.ends) <= i {
		f.ends = append(f.ends, f.end())
	}
	f.ends[i] += int64(len(set))
	if _, err := f.w.Write(set); err != nil {
		return f.failed(err)
	}
	return nil
}

// end returns the end of the last Set.
func (f *setFile) end() int64 {
	if len(f.ends) == 0 {
		return 0
	}
	return f.ends[len(f.ends)-1]
}

// get returns the Set of record i, which is empty if the record has none. It is valid
// until the next call.
func (f *setFile) get(i int) ([]byte, error) {
	if i >= len(f.ends) {
		return nil, nil
	}
	from := int64(0)
	if i > 0 {
		from = f.ends[i-1]
	}
	end := f.ends[i]
	if end > f.flushed {
		if err := f.w.Flush(); err != nil {
			return nil, f.failed(err)
		}
		f.flushed = f.end()
	}
	if n := int(end - from); cap(f.buf) < n {
		f.buf = make([]byte, max(n, 4<<10))
	}
	f.buf = f.buf[:end-from]
	if _, err := f.file.ReadAt(f.buf, from); err != nil {
		return nil, f.failed(err)
	}
	return f.buf, nil
}

func (f *setFile) failed(err error) error { return &SpillError{err} }

// SpillError reports that the data of kept records could not be stored in a temporary
// file.
type SpillError struct{ Err error }

func (e *SpillError) Error() string { return "storing the kept records: " + e.Err.Error() }

func (e *SpillError) Unwrap() error { return e.Err }

func (f *setFile) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close() // an unlinked file has nothing to lose
}
