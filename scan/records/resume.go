package records

import (
	"context"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// Resume returns a reader that goes on behind a checkpoint. A file that did not
// change since is entered there; anything else, and what is compressed, is read
// up to there, and its bytes must be those of then: so what changed behind the
// checkpoint, as a log that grew, is no matter, and what changed before it is an
// error.
func Resume(ctx context.Context, inputs []Input, o Options, c Checkpoint) (*Reader, error) {
	r, err := NewReader(inputs, o)
	if err != nil {
		return nil, err
	}
	at, err := c.place(inputs, r.o.Layout)
	if err != nil {
		return nil, fmt.Errorf("going on from a checkpoint: %w", err)
	}
	if at.header != nil {
		if r.parser, err = r.parser.withHeader(at.header); err != nil {
			return nil, fmt.Errorf("going on from a checkpoint: its header: %w", err)
		}
	}
	src, err := inputs[at.input].open(&r.read)
	if err != nil {
		return nil, err
	}
	if src.state.Regular && src.state == at.state && !src.packed && at.offset <= src.state.Size {
		_, err = src.file.Seek(at.offset, io.SeekStart)
		src.plain.Reset(src.from)
		r.read.Store(at.offset)
	} else {
		err = src.skip(ctx, at.offset, at.digest.Sum64())
	}
	if err != nil {
		src.close()
		return nil, err
	}
	if before, ok := Size(inputs[:at.input]); ok {
		r.read.Add(before)
	}
	at.state = src.state
	r.src, r.at = src, at
	return r, nil
}

// skip reads n bytes, which must have a sum.
func (s *source) skip(ctx context.Context, n int64, sum uint64) error {
	var digest xxhash.Digest
	digest.Reset()
	buf := make([]byte, defaultBatchBytes)
	for left := n; left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		got, err := s.Read(buf[:min(left, int64(len(buf)))])
		_, _ = digest.Write(buf[:got])
		left -= int64(got)
		switch {
		case err == io.EOF && left > 0:
			return fmt.Errorf("going on from a checkpoint: %s has fewer than the %d bytes that were read of it: give the same input again, or begin anew", s.name, n)
		case err != nil && err != io.EOF:
			return s.failed(err)
		}
	}
	if digest.Sum64() != sum {
		return fmt.Errorf("going on from a checkpoint: the first %d bytes of %s are not those that were read of it: give the same input again, or begin anew", n, s.name)
	}
	return nil
}
