package scan

import (
	"sync/atomic"
	"time"

	"alike/db"
)

// settleTime is how long a file must be unchanged before its reading to count as
// settled. A change shortly afterwards may not show in the times,
// because clocks are coarse: some milliseconds on local file systems, 1 s on old ones,
// 2 s on FAT, and as much as the server's clock lags on network file systems.
const settleTime = 2 * time.Second

// clock returns the time and remembers the latest time it returned, because the system
// clock may be set back during a scan.
type clock struct {
	source func() time.Time
	latest atomic.Int64 // in nanoseconds since 1970
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

// unsettled reports whether a file may have changed since its reading began without a
// change of its times. That includes files with times in the future.
func unsettled(s db.Stat, began time.Time) bool {
	return max(s.MTime, s.CTime) > began.Add(-settleTime).UnixNano()
}

// inFuture reports whether a file has times later than now. If the index records it as
// settled, the clock has been set back since, and a change may give the file the same
// times again.
func inFuture(s db.Stat, now time.Time) bool { return max(s.MTime, s.CTime) > now.UnixNano() }
