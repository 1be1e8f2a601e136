package dedupe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"alike/db"
	"alike/scan/records"
)

// run executes a Job.
type run struct {
	Job
	method  method
	store   store
	indexed *indexStore // the store, if it is an index
	reader  *records.Reader
	handed  bool // records.Run has the reader and closes it
	out     *records.Output
	dropped *records.DroppedWriter // nil if not requested
	list    *records.Output        // where dropped writes
	tagger  *records.Tagger        // nil if not requested
	choice  *choice                // nil if the first of each cluster is kept

	lasting  bool     // the output is Resumable
	own      []string // outputs of an unfinished run, which may be replaced
	repeated Summary  // of the finished run that this one repeats

	verifying bool // the outputs are compared, not written

	counts  Counts
	stored  int64 // records kept before the run
	state   *state
	at      records.Checkpoint
	partial bool      // a batch is decided on or written in part, or ends inside a record
	pending bool      // there are decisions since the last commit
	read    int64     // bytes since the last commit
	last    time.Time // the time of the last commit
}

// digested is the result of a worker for one record.
type digested struct {
	record db.Record
	blank  bool
	err    error // the record is malformed
}

// Run runs the job. If it fails or the context is cancelled, it returns a Summary along
// with the error. If that is Committed, a run with Resume continues from there.
func (j Job) Run(ctx context.Context) (Summary, error) {
	sum, err := j.run(ctx)
	return sum, j.damage(err)
}

func (j Job) run(ctx context.Context) (Summary, error) {
	if err := j.Check(); err != nil {
		return Summary{}, err
	}
	if j.CommitBytes == 0 {
		j.CommitBytes = CommitBytes
	}
	if j.CommitTime == 0 {
		j.CommitTime = CommitTime
	}
	if j.Progress == nil {
		j.Progress = &Progress{}
	}
	r := &run{Job: j, lasting: Resumable(j.Output), last: time.Now()}
	finished, err := r.begin(ctx)
	if err != nil && r.state != nil && r.failedAtStart(err) {
		undoing := r.undo()
		return Summary{Undone: true}, errors.Join(err, undoing, r.close())
	}
	if err == nil && r.repeated.Repeated {
		return r.repeated, r.close()
	}
	if err != nil || finished {
		return Summary{Counts: r.counts, Finished: finished}, errors.Join(err, r.close())
	}
	before := r.counts
	err = r.work(ctx)
	committed, undone := false, false
	switch {
	case err == nil:
		committed, err = r.finish()
	case r.failedAtStart(err):
		undone = r.undo() == nil
		committed = !undone
	default:
		committed = r.commitDecided()
	}
	if closing := r.close(); err == nil {
		err = closing
	}
	var differs *records.DiffersError
	switch {
	case errors.As(err, &differs):
		return Summary{}, &ExistsError{differs.Path}
	case r.verifying && err == nil:
		return Summary{Counts: r.counts, Finished: true, Repeated: true}, nil
	}
	return Summary{Counts: r.counts, Before: before, Stored: r.stored, Committed: committed, Undone: undone, Tagged: r.Tag != ""}, err
}

// resumable reports whether the run can be resumed.
func (r *run) resumable() bool { return r.indexed != nil && r.lasting }

// work reads and decides on all records.
func (r *run) work(ctx context.Context) error {
	if r.Keep != First {
		return r.workTwice(ctx)
	}
	return r.readAll(ctx, r.decide)
}

// readAll digests all records and passes them on in order.
func (r *run) readAll(ctx context.Context, decide func(*records.Batch, []digested) error) error {
	r.handed = true
	return records.Run(ctx, r.reader, r.Threads, func() func(*records.Batch) ([]digested, error) {
		digest, err := r.method.worker()
		return func(b *records.Batch) ([]digested, error) {
			if err != nil {
				return nil, err
			}
			return digestAll(b, digest), nil
		}
	}, decide)
}

// digestAll digests the records of a batch.
func digestAll(b *records.Batch, digest func(*records.Record) (db.Record, error)) []digested {
	all := make([]digested, 0, b.Rows)
	for i := range b.Records {
		rec := &b.Records[i]
		if rec.Role != records.Row {
			continue
		}
		var d digested
		switch {
		case rec.Err != nil:
		case len(rec.ID) > db.MaxIDBytes:
			d.err = fmt.Errorf("its id has %d bytes, more than %d", len(rec.ID), db.MaxIDBytes)
		case blank(rec):
			d.blank = true
		default:
			d.record, d.err = digest(rec)
			d.record.ID = rec.ID
		}
		all = append(all, d)
	}
	return all
}

// blank reports whether a record has neither text nor hash to compare.
func blank(rec *records.Record) bool {
	if rec.HasHash {
		return false
	}
	for _, text := range rec.Texts {
		if len(bytes.TrimSpace(text)) > 0 {
			return false
		}
	}
	return true
}

// decide decides on the records of a batch, in order.
func (r *run) decide(b *records.Batch, all []digested) error {
	if r.OnError == Stop && r.pending && !r.partial && anyMalformed(b, all) {
		// A resumed run then starts with this batch.
		if err := r.commit(false); err != nil {
			return err
		}
	}
	r.partial = true
	row := 0
	for i := range b.Records {
		rec := &b.Records[i]
		if rec.Role != records.Row {
			if rec.Role == records.Blank {
				r.counts.Blank++
			}
			if err := r.writeOther(b, rec); err != nil {
				return err
			}
			continue
		}
		if err := r.row(b, rec, &all[row]); err != nil {
			return err
		}
		row++
	}
	return r.decided(b)
}

// anyMalformed reports whether a batch has a malformed record.
func anyMalformed(b *records.Batch, all []digested) bool {
	row := 0
	for i := range b.Records {
		if b.Records[i].Role != records.Row {
			continue
		}
		if b.Records[i].Err != nil || all[row].err != nil {
			return true
		}
		row++
	}
	return false
}

// decided records that a batch was decided on, and commits if it is time.
func (r *run) decided(b *records.Batch) error {
	r.counts.Bytes += int64(b.Bytes())
	r.read += int64(b.Bytes())
	r.Progress.Records.Store(r.counts.Records)
	r.Progress.Dropped.Store(r.counts.Dropped)
	r.Progress.Read.Store(r.reader.BytesRead())
	if !r.resumable() {
		// Readers of the stream see each batch at once.
		if err := r.out.Flush(); err != nil {
			return err
		}
		return r.checkMemory()
	}
	var err error
	if r.at, err = r.reader.Checkpoint(b); err != nil {
		return err
	}
	// If the last input ends inside a record, a resumed run must start before that
	// record: the input may have grown by then. Earlier inputs are complete.
	r.partial, r.pending = b.Cut() && r.at.Input == len(r.Inputs)-1, true
	if err := r.checkMemory(); err != nil {
		return err
	}
	if !r.partial && (r.read >= r.CommitBytes || time.Since(r.last) >= r.CommitTime) {
		return r.commit(false)
	}
	return nil
}

// checkMemory returns a MemoryError if the kept records exceed the limit.
func (r *run) checkMemory() error {
	if r.Memory == 0 {
		return nil
	}
	needed := r.store.bytes() + r.method.bytes()
	if r.choice != nil {
		needed += r.choice.bytes()
	}
	if needed <= r.Memory {
		return nil
	}
	return &MemoryError{Needed: needed, Allowed: r.Memory, Records: r.stored + r.counts.Kept - r.counts.Blank}
}

// commit makes the decisions durable: first the outputs, then the index in one commit
// with the lengths of the outputs.
func (r *run) commit(done bool) error {
	length, err := r.out.Sync()
	if err != nil {
		return err
	}
	r.at.Output, r.at.Open = length, r.out.Open()
	if r.list != nil {
		length, err := r.list.Sync()
		if err != nil {
			return err
		}
		if Resumable(r.Dropped) {
			r.at.Dropped = length
		}
	}
	at := r.at
	// Listed files are not part of the input that was read, so runs on them are never recognised.
	if done && r.Output != "" && r.Records.Format != records.Files {
		r.state.remember(finishedRun{
			Task: r.digest(), Inputs: r.reader.Past(), Counts: r.counts, Output: at.Output, Dropped: at.Dropped,
		})
	}
	r.state.At, r.state.Counts, r.state.Done = &at, r.counts, done
	if at.Version == 0 {
		r.state.At = nil // there was no batch yet
	}
	if err := r.indexed.commit(r.state); err != nil {
		return err
	}
	r.pending, r.read, r.last = false, 0, time.Now()
	return nil
}

// finish ends a run after its last record.
func (r *run) finish() (committed bool, err error) {
	if r.resumable() {
		err := r.commit(true)
		if err == nil {
			disclaim(r.state.claimedBy(), r.state.paths()...)
		}
		return err == nil, err
	}
	// The index records a run to a stream only if all of the output was written, and is on
	// disk if it goes to a file.
	_, err = r.out.Sync()
	if to, ok := r.To.(*os.File); err == nil && ok && r.Output == "" && r.indexed != nil {
		if info, statErr := to.Stat(); statErr == nil && info.Mode().IsRegular() {
			if err = to.Sync(); err != nil {
				err = fmt.Errorf("writing records to standard output: %w", err)
			}
		}
	}
	if err == nil && r.list != nil {
		_, err = r.list.Sync()
	}
	if err != nil || r.indexed == nil {
		return false, err
	}
	r.state.Counts, r.state.Done = r.counts, true
	err = r.indexed.commit(r.state)
	return err == nil, err
}

// commitDecided commits the decisions of a run that failed or was interrupted, and
// reports whether the run can be resumed. If the commit fails, a resumed run repeats
// those decisions.
func (r *run) commitDecided() bool {
	if !r.resumable() {
		if r.out != nil {
			_ = r.out.Flush()
		}
		return false
	}
	if r.pending && !r.partial {
		_ = r.commit(false)
	}
	return true
}

// failedAtStart reports whether a resumable run failed before its first decision, for
// example because its options do not fit the input. There is nothing to resume then.
func (r *run) failedAtStart(err error) bool {
	return r.resumable() && r.state.At == nil && r.counts.Records == 0 && !r.pending && !errors.Is(err, context.Canceled)
}

// undo removes the state of the run from the index.
func (r *run) undo() error {
	outputs := r.state.paths()
	r.state.Done, r.state.task = true, task{}
	err := r.indexed.commit(r.state)
	if err == nil {
		disclaim(r.state.claimedBy(), outputs...)
	}
	return err
}

// close closes the files that the run has opened.
func (r *run) close() error {
	var err error
	if r.reader != nil && !r.handed {
		r.reader.Close()
	}
	if r.Output != "" && r.out != nil {
		err = errors.Join(err, r.out.Close())
	}
	if r.list != nil {
		err = errors.Join(err, r.list.Close())
	}
	if r.store != nil {
		err = errors.Join(err, r.store.close())
	}
	return err
}
