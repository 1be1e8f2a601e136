package ranking

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"alike/db/spill"
)

// DamageError reports that a temporary file does not return the data written to it.
type DamageError struct {
	Dir string // the folder of the file
	How string
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("the temporary file in %s does not hold what was written to it: %s", e.Dir, e.How)
}

// runFile is a temporary file of runs of records. A record is its length as a uvarint, the
// CRC-32C of its data in 4 bytes, little-endian, and the data. The number of records and
// bytes of each run stays in memory, so a run that reads back shorter or changed is an
// error, not a silent loss.
type runFile struct {
	file *spill.File // nil before the first run
	w    *bufio.Writer
	runs []run
}

// run is a section of the file.
type run struct{ offset, size, records int64 }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// recordHead is the maximum number of bytes before the data of a record.
const recordHead = binary.MaxVarintLen64 + 4

// begin starts a run after the last one.
func (f *runFile) begin() error {
	if f.file == nil {
		file, err := spill.In(os.TempDir()).Create()
		if err != nil {
			return failed(err)
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
		return failed(err)
	}
	last := &f.runs[len(f.runs)-1]
	last.size += int64(len(head) + len(data))
	last.records++
	return nil
}

// end completes the run.
func (f *runFile) end() error {
	if err := f.w.Flush(); err != nil {
		return failed(err)
	}
	return nil
}

func failed(err error) error { return fmt.Errorf("sorting results: %w", err) }

func (f *runFile) close() {
	if f.file != nil {
		_ = f.file.Close() // an unlinked file has nothing to lose
	}
}

// Bounds of the buffer of a run. The buffers of a thousand runs take 4 MiB.
const minRunBuffer, maxRunBuffer = 4 << 10, 64 << 10

// open returns a reader of a run. The readers of all runs share room bytes of buffers.
func (f *runFile) open(i int, room int64) *runReader {
	r := f.runs[i]
	buffer := min(max(room/int64(len(f.runs)), minRunBuffer), maxRunBuffer)
	section := io.NewSectionReader(f.file, r.offset, r.size)
	return &runReader{dir: f.file.Dir(), r: bufio.NewReaderSize(section, int(buffer)), rest: r}
}

// runReader reads the records of a run.
type runReader struct {
	dir  string
	r    *bufio.Reader
	rest run // the part not yet read
	buf  []byte
}

// next returns the data of the next record, valid until the next call, or nil at the
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

// broken returns the error of a failed read. A file that ends too early is damaged.
func (r *runReader) broken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.damaged("it is truncated")
	}
	return failed(err)
}

func (r *runReader) damaged(how string) error {
	return &DamageError{r.dir, how}
}
