package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/scan/dedupe"
	"alike/scan/records"
)

// toldMalformed is how many malformed records are named.
const toldMalformed = 20

// malformedTeller returns a function that names the first malformed records.
func malformedTeller(a *app) func(*records.Malformed) {
	n, hint := 0, ""
	return func(m *records.Malformed) {
		switch n++; {
		case n <= toldMalformed:
			what, next := explain(m)
			a.screen.Note("alike: %s", what)
			if next != "" && next != hint {
				a.screen.Note("  %s", next)
			}
			hint = next
		case n == toldMalformed+1:
			a.screen.Note("alike: there are more malformed records; the summary has their number")
		}
	}
}

// dedupeGauge shows how far a run is: in bytes of its inputs, since their size is
// known, with the records beside them.
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
				return fmt.Sprintf("reading what was kept, %s/%s records", terminal.Comma(p.Loading.Load()), terminal.Comma(of))
			}
			n := p.Records.Load()
			text := terminal.Comma(n) + " records"
			if rate := speed.At(time.Now(), n); rate > 0 {
				text += ", " + terminal.Comma(int64(rate)) + "/s"
			}
			if n > 0 {
				text += ", " + percentage(p.Dropped.Load(), n) + " duplicates"
			}
			if total > 0 && left >= 0 {
				text += fmt.Sprintf(", %v left", left)
			}
			return text
		},
	}
}

func percentage(part, whole int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}

// dedupeJSON is what a dedupe says beyond what every summary says. Counts are of the
// whole run, also of one that was gone on with; seconds and the speed are of this
// process.
type dedupeJSON struct {
	Records   int64   `json:"records"`
	Kept      int64   `json:"kept"`
	Dropped   int64   `json:"dropped"`
	Blank     int64   `json:"blank"`
	Malformed int64   `json:"malformed"`
	Short     int64   `json:"short"`
	Before    int64   `json:"before"` // records of the index before this process
	Speed     float64 `json:"records_per_second"`
	Duplicate float64 `json:"duplicate_rate"`
	Resumed   int64   `json:"resumed"`             // records that were decided on before this process
	Done      bool    `json:"done"`                // false: interrupted, or it failed
	Resumable bool    `json:"resumable,omitempty"` // and can be gone on with
}

// tellDedupe says on standard error how a run went.
func tellDedupe(a *app, o dedupeOptions, sum dedupe.Summary, ended error) {
	took := time.Since(a.started)
	now := sum.Records - sum.Before.Records
	rate := float64(now) / max(took.Seconds(), 0.001)
	if o.out.format == "json" {
		s := a.newSummary("dedupe")
		s.Bytes, s.Results, s.Failed = sum.Bytes, sum.Kept, sum.Malformed
		s.Interrupted = errors.Is(ended, context.Canceled)
		s.dedupeJSON = &dedupeJSON{
			Records: sum.Records, Kept: sum.Kept, Dropped: sum.Dropped, Blank: sum.Blank, Malformed: sum.Malformed,
			Short: sum.Short, Before: sum.Stored, Speed: float64(int64(rate)), Resumed: sum.Before.Records,
			Done: ended == nil, Resumable: ended != nil && sum.Committed,
		}
		if sum.Records > 0 {
			s.Duplicate = float64(sum.Dropped) / float64(sum.Records)
		}
		a.screen.Say(strings.TrimSuffix(string(appendJSON(nil, s)), "\n"))
		return
	}
	if sum.Finished {
		a.screen.Note("that run is finished: there is nothing to go on with")
		return
	}
	parts := []string{terminal.Comma(sum.Kept) + " kept", terminal.Comma(sum.Dropped) + " dropped (" + percentage(sum.Dropped, sum.Records) + ")"}
	for _, c := range []struct {
		n    int64
		what string
	}{
		{sum.Malformed, "malformed"}, {sum.Blank, "without text"}, {sum.Short, "too short to judge but for equality"},
	} {
		if c.n > 0 {
			parts = append(parts, terminal.Comma(c.n)+" "+c.what)
		}
	}
	again := ""
	if sum.Before.Records > 0 {
		again = fmt.Sprintf(", %s of them before this process", terminal.Comma(sum.Before.Records))
	}
	a.screen.Note("read %s (%s)%s in %s, %s a second: %s", terminal.Amount(sum.Records, "record", "records"), terminal.Size(sum.Bytes), again,
		terminal.Seconds(took), terminal.Comma(int64(rate)), strings.Join(parts, ", "))
}
