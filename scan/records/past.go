package records

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
)

// Past identifies an input that was read to its end. The zero value identifies none.
type Past struct {
	State  inputState `json:"state"`
	Length int64      `json:"length"` // decompressed, in bytes
	Sum    uint64     `json:"sum"`    // XXH64 of the decompressed bytes
}

// Past returns the inputs that the reader has read to their ends. Call it after Run.
func (r *Reader) Past() []Past { return r.at.past }

// Same reports whether inputs hold what was read before. An unchanged file, by its size,
// time and first bytes, is not read. Other inputs are read, but no further than the first
// byte too many; ctx ends the wait for a blocked read. Unless streams is set, an input
// that can be read only once is not the same.
func Same(ctx context.Context, inputs []Input, past []Past, streams bool) (bool, error) {
	if len(inputs) != len(past) {
		return false, nil
	}
	for i, in := range inputs {
		if in.From != nil && !streams {
			return false, nil
		}
		type answer struct {
			same bool
			err  error
		}
		answered := make(chan answer, 1)
		go func() {
			same, err := in.same(ctx, past[i], streams)
			answered <- answer{same, err}
		}()
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case a := <-answered:
			if a.err != nil || !a.same {
				return false, a.err
			}
		}
	}
	return true, nil
}

func (in Input) same(ctx context.Context, p Past, streams bool) (bool, error) {
	src, err := in.open(new(atomic.Int64))
	if err != nil {
		return false, err
	}
	defer src.close()
	switch {
	case !src.state.Regular && !streams:
		return false, nil
	case src.state.Regular && src.state == p.State:
		return true, nil
	case src.state.Regular && !src.packed && src.state.Size != p.Length:
		return false, nil
	}
	if err := src.skip(ctx, p.Length, p.Sum); err != nil {
		if errors.As(err, new(*ResumeError)) {
			err = nil // it is shorter, or its bytes differ
		}
		return false, err
	}
	_, err = io.ReadFull(src, make([]byte, 1))
	if err != nil && err != io.EOF {
		return false, src.failed(err)
	}
	return err == io.EOF, nil
}
