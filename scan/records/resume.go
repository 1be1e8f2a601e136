package records

import (
	"context"
	"io"

	"github.com/cespare/xxhash/v2"
)

// Resume returns a reader that continues after a checkpoint. In an uncompressed file
// that has not changed since, it seeks there. Any other input is read up to there, and
// its bytes must match the checkpoint's digest. So an input may have changed after the
// checkpoint, as a growing log does; a change before it is a ResumeError.
func Resume(ctx context.Context, inputs []Input, o Options, c Checkpoint) (*Reader, error) {
	r, err := NewReader(inputs, o)
	if err != nil {
		return nil, err
	}
	at, err := c.position(inputs, r.o.Layout)
	if err != nil {
		return nil, err
	}
	if at.header != nil {
		if r.parser, err = r.parser.withHeader(at.header); err != nil {
			return nil, resumeErrorf("the header in its checkpoint: %v", err)
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

// skip reads n bytes, whose XXH64 must be sum.
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
			return resumeErrorf("%s is shorter than the %d bytes that were read from it", s.name, n)
		case err != nil && err != io.EOF:
			return s.failed(err)
		}
	}
	if digest.Sum64() != sum {
		return resumeErrorf("the first %d bytes of %s have changed since they were read", n, s.name)
	}
	return nil
}
