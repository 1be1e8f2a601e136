package main

import (
	"fmt"
	"time"

	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/scan/dedupe"
	"alike/scan/records"
)

// maxMalformed is the maximum number of malformed records reported individually.
const maxMalformed = 20

// malformedReporter returns a function that reports the first malformed records.
func malformedReporter(a *app) func(*records.Malformed) {
	n, hint := 0, ""
	return func(m *records.Malformed) {
		switch n++; {
		case n <= maxMalformed:
			what, next := explain(m)
			a.screen.Note("alike: %s", what)
			if next != "" && next != hint {
				a.screen.Note("  %s", next)
			}
			hint = next
		case n == maxMalformed+1:
			a.screen.Note("alike: there are more malformed records; the summary counts them")
		}
	}
}

// dedupeGauge shows the progress of a run in bytes of input, because their total is known,
// and the number of records beside it.
func dedupeGauge(p *dedupe.Progress) terminal.Gauge {
	var speed terminal.Speedometer
	return terminal.Gauge{
		Read: func() (done, total int64) {
			if of := p.LoadedOf.Load(); of > 0 {
				return 0, 0
			}
			return p.Read.Load(), p.Total.Load()
		},
		Text: func(_, total int64, _ float64, left time.Duration) string {
			if of := p.LoadedOf.Load(); of > 0 {
				return fmt.Sprintf("loading %s/%s records", terminal.Comma(p.Loading.Load()), terminal.Comma(of))
			}
			n := p.Records.Load()
			text := terminal.Comma(n) + " records"
			if rate := speed.At(time.Now(), n); rate > 0 {
				text += ", " + terminal.Comma(int64(rate)) + "/s"
			}
			if n > 0 {
				text += ", " + report.Percentage(p.Dropped.Load(), n) + " duplicates"
			}
			if total > 0 && left >= 0 {
				text += fmt.Sprintf(", %v left", left)
			}
			return text
		},
	}
}
