package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"alike/db/system"
)

// ErrClosed reports that the reader of the results is gone, for example because head has
// read enough. It is not a failure.
var ErrClosed = errors.New("standard output was closed")

// stream is standard output, buffered. Its first error stops it and is returned by err.
type stream struct{ w *bufio.Writer }

func newStream(w io.Writer) *stream { return &stream{bufio.NewWriterSize(w, 64<<10)} }

// Write makes a stream an io.Writer.
func (s *stream) Write(data []byte) (int, error) {
	n, err := s.w.Write(data)
	return n, written(err)
}

func (s *stream) line(format string, args ...any) { fmt.Fprintf(s.w, format+"\n", args...) }

// columns writes a line of columns, at less cost than line.
func (s *stream) columns(cells ...string) {
	for i, cell := range cells {
		if i > 0 {
			_ = s.w.WriteByte('\t')
		}
		_, _ = s.w.WriteString(cell)
	}
	_ = s.w.WriteByte('\n')
}

// err returns the first error of a write; a bufio.Writer repeats it.
func (s *stream) err() error {
	_, err := s.w.Write(nil)
	return written(err)
}

func (s *stream) flush() error { return written(s.w.Flush()) }

// written wraps an error of a write. A closed pipe becomes ErrClosed.
func written(err error) error {
	switch {
	case err == nil || errors.Is(err, ErrClosed):
		return err
	case system.IsClosed(err):
		return ErrClosed
	default:
		return fmt.Errorf("writing the results to standard output: %w", err)
	}
}

// WriteText writes a text that is not a result, such as help, to standard output.
func WriteText(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return written(err)
}
