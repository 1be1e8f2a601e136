package dedupe

import (
	"context"
	"fmt"
	"os"

	"alike/db"
	"alike/scan/records"
)

// begin prepares a run: it finds out where to go on from, enters what was kept
// before, and opens the outputs. It reports whether there is nothing to do.
func (r *run) begin(ctx context.Context) (finished bool, err error) {
	if r.Index == nil || r.NoAdd {
		if r.Resume || r.Restart {
			return false, fmt.Errorf("only a run that keeps its records in an index can be gone on with: %w", ErrNothingToResume)
		}
		if err := r.sameWay(); err != nil {
			return false, err
		}
		r.store = newMemoryStore(r.Index, r.Dropped != "")
	} else if finished, err = r.beginIndexed(); err != nil || finished {
		return finished, err
	}
	if r.method, err = newMethod(r.Matching, r.store.record); err != nil {
		return false, err
	}
	if err := r.load(ctx); err != nil {
		return false, err
	}
	return false, r.open(ctx)
}

// sameWay reports whether an index that is only read has records of this way.
func (r *run) sameWay() error {
	if r.Index == nil {
		return nil
	}
	has, ok := r.Index.RecordWay()
	if want := r.Way(); ok && has != want {
		return &db.WayError{Dir: r.Index.Dir(), Has: has, Want: want}
	}
	return nil
}

// beginIndexed prepares the index, and the state of the run.
func (r *run) beginIndexed() (finished bool, err error) {
	last, err := lastRun(r.Index)
	if err != nil {
		return false, err
	}
	unfinished := last != nil && !last.Done
	now := r.task()
	switch {
	case r.Resume && last == nil && !r.Private, r.Resume && last != nil && last.Done && last.differs(now) != "":
		return false, ErrNothingToResume
	case r.Resume && last != nil && last.Done:
		r.counts = last.Counts
		return true, nil
	case r.Resume && unfinished && last.differs(now) != "":
		return false, &OtherRunError{last.differs(now)}
	case unfinished && !r.Resume && !r.Restart:
		return false, &UnfinishedError{last.Output, last.Counts}
	}
	w, err := r.Index.NewWriter()
	if err != nil {
		return false, err
	}
	r.indexed = &indexStore{ix: r.Index, w: w}
	r.store = r.indexed
	if err := w.KeepRecords(r.Way()); err != nil {
		return false, err
	}
	if r.Resume && unfinished {
		r.state, r.counts = last, last.Counts
		return false, nil
	}
	if unfinished {
		if _, err := w.DropRecords(last.First); err != nil {
			return false, fmt.Errorf("undoing the run that was not finished: %w", err)
		}
	}
	r.state = &state{Version: stateVersion, Private: r.Private, task: now, First: w.NextRecord()}
	if unfinished && !r.lasting {
		// A stream commits at its end, and what was undone is to stay so.
		undone := *r.state
		undone.Done, undone.task = true, task{}
		return false, r.indexed.commit(&undone)
	}
	if r.lasting {
		// From here on a run can go on with this one, before its output is emptied.
		return false, r.indexed.commit(r.state)
	}
	return false, nil
}

// load enters what was kept before.
func (r *run) load(ctx context.Context) error {
	each := func(use func(n db.RecordID, k *db.Record) error) error {
		return r.store.each(ctx, func(n db.RecordID, k *db.Record) error {
			r.stored++
			if r.stored%1024 == 0 {
				r.Progress.Loading.Store(r.stored)
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			return use(n, k)
		})
	}
	if r.Index != nil {
		r.Progress.LoadedOf.Store(r.Index.Records())
	}
	var err error
	if m, ok := r.method.(*simhashMethod); ok {
		err = m.load(each)
	} else {
		err = each(r.method.keep)
	}
	r.Progress.LoadedOf.Store(0)
	if err != nil {
		return fmt.Errorf("reading the records that were kept before: %w", err)
	}
	return r.checkMemory()
}

// open opens inputs and outputs.
func (r *run) open(ctx context.Context) (err error) {
	if total, known := records.Size(r.Inputs); known {
		r.Progress.Total.Store(total)
	}
	at := records.Checkpoint{}
	if r.state != nil && r.state.At != nil {
		at = *r.state.At
		r.at = at
		r.reader, err = records.Resume(ctx, r.Inputs, r.Records, at)
	} else {
		r.reader, err = records.NewReader(r.Inputs, r.Records)
	}
	if err != nil {
		return err
	}
	if r.Output == "" {
		r.out = records.NewOutput(r.To, "standard output", r.Records.Layout)
	} else if r.out, err = records.OpenOutput(r.Output, at.Output, r.Records.Layout); err != nil {
		return err
	}
	if r.Dropped == "" {
		return nil
	}
	if r.lost, err = records.OpenOutput(r.Dropped, at.Dropped, records.Layout{}); err != nil {
		return err
	}
	r.dropped = records.NewDroppedWriter(r.lost, r.JSON)
	return nil
}

// StateSuffix ends the name of the folder in which a run to a file keeps its state
// if there is no other index, beside the file.
const StateSuffix = ".alike"

// goneSuffix ends the name of such a folder while it is removed, so that one that is
// removed in part is never taken for an index.
const goneSuffix = ".alike-finished"

// RemoveState removes the state folder of an output whose run is finished. It can be
// killed at any moment and called again.
func RemoveState(output string) error {
	if err := RemoveRemains(output); err != nil {
		return err
	}
	if err := os.Rename(output+StateSuffix, output+goneSuffix); err != nil {
		return fmt.Errorf("removing the state of the run that is finished: %w", err)
	}
	return RemoveRemains(output)
}

// RemoveRemains removes what is left of a state folder that was being removed.
func RemoveRemains(output string) error {
	if err := os.RemoveAll(output + goneSuffix); err != nil {
		return fmt.Errorf("removing the state of the run that is finished: %w", err)
	}
	return nil
}

// Remains reports whether there is such: then the run was finished.
func Remains(output string) bool {
	_, err := os.Lstat(output + goneSuffix)
	return err == nil
}

// StateOf reports whether an index is the state of a run and nothing else, and
// whether that run is finished.
func StateOf(ix *db.Index) (is, finished bool, err error) {
	last, err := lastRun(ix)
	if err != nil {
		return false, false, err
	}
	if last == nil {
		return ix.Records() == 0, false, nil
	}
	return last.Private, last.Done, nil
}
