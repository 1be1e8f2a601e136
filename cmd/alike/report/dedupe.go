package report

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/scan/dedupe"
)

// NoteDeduped reports the outcome of a run of dedupe on standard error, because records
// go to standard output. A resumed run counts from its first start, but took and the
// rate cover only this process.
func NoteDeduped(screen *terminal.Screen, f Flags, sum dedupe.Summary, took time.Duration, ended error) {
	rate := float64(sum.Records-sum.Before.Records) / max(took.Seconds(), 0.001)
	if f.info().summary {
		screen.Say(string(appendFields(nil, dedupeSummary(sum, took, rate, ended).all())))
		return
	}
	if errors.Is(ended, ErrClosed) {
		return // how far the run came is chance
	}
	if sum.Repeated {
		screen.Note("this run has finished before, with the same options, inputs and outputs: nothing was done")
		return
	}
	if sum.Finished {
		screen.Note("that run has finished: there is nothing to resume")
		return
	}
	dropped := " dropped ("
	if sum.Tagged {
		dropped = " tagged ("
	}
	parts := []string{terminal.Comma(sum.Kept) + " kept", terminal.Comma(sum.Dropped) + dropped + Percentage(sum.Dropped, sum.Records) + ")"}
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
	screen.Note("read %s (%s)%s in %s, %s a second: %s", terminal.Amount(sum.Records, "record", "records"), terminal.Size(sum.Bytes), again,
		terminal.Seconds(took), terminal.Comma(int64(rate)), strings.Join(parts, ", "))
}

func dedupeSummary(sum dedupe.Summary, took time.Duration, rate float64, ended error) *Summary {
	s := &Summary{
		Verb: "dedupe", Bytes: sum.Bytes, Failed: sum.Malformed, Took: took, results: sum.Kept,
		Interrupted: errors.Is(ended, context.Canceled),
	}
	duplicates := 0.0
	if sum.Records > 0 {
		duplicates = float64(sum.Dropped) / float64(sum.Records)
	}
	s.Add(Field{"records", sum.Records}, Field{"kept", sum.Kept}, Field{"dropped", sum.Dropped},
		Field{"blank", sum.Blank}, Field{"malformed", sum.Malformed}, Field{"short", sum.Short},
		Field{"before", sum.Stored}, Field{"records_per_second", float64(int64(rate))},
		Field{"duplicate_rate", duplicates}, Field{"resumed", sum.Before.Records}, Field{"done", ended == nil})
	if sum.Repeated {
		s.Add(Field{"repeated", true})
	}
	if ended != nil && sum.Committed {
		s.Add(Field{"resumable", true})
	}
	return s
}

// NoteFeatures reports the counts of --build-idf.
func NoteFeatures(screen *terminal.Screen, f Flags, counts dedupe.Counts, features int, took time.Duration) {
	if f.info().summary {
		NoteDeduped(screen, f, dedupe.Summary{Counts: counts}, took, nil)
		return
	}
	screen.Note("counted %s (%s): the table has %s that occur in two or more", terminal.Amount(counts.Records, "record", "records"),
		terminal.Size(counts.Bytes), terminal.Amount(int64(features), "feature", "features"))
}

// Percentage returns a part of a whole in percent, with one decimal.
func Percentage(part, whole int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}
