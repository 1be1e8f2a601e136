package records

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// parseListed reads the file that a line names. What cannot be read is malformed.
func (b *Batch) parseListed(rec *Record) *Malformed {
	path := trimEnd(rec.Raw, b.parser.o.end())
	rec.ID = path
	if err := b.readListed(string(path)); err != nil {
		m := b.malformed(rec, rec.Start, err.Error())
		m.Cause = err
		return m
	}
	rec.Texts[0] = b.made
	return nil
}

// readListed reads a file, unpacked, into made: a batch has one such file.
func (b *Batch) readListed(path string) error {
	// Without waiting for someone who writes into a named pipe.
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
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
		return fmt.Errorf("%s is no regular file", path)
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
		return fmt.Errorf("%s has more than %d bytes: allow longer records, or leave it out", path, longest)
	}
	return nil
}
