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
			options.Create = false
		}
		own := dir
		if o.noAdd {
			own = ""
		}
		if err := cmp.Or(j.CheckClaims(ctx, own), checkNewRun(j, dir)); err != nil {
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
