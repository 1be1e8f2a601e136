package scan

import (
	"sync/atomic"
	"time"

	"alike/db"
)

// settleTime is how long before it is read a file must have changed last.
// Later changes may leave its times as they are, since clocks are coarse:
// some milliseconds on local file systems, 1 s on old ones, 2 s on FAT, and
// what a server's clock lags behind on those of the network.
const settleTime = 2 * time.Second

// clock tells the time, and remembers the latest that it told: clocks are set
// back in the middle of scans as well.
type clock struct {
	source func() time.Time
	latest atomic.Int64 // nanoseconds since 1970
}

func (c *clock) now() time.Time {
	t := c.source()
	for {
		latest := c.latest.Load()
		if t.UnixNano() <= latest || c.latest.CompareAndSwap(latest, t.UnixNano()) {
			return t
		}
	}
}

// unsettled reports whether a file may still change without its times changing
// after its reading began. Times in the future say nothing about the past.
func unsettled(s db.Stat, began time.Time) bool {
	return max(s.MTime, s.CTime) > began.Add(-settleTime).UnixNano()
}

// inFuture reports whether a file has times that the clock has not come to yet.
// If the index took it for settled the clock has been set back since, and the
// file may change to the same times once more.
func inFuture(s db.Stat, now time.Time) bool { return max(s.MTime, s.CTime) > now.UnixNano() }

// doubted reports whether the clock has been set back since the root, or a tree
// around or inside it, was scanned: it has not come to that time again. What was
// changed meanwhile may have times that the index knows already, so that no file
// of the root counts as unchanged.
func (x *indexer) clockSetBack(r *root, trees []db.Tree) bool {
	latest := x.now().Add(settleTime).UnixNano()
	for _, t := range trees {
		if t.Scanned > latest && (isWithin(t.Path, r.path) || isWithin(r.path, t.Path)) {
			return true
		}
	}
	return false
}
