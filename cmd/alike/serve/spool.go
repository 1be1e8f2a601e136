package serve

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"alike/db/spill"
)

// Bounds of what is kept before it is sent.
const (
	keptBytes    = 1 << 20 // in memory, of an answer
	answerBytes  = 1 << 30 // of an answer
	spooledBytes = 4 << 30 // in files, of all answers
)

var (
	errLong    = TooLarge("the answer is longer than 1 GiB: limit it")
	errSpooled = Errorf(errFull.Status, "answers that are being read take too much room: try again")
)

// spool keeps an answer until it is complete, so that a search need not wait for a client
// that reads slowly. What is longer than keptBytes goes to a file without a name.
type spool struct {
	memory []byte
	file   *spill.File
	size   int64
	stored int64         // of it, in the file
	all    *atomic.Int64 // bytes in the files of all answers
	err    error         // the first error of Write
}

// Write implements io.Writer.
func (s *spool) Write(p []byte) (int, error) {
	if s.err == nil {
		s.err = s.append(p)
	}
	if s.err != nil {
		return 0, s.err
	}
	return len(p), nil
}

func (s *spool) append(p []byte) error {
	if s.size += int64(len(p)); s.size > answerBytes {
		return errLong
	}
	if s.size <= keptBytes {
		s.memory = append(s.memory, p...)
		return nil
	}
	if s.file == nil {
		f, err := spill.In(os.TempDir()).Create()
		if err != nil {
			return fmt.Errorf("keeping an answer: %w", err)
		}
		s.file = f
		p = append(s.memory, p...)
		s.memory = nil
	}
	s.stored += int64(len(p))
	if s.all.Add(int64(len(p))) > spooledBytes {
		return errSpooled
	}
	if _, err := s.file.Write(p); err != nil {
		return fmt.Errorf("keeping an answer: %w", err)
	}
	return nil
}

// read returns a reader of what was written.
func (s *spool) read() io.Reader {
	if s.file == nil {
		return bytes.NewReader(s.memory)
	}
	return io.NewSectionReader(s.file, 0, s.size)
}

// reset drops what was written.
func (s *spool) reset() {
	s.all.Add(-s.stored)
	if s.file != nil {
		_ = s.file.Close()
	}
	*s = spool{all: s.all}
}
