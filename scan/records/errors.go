package records

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Faults of an input that end the reading. They are wrapped in an error that names
// the input.
var (
	ErrUTF16          = errors.New("the text is UTF-16, whose lines cannot be found byte by byte")
	ErrWindow         = errors.New("it was compressed with a window of more than 128 MiB")
	ErrHeaderDiffers  = errors.New("its header differs from the header of the inputs before it")
	ErrHeaderEncoding = errors.New("its header is not UTF-8")
)

// OpenError reports an input that cannot be opened.
type OpenError struct {
	Path string
	Err  error
}

func (e *OpenError) Error() string {
	why := e.Err.Error()
	switch {
	case errors.Is(e.Err, fs.ErrNotExist):
		why = "no such file"
	case errors.Is(e.Err, syscall.EISDIR):
		why = "is a folder"
	}
	return fmt.Sprintf("reading the records in %s: %s", e.Path, why)
}

func (e *OpenError) Unwrap() error { return e.Err }

// ErrAmbiguousHash is the cause of a Malformed record whose hash could be decimal or
// hexadecimal.
var ErrAmbiguousHash = errors.New("could be decimal or hexadecimal")

// LongFileError is the cause of a Malformed record that lists a file longer than
// Options.Longest.
type LongFileError struct {
	Path    string
	Longest int // in bytes
}

func (e *LongFileError) Error() string {
	return fmt.Sprintf("%s has more than %d bytes", e.Path, e.Longest)
}

// ErrTaken is the cause of a Malformed that has a field with the name of a tag.
var ErrTaken = errors.New("the name of the tag is taken")

// Malformed reports a record that does not follow its format. The reader continues
// with the next record.
type Malformed struct {
	Input  string
	Line   int64 // from 1
	Offset int64 // of the fault, in the decompressed input
	Reason string
	Cause  error // nil if Reason says it all
}

func (m *Malformed) Error() string {
	return fmt.Sprintf("%s: line %d (byte %d): %s", m.Input, m.Line, m.Offset, m.Reason)
}

func (m *Malformed) Unwrap() error { return m.Cause }

// TooLong reports a record longer than Options.Longest. The reader cannot continue.
type TooLong struct {
	Input     string
	Line      int64
	Offset    int64 // of its first byte
	Longest   int
	OpenQuote bool // a CSV quote in it is not closed
}

func (t *TooLong) Error() string {
	text := fmt.Sprintf("%s: the record in line %d (byte %d) has more than %d bytes", t.Input, t.Line, t.Offset, t.Longest)
	if t.OpenQuote {
		text += ", and a quote in it is not closed"
	}
	return text
}

// ResumeError reports that a run cannot be resumed, because its inputs, outputs or
// options differ from the interrupted run's.
type ResumeError struct{ Reason string }

func (e *ResumeError) Error() string { return "resuming the run: " + e.Reason }

func resumeErrorf(format string, args ...any) *ResumeError {
	return &ResumeError{fmt.Sprintf(format, args...)}
}
