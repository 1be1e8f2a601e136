package fsys

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestReadLimitCancelled cancels a wait of ten seconds after one second.
func TestReadLimitCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		limit := NewLimit(LeastReadLimit)
		limit.bucket.ReserveN(time.Now(), limit.bucket.Burst())
		limit.bucket.SetLimit(1) // one byte per second
		begun := time.Now()
		time.AfterFunc(time.Second, func() { cancel(cause) })
		if _, err := limit.Wait(ctx, 10); err != cause {
			t.Errorf("the wait ended with %v, want %v", err, cause)
		}
		if took := time.Since(begun); took != time.Second {
			t.Errorf("the wait ended after %v, want 1 s", took)
		}
	})
}

func TestReadLimitPieces(t *testing.T) {
	for _, c := range []struct{ limit, wanted, want int64 }{
		{0, 1 << 20, 1 << 20}, // no limit
		{LeastReadLimit, 1 << 20, page},
		{LeastReadLimit, 1, 1},
		{LeastReadLimit, 0, 0},
		{1e6, 1 << 20, 24 * page},
		{1e9, 1 << 20, 1 << 20},
		{1<<63 - 1, 1 << 20, 1 << 20},
	} {
		if got, err := NewLimit(c.limit).Wait(t.Context(), c.wanted); got != c.want || err != nil {
			t.Errorf("at %d bytes/s: Wait(%d) = %d, %v; want %d", c.limit, c.wanted, got, err, c.want)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
