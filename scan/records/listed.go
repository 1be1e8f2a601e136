package records

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"syscall"
)

// parseListed reads the file that a line names. The record is malformed if the file
// cannot be read.
func (b *Batch) parseListed(rec *Record) *Malformed {
	path := trimEnd(rec.Raw, b.parser.o.end())
	rec.ID = path
	if err := b.readListed(string(path)); err != nil {
		return b.faulty(rec, err)
	}
	rec.Texts[0] = b.made
	return nil
}

// readListed reads and decompresses a file into made. A batch has one listed file.
func (b *Batch) readListed(path string) error {
	// Opening a named pipe does not wait for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	s := &source{name: path, file: f, release: func() {}}
	defer s.close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	if err := s.unpack(counter{f, new(atomic.Int64)}); err != nil {
		return s.failed(err)
	}
	longest := b.parser.o.Longest
	if size := info.Size() + bytes.MinRead; !s.packed && size > int64(cap(b.made)) && info.Size() <= int64(longest) {
		b.made = make([]byte, 0, size)
	}
	to := bytes.NewBuffer(b.made[:0])
	if _, err := to.ReadFrom(io.LimitReader(s, int64(longest)+1)); err != nil {
		return s.failed(err)
	}
	b.made = to.Bytes()
	if len(b.made) > longest {
		return &LongFileError{path, longest}
	}
	return nil
}
