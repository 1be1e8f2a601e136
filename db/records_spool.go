package db

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"alike/db/spill"
	"alike/db/store"
)

// recordSpool holds the records that wait for a commit. Beyond a budget it spills to an
// unlinked file, so a run that commits only at its end takes 8 bytes of memory for each
// record.
//
// A record is stored as the length of its row in 4 bytes, its row and its set.
type recordSpool struct {
	st    *store.Store
	limit int
	buf   []byte  // records not in the file
	ends  []int64 // offset of each record's end
	file  *spill.File
	end   int64 // of the file, in bytes
}

// add copies a record.
func (s *recordSpool) add(r *Record) error {
	if len(s.buf) >= s.limit {
		if err := s.spill(); err != nil {
			return err
		}
	}
	at := len(s.buf)
	s.buf = r.encode(append(s.buf, 0, 0, 0, 0))
	binary.LittleEndian.PutUint32(s.buf[at:], uint32(len(s.buf)-at-4))
	s.buf = append(s.buf, r.Set...)
	s.ends = append(s.ends, s.end+int64(len(s.buf)))
	return nil
}

func (s *recordSpool) spill() error {
	if err := s.st.CheckSpace(int64(len(s.buf))); err != nil {
		return err
	}
	place := s.st.TempPlace()
	if s.file == nil {
		f, err := place.Create()
		if err != nil {
			return store.NoSpace(place.Dir(), len(s.buf), err)
		}
		s.file = f
	}
	if _, err := s.file.WriteAt(s.buf, s.end); err != nil {
		return store.NoSpace(place.Dir(), len(s.buf), err)
	}
	s.end += int64(len(s.buf))
	s.buf = s.buf[:0]
	return nil
}

// record returns a copy of record i, counted from 0.
func (s *recordSpool) record(i int) (Record, error) {
	begin, end := s.begin(i), s.ends[i]
	data := make([]byte, end-begin)
	if begin >= s.end {
		copy(data, s.buf[begin-s.end:])
	} else if _, err := s.file.ReadAt(data, begin); err != nil {
		return Record{}, fmt.Errorf("reading uncommitted records: %w", err)
	}
	row, set, err := splitSpooled(data)
	if err != nil {
		return Record{}, err
	}
	var r recordRow
	if err := r.decode(row); err != nil {
		return Record{}, errSpool
	}
	if r.hasSet {
		r.Set = set
	}
	return r.Record, nil
}

func (s *recordSpool) begin(i int) int64 {
	if i == 0 {
		return 0
	}
	return s.ends[i-1]
}

// errSpool reports that the file does not hold what was written to it.
var errSpool = fmt.Errorf("a temporary file of records does not hold what was written to it")

func splitSpooled(data []byte) (row, set []byte, err error) {
	if len(data) < 4 {
		return nil, nil, errSpool
	}
	n := binary.LittleEndian.Uint32(data)
	if data = data[4:]; int64(n) > int64(len(data)) {
		return nil, nil, errSpool
	}
	return data[:n:n], data[n:], nil
}

// each calls use for all records in order, with row and set, which are valid during the
// call.
func (s *recordSpool) each(use func(i int, row, set []byte) error) error {
	var from io.Reader = bytes.NewReader(s.buf)
	if s.file != nil {
		from = io.MultiReader(bufio.NewReaderSize(io.NewSectionReader(s.file, 0, s.end), 1<<20), from)
	}
	var data []byte
	for i, end := range s.ends {
		n := int(end - s.begin(i))
		if cap(data) < n {
			data = make([]byte, n+n/2)
		}
		data = data[:n]
		if _, err := io.ReadFull(from, data); err != nil {
			return fmt.Errorf("reading uncommitted records: %w", err)
		}
		row, set, err := splitSpooled(data)
		if err != nil {
			return err
		}
		if err := use(i, row, set); err != nil {
			return err
		}
	}
	return nil
}

// reset empties the spool and frees its file.
func (s *recordSpool) reset() error {
	s.buf, s.ends, s.end = s.buf[:0], s.ends[:0], 0
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
