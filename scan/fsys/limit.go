package fsys

import (
	"context"

	"golang.org/x/time/rate"
)

// LeastReadLimit is the lowest limit that makes sense, in bytes a second: below
// it a photograph takes a minute.
const LeastReadLimit = 64_000

// ioLimit holds reading to a number of bytes a second, over all workers. It is a
// token bucket: what was not read for a while may be made up for, up to a tenth
// of a second. A nil one holds up nothing.
type Limit struct{ bucket *rate.Limiter }

// page is what a piece that is read is a multiple of, where more than that fits
// into the bucket: the system reads whole pages.
const page = 4096

// newIOLimit returns nil for a limit of 0, which is none.
func NewLimit(bytesPerSecond int64) *Limit {
	if bytesPerSecond <= 0 {
		return nil
	}
	burst := max(bytesPerSecond/10/page*page, page)
	return &Limit{rate.NewLimiter(rate.Limit(bytesPerSecond), int(burst))}
}

// wait waits until bytes may be read, and returns how many of those wanted. The
// error is why the context was cancelled, which ends the wait at once.
func (l *Limit) Wait(ctx context.Context, wanted int64) (int64, error) {
	if l == nil || wanted <= 0 {
		return wanted, nil
	}
	n := min(wanted, int64(l.bucket.Burst()))
	if err := l.bucket.WaitN(ctx, int(n)); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return 0, err
	}
	return n, nil
}
