package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/scan/dedupe"
	"alike/scan/records"
)

// dedupeIndex opens the index of a run. That is the index of --index if it is given; with
// only --output, a private index beside the output, which is removed at the end; otherwise
// none. If private is set without an index, nothing is left to do.
func dedupeIndex(ctx context.Context, a *app, o dedupeOptions, j *dedupe.Job, indexed bool) (ix *db.Index, private bool, err error) {
	options := db.Options{Write: true, Create: true, Kind: db.Records}
	switch {
	case indexed:
		dir, err := indexDir(a)
		if err != nil {
			return nil, false, err
		}
		for _, path := range []string{j.Output, j.Dropped} {
			if in, err := filepath.Rel(dir, path); path != "" && err == nil && filepath.IsLocal(in) {
				return nil, false, advice.Usagef("%s is in the folder of the index: choose another place", terminal.Visible(path))
			}
		}
		if o.noAdd {
			options.Write, options.Create = false, false
		}
		if o.resume {
			options.Create = j.Claimed(dir)
		}
		own := dir
		if o.noAdd {
			own = ""
		}
		if err := j.CheckClaims(ctx, own); err != nil {
			return nil, false, err
		}
		if err := checkNewRun(j, dir); err != nil {
			return nil, false, err
		}
		ix, err = openIndex(ctx, a, dir, o.index, options)
		if errors.Is(err, db.ErrNoIndex) {
			next := "leave out --no-add to create an index of these records"
			if o.resume {
				next = "leave out --resume to start a run"
			}
			err = advice.With(err, next)
		}
		return ix, false, err
	case j.Output == "":
		return nil, false, j.CheckClaims(ctx, "")
	case !dedupe.Resumable(j.Output):
		if o.resume || o.restart {
			return nil, false, advice.Usagef("--output %s is not a regular file, so a run to it cannot be resumed: leave out --resume and --restart", terminal.Visible(o.output))
		}
		return nil, false, j.CheckClaims(ctx, "")
	}
	if err := j.CheckClaims(ctx, j.Output+dedupe.StateSuffix); err != nil {
		return nil, false, err
	}
	if done, err := leftState(ctx, a, o, j); err != nil || done {
		return nil, done, err
	}
	if j.Keep != dedupe.First {
		return nil, false, j.CheckClaims(ctx, "")
	}
	if checkNewRun(j, j.Output+dedupe.StateSuffix) != nil {
		return nil, false, nil // the run compares, or is refused
	}
	ix, err = openIndex(ctx, a, j.Output+dedupe.StateSuffix, o.index, options)
	if err != nil {
		err = fmt.Errorf("keeping the state of the run beside its output: %w", err)
	}
	return ix, true, err
}

// checkNewRun refuses a run that would replace an output before the folder of its index is
// created.
func checkNewRun(j *dedupe.Job, dir string) error {
	if _, err := os.Lstat(dir); j.Resume || !errors.Is(err, os.ErrNotExist) {
		return nil // Run knows more
	}
	return j.CheckOutputs()
}

// leftState examines the state that an earlier run to this output left, and removes it if
// this run will not resume it. It reports whether nothing is left to do.
func leftState(ctx context.Context, a *app, o dedupeOptions, j *dedupe.Job) (done bool, err error) {
	dir := j.Output + dedupe.StateSuffix
	finished := dedupe.HasRemains(j.Output)
	if err := dedupe.RemoveRemains(j.Output); err != nil {
		return false, err
	}
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		switch {
		case o.resume && finished:
			a.screen.Note("the run to %s has finished: there is nothing to resume", terminal.Visible(j.Output))
			return true, nil
		case o.resume:
			return false, advice.With(fmt.Errorf("%w: there is no folder %s, which exists only during a run", dedupe.ErrNothingToResume, dir),
				"leave out --resume to start a run")
		}
		return false, nil
	}
	ix, err := openIndex(ctx, a, dir, o.index, db.Options{Write: true, Kind: db.Records})
	if errors.Is(err, db.ErrNoIndex) {
		return false, nil // killed before it began
	}
	if err != nil {
		return false, fmt.Errorf("reading the state of the last run to this output: %w", err)
	}
	st, err := dedupe.StateOf(ix)
	sum, repeated := dedupe.Summary{}, false
	if err == nil && st.Private && st.Finished && !o.resume {
		sum, repeated, err = j.Repeats(ctx, ix)
	}
	err = cmp.Or(err, ix.Close())
	switch {
	case err != nil:
		return false, err
	case !st.Private:
		return false, advice.With(fmt.Errorf("%s is an index of records, not the state of a run to %s", dir, j.Output),
			"name it with --index to use it, or name another --output")
	case repeated:
		a.failed += sum.Malformed
		report.NoteDeduped(a.screen, o.out, sum, time.Since(a.started), nil)
		return true, dedupe.RemoveState(j.Output)
	case o.restart || st.Finished && !o.resume:
		if !st.Finished {
			j.Own = st.Outputs
			st.Disclaim()
		}
		return false, dedupe.RemoveState(j.Output)
	}
	return false, nil
}

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
