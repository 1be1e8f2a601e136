package input

import (
	"context"
	"io"
)

// Interruptible returns a reader of the stream that open returns. Reads fail once ctx is
// done. A read from a terminal or a pipe cannot be cancelled, and neither can opening a
// pipe without a writer. Both happen in a goroutine, which may outlive the reader.
func Interruptible(ctx context.Context, open func() (io.ReadCloser, error)) io.ReadCloser {
	out, in := io.Pipe()
	stop := context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		defer stop()
		src, err := open()
		if err == nil {
			defer src.Close()
			_, err = io.CopyBuffer(in, onlyReader{src}, make([]byte, 256<<10))
		}
		in.CloseWithError(err)
	}()
	return out
}

// onlyReader hides the WriteTo of a file, which would copy in smaller pieces.
type onlyReader struct{ io.Reader }
