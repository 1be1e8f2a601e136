package fsys

import (
	"context"
	"math"

	"golang.org/x/time/rate"
)

// LeastReadLimit is the lowest sensible limit in bytes per second. Below it, a
// photograph takes a minute.
const LeastReadLimit = 64_000

// Limit is a token bucket that limits the bytes read per second, over all workers.
// Reading may catch up on at most a tenth of a second. A nil Limit imposes none.
type Limit struct{ bucket *rate.Limiter }

// page is the system's unit of reading. Pieces are multiples of it if the bucket holds
// more than one.
const page = 4096

// NewLimit returns a Limit, or nil if bytesPerSecond is 0.
func NewLimit(bytesPerSecond int64) *Limit {
	if bytesPerSecond <= 0 {
		return nil
	}
	burst := max(bytesPerSecond/10/page*page, page)
	return &Limit{rate.NewLimiter(rate.Limit(bytesPerSecond), int(min(burst, math.MaxInt)))}
}

// Wait waits until bytes may be read and returns how many, at most wanted. If ctx is
// cancelled, it returns the cause at once.
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
