package main

import (
	"fmt"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/scan"
)

// scanGauge shows how far a scan has come: in bytes, since it is they that take
// the time, with the number of files beside them.
func scanGauge(p *scan.Progress) terminal.Gauge {
	return terminal.Gauge{
		Read: func() (done, total int64) {
			if p.Counted.Load() {
				total = p.TotalBytes.Load()
			}
			return p.DoneBytes.Load(), total
		},
		Text: func(done, total int64, rate float64, left time.Duration) string {
			var b strings.Builder
			if total > 0 {
				fmt.Fprintf(&b, "%s/%s files, %s/%s", terminal.Comma(p.Done.Load()), terminal.Comma(p.TotalFiles.Load()), terminal.Size(done), terminal.Size(total))
			} else {
				fmt.Fprintf(&b, "%s files, %s", terminal.Comma(p.Done.Load()), terminal.Size(done))
			}
			if rate > 0 {
				fmt.Fprintf(&b, ", %s/s", terminal.Size(int64(rate)))
			}
			if total > 0 && left >= 0 {
				fmt.Fprintf(&b, ", %v left", left)
			}
			return b.String()
		},
	}
}
