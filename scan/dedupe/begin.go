package dedupe

import (
	"context"
	"fmt"

	"alike/db"
	"alike/scan/records"
)

// begin prepares a run: it finds where to resume, loads the records that were kept
// before, and opens the outputs. It reports true if the run had already finished.
func (r *run) begin(ctx context.Context) (finished bool, err error) {
	r.own = r.Own
	r.adopt(r.Index)
	if r.Index == nil || r.NoAdd {
		if r.Resume || r.Restart {
			return false, fmt.Errorf("only a run that keeps its records in an index can be resumed: %w", ErrNothingToResume)
		}
		if err := r.checkMethod(); err != nil {
			return false, err
		}
		if err := r.checkOutputs(r.own); err != nil {
			if r.verifying = r.outputsExist(); !r.verifying {
				return false, err
			}
		}
		r.store = newMemoryStore(r.Index, r.Dropped != "" || r.Tag != "")
	} else if finished, err = r.beginIndexed(ctx); err != nil || finished {
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

// checkMethod returns an error if an index that is only read has records of another
// encoding.
func (r *run) checkMethod() error {
	if r.Index == nil {
		return nil
	}
	has, ok := r.Index.RecordMethod()
	if want := r.Encoded(); ok && has != want {
		return &db.MethodError{Dir: r.Index.Dir(), Has: has, Want: want}
	}
	return nil
}

// beginIndexed prepares the index and the state of the run.
func (r *run) beginIndexed(ctx context.Context) (finished bool, err error) {
	last, err := lastRun(r.Index)
	if err != nil {
		return false, err
	}
	unfinished := last != nil && !last.Done
	now := r.task()
	switch {
	case r.Resume && last == nil && r.Private:
	case r.Resume && (last == nil || last.Done && last.differs(now) != ""):
		if r.Private || !r.Claimed(r.Index.Dir()) {
			return false, ErrNothingToResume
		}
	case r.Resume && last != nil && last.Done:
		disclaim(last.claimedBy(), last.paths()...) // killed just before it did so itself
		r.counts = last.Counts
		return true, nil
	case r.Resume && unfinished && last.differs(now) != "":
		return false, &OtherRunError{last.differs(now)}
	case unfinished && !r.Resume && !r.Restart:
		return false, &UnfinishedError{last.Output, last.Counts}
	case unfinished:
		lost := last.lost()
		if lost == nil {
			r.own = append(r.own, last.outputs()...)
		} else if r.Resume {
			return false, lost
		}
	case last != nil:
		if r.repeated, finished, err = r.repeats(ctx, last); err != nil || finished {
			return finished, err
		}
	}
	if err := r.checkOutputs(r.own); err != nil {
		return false, err
	}
	w, err := r.Index.NewWriter()
	if err != nil {
		return false, err
	}
	r.indexed = &indexStore{ix: r.Index, w: w}
	r.store = r.indexed
	if err := w.KeepRecords(r.Encoded()); err != nil {
		return false, err
	}
	if r.Resume && unfinished {
		r.state, r.counts = last, last.Counts
		return false, nil
	}
	if unfinished {
		if _, err := w.DropRecords(ctx, last.First); err != nil {
			return false, fmt.Errorf("undoing the unfinished run: %w", err)
		}
	}
	return false, r.newState(last, now)
}

// newState begins the state of a new run, after the last one.
func (r *run) newState(last *state, now task) error {
	r.state = &state{Version: stateVersion, Private: r.Private, task: now, First: r.indexed.w.NextRecord()}
	if last != nil {
		r.state.Finished = last.Finished
	}
	if last != nil && !last.Done {
		disclaim(last.claimedBy(), last.paths()...)
	}
	undone := *r.state
	undone.Done, undone.task = true, task{}
	if last != nil && !last.Done && !r.lasting {
		// A run to a stream commits only at its end, but the undoing must last.
		return r.indexed.commit(&undone)
	}
	if r.lasting {
		if last != nil && last.Done && last.differs(now) == "" {
			// If this run is killed before its own state is written, its claims must not
			// look like those of the last run, which has finished.
			if err := r.indexed.commit(&undone); err != nil {
				return err
			}
		}
		// Make the run resumable before its output is truncated.
		r.state.Claimed = r.state.claim(r.Index.Dir())
		return r.indexed.commit(r.state)
	}
	return nil
}

// load adds the records that were kept before to the method.
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
		return fmt.Errorf("loading the kept records: %w", err)
	}
	return r.checkMemory()
}

// open opens the inputs and outputs.
func (r *run) open(ctx context.Context) (err error) {
	if total, known := records.Size(r.Inputs); known {
		if r.Keep != First {
			total *= 2
		}
		r.Progress.Total.Store(total)
	}
	if r.Tag != "" {
		if r.tagger, err = records.NewTagger(r.Records.Layout, r.Tag); err != nil {
			return err
		}
	}
	at := records.Checkpoint{}
	if r.state != nil && r.state.At != nil {
		at = *r.state.At
		r.at = at
		if r.tagger != nil && at.Header != nil {
			r.tagger.SetHeader(at.Header)
		}
		r.reader, err = records.Resume(ctx, r.Inputs, r.Records, at)
	} else {
		r.reader, err = records.NewReader(r.Inputs, r.Records)
	}
	if err != nil {
		return err
	}
	// Loading the index may have taken long. Only a resumed run continues its outputs.
	if at.Version == 0 && !r.verifying {
		if err := r.checkOutputs(r.own); err != nil {
			return err
		}
	}
	if r.Output == "" {
		r.out = records.NewOutput(r.To, "standard output", r.Records.Layout)
	} else if r.out, err = r.openOutput(ctx, r.Output, at.Output, r.Records.Layout); err != nil {
		return err
	}
	r.out.SetOpen(at.Open)
	if r.Dropped == "" {
		return nil
	}
	if r.list, err = r.openOutput(ctx, r.Dropped, at.Dropped, records.Layout{}); err != nil {
		return err
	}
	r.dropped = records.NewDroppedWriter(r.list, r.JSON)
	return nil
}

// openOutput opens an output for writing or, if it is a file, for verifying.
func (r *run) openOutput(ctx context.Context, path string, length int64, l records.Layout) (*records.Output, error) {
	if r.verifying && Resumable(path) {
		return records.VerifyOutput(path, l)
	}
	return records.OpenOutput(ctx, path, length, l)
}
