package terminal

import (
	"fmt"
	"sync/atomic"
	"time"
)

// Counter is the progress of a job without units. It is safe for concurrent use.
type Counter struct {
	done, total atomic.Int64
}

// Set records the work done and the total; a total of 0 is unknown.
func (c *Counter) Set(done, total int64) {
	c.done.Store(done)
	c.total.Store(total)
}

// Add adds to the work done.
func (c *Counter) Add(n int64) { c.done.Add(n) }

// Gauge returns a gauge that shows the counter beside the name of the activity.
func (c *Counter) Gauge(activity string) Gauge {
	return Gauge{
		Read: func() (done, total int64) { return c.done.Load(), c.total.Load() },
		Text: func(_, _ int64, _ float64, left time.Duration) string {
			if left < 0 {
				return activity
			}
			return fmt.Sprintf("%s, %v left", activity, left)
		},
	}
}
