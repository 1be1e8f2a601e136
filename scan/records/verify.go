package records

import (
	"bufio"
	"bytes"
	"io"
	"sync/atomic"
)

// DiffersError reports an output that does not hold what a run would write to it.
type DiffersError struct{ Path string }

func (e *DiffersError) Error() string { return e.Path + " holds other records" }

// VerifyOutput returns an output that leaves its file as it is. What is written is
// compared with what the file holds, decompressed: the first difference is a
// DiffersError, and Sync expects the end of the file.
func VerifyOutput(path string, l Layout) (*Output, error) {
	src, err := Input{Name: path}.open(new(atomic.Int64))
	if err != nil {
		return nil, err
	}
	v := &verifier{src: src}
	return &Output{to: bufio.NewWriterSize(v, peeked), verify: v, name: path, line: l.end()}, nil
}

// verifier compares what is written to it with a source.
type verifier struct {
	src *source
	buf []byte
}

func (v *verifier) Write(p []byte) (int, error) {
	v.buf = append(v.buf[:0], p...)
	if _, err := io.ReadFull(v.src, v.buf); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, v.src.failed(err)
	} else if err != nil || !bytes.Equal(v.buf, p) {
		return 0, &DiffersError{v.src.name}
	}
	return len(p), nil
}

// end expects the end of the file.
func (v *verifier) end() error {
	switch _, err := io.ReadFull(v.src, make([]byte, 1)); err {
	case io.EOF:
		return nil
	case nil:
		return &DiffersError{v.src.name}
	default:
		return v.src.failed(err)
	}
}
