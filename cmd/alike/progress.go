package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"alike/scan"
)

// scanGauge shows how far a scan has come: in bytes, since it is they that take
// the time, with the number of files beside them.
func scanGauge(p *scan.Progress) gauge {
	return gauge{
		read: func() (done, total int64) {
			if p.Counted.Load() {
				total = p.TotalBytes.Load()
			}
			return p.DoneBytes.Load(), total
		},
		text: func(done, total int64, rate float64, left time.Duration) string {
			var b strings.Builder
			if total > 0 {
				fmt.Fprintf(&b, "%s/%s files, %s/%s", comma(p.Done.Load()), comma(p.TotalFiles.Load()), size(done), size(total))
			} else {
				fmt.Fprintf(&b, "%s files, %s", comma(p.Done.Load()), size(done))
			}
			if rate > 0 {
				fmt.Fprintf(&b, ", %s/s", size(int64(rate)))
			}
			if total > 0 && left >= 0 {
				fmt.Fprintf(&b, ", %v left", left)
			}
			return b.String()
		},
	}
}

// progressCounter is told by a library how far it is, from any goroutine.
type progressCounter struct {
	done, total atomic.Int64
}

func (c *progressCounter) set(done, total int64) {
	c.done.Store(done)
	c.total.Store(total)
}

// gauge shows a counter with a word for what is going on.
func (c *progressCounter) gauge(doing string) gauge {
	return gauge{
		read: func() (done, total int64) { return c.done.Load(), c.total.Load() },
		text: func(_, _ int64, _ float64, left time.Duration) string {
			if left < 0 {
				return doing
			}
			return fmt.Sprintf("%s, %v left", doing, left)
		},
	}
}
