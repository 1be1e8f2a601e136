package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"alike/cmd/alike/advice"
	"alike/db/spill"
)

// runFile is an unlinked temporary file of runs of records, so that nothing of
// it stays behind however the process ends. A record is its length as a uvarint,
// its CRC-32C in 4 bytes, little-endian, and that many bytes of data. How many
// records a run has, and in how many bytes, stays in memory: a run that comes
// back shorter or otherwise than it was written is an error, never a loss.
type runFile struct {
	file *spill.File // nil before the first run
	w    *bufio.Writer
	runs []run
}

// run is a part of the file.
type run struct{ offset, size, records int64 }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// recordHead is the most that stands before the data of a record.
const recordHead = binary.MaxVarintLen64 + 4

// begin begins a run after the last one.
func (f *runFile) begin() error {
	if f.file == nil {
		file, err := spill.Create(os.TempDir())
		if err != nil {
			return f.failed(err)
		}
		f.file, f.w = file, bufio.NewWriterSize(file, 64<<10)
	}
	next := run{}
	if n := len(f.runs); n > 0 {
		next.offset = f.runs[n-1].offset + f.runs[n-1].size
	}
	f.runs = append(f.runs, next)
	return nil
}

// add adds a record to the run.
func (f *runFile) add(data []byte) error {
	head := make([]byte, 0, recordHead)
	head = binary.AppendUvarint(head, uint64(len(data)))
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(data, castagnoli))
	_, _ = f.w.Write(head) // a bufio.Writer repeats its first error
	if _, err := f.w.Write(data); err != nil {
		return f.failed(err)
	}
	last := &f.runs[len(f.runs)-1]
	last.size += int64(len(head) + len(data))
	last.records++
	return nil
}

// end ends the run.
func (f *runFile) end() error {
	if err := f.w.Flush(); err != nil {
		return f.failed(err)
	}
	return nil
}

// failed returns the error of a file for which there was no room.
func (f *runFile) failed(err error) error {
	return advice.With(fmt.Errorf("putting results to be sorted aside: %w", err),
		"free some space there, or name another folder in TMPDIR; --limit N needs none")
}

func (f *runFile) close() {
	if f.file != nil {
		_ = f.file.Close() // an unlinked file has nothing to lose
	}
}

// The buffer of a run is between these sizes: large where there are few of them,
// small enough that a thousand take up 4 MiB.
const leastRunBuffer, mostRunBuffer = 4 << 10, 64 << 10

// open returns a reader of a run, all of which may use room bytes for buffers.
func (f *runFile) open(i int, room int64) *runReader {
	r := f.runs[i]
	buffer := min(max(room/int64(len(f.runs)), leastRunBuffer), mostRunBuffer)
	section := io.NewSectionReader(f.file, r.offset, r.size)
	return &runReader{dir: f.file.Dir(), r: bufio.NewReaderSize(section, int(buffer)), rest: r}
}

// runReader reads the records of a run.
type runReader struct {
	dir  string
	r    *bufio.Reader
	rest run // what is left of it
	buf  []byte
}

// next returns the data of the next record until it is called again, nil at the
// end.
func (r *runReader) next() ([]byte, error) {
	if r.rest.records == 0 {
		if r.rest.size != 0 {
			return nil, r.damaged("bytes are left over")
		}
		return nil, nil
	}
	length, err := binary.ReadUvarint(r.r)
	if err != nil {
		return nil, r.broken(err)
	}
	if length > uint64(r.rest.size) {
		return nil, r.damaged("a record is longer than its run")
	}
	var sum [4]byte
	if _, err := io.ReadFull(r.r, sum[:]); err != nil {
		return nil, r.broken(err)
	}
	if uint64(cap(r.buf)) < length || r.buf == nil {
		r.buf = make([]byte, max(length, 1<<10))
	}
	r.buf = r.buf[:length]
	if _, err := io.ReadFull(r.r, r.buf); err != nil {
		return nil, r.broken(err)
	}
	if crc32.Checksum(r.buf, castagnoli) != binary.LittleEndian.Uint32(sum[:]) {
		return nil, r.damaged("a checksum is wrong")
	}
	r.rest.records--
	r.rest.size -= int64(len(binary.AppendUvarint(nil, length))+len(sum)) + int64(length)
	return r.buf, nil
}

// broken says why a record could not be read.
func (r *runReader) broken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.damaged("it ends too early")
	}
	return fmt.Errorf("sorting results: %w", err)
}

func (r *runReader) damaged(what string) error {
	return advice.With(fmt.Errorf("the temporary file in %s does not hold what was written to it: %s", r.dir, what),
		"look after that disk, and name another folder in TMPDIR")
}
