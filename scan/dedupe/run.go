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

// run is a Job at work.
type run struct {
	Job
	method  method
	store   store
	indexed *indexStore // the store, if it is an index
	reader  *records.Reader
	handed  bool // to records.Run, which closes it
	out     *records.Output
	dropped *records.DroppedWriter // nil: not asked for
	lost    *records.Output        // that it writes to

	lasting bool // the output is Resumable

	counts  Counts
	stored  int64 // kept before the run
	state   *state
	at      records.Checkpoint
	partial bool      // a batch is half decided on or written, or ends inside a record
	behind  bool      // something was decided on since the last commit
	read    int64     // bytes since then
	last    time.Time // of then
}

// digested is what a worker found out about a record.
type digested struct {
	record db.Record
	blank  bool
	wrong  error
}

// Run does the job. When it was interrupted, or something went wrong, there is a
// Summary beside the error: what it says to be Committed a run with Resume goes on
// from.
func (j Job) Run(ctx context.Context) (Summary, error) {
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
	if err != nil && r.state != nil && r.neverBegan(err) {
		err = errors.Join(err, r.undo(), r.close())
		return Summary{Undone: true}, err
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
	case r.neverBegan(err):
		undone = r.undo() == nil
		committed = !undone
	default:
		committed = r.keepWhatIsDone()
	}
	if closing := r.close(); err == nil {
		err = closing
	}
	return Summary{Counts: r.counts, Before: before, Stored: r.stored, Committed: committed, Undone: undone}, err
}

// resumable reports whether a run can be gone on with.
func (r *run) resumable() bool { return r.indexed != nil && r.lasting }

// Resumable reports whether an output is one that can be gone on with: a file, and
// no terminal or named pipe.
func Resumable(output string) bool {
	if output == "" {
		return false
	}
	info, err := os.Stat(output)
	return err != nil || info.Mode().IsRegular()
}

// work reads all records and decides on them.
func (r *run) work(ctx context.Context) error {
	r.handed = true
	return records.Run(ctx, r.reader, r.Threads, func() func(*records.Batch) ([]digested, error) {
		digest, err := r.method.worker()
		return func(b *records.Batch) ([]digested, error) {
			if err != nil {
				return nil, err
			}
			return digestAll(b, digest), nil
		}
	}, r.decide)
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
			d.wrong = fmt.Errorf("its id has %d bytes: at most %d are kept", len(rec.ID), db.MaxIDBytes)
		case blank(rec):
			d.blank = true
		default:
			d.record, d.wrong = digest(rec)
			d.record.ID = rec.ID
		}
		all = append(all, d)
	}
	return all
}

// blank reports whether a record has nothing to be compared by.
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
	if r.OnError == Stop && r.behind && !r.partial && anyMalformed(b, all) {
		// So that a run that goes on begins with this batch.
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
			if err := r.out.WriteRecord(rec); err != nil {
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

func anyMalformed(b *records.Batch, all []digested) bool {
	row := 0
	for i := range b.Records {
		if b.Records[i].Role != records.Row {
			continue
		}
		if b.Records[i].Err != nil || all[row].wrong != nil {
			return true
		}
		row++
	}
	return false
}

// row decides on one record.
func (r *run) row(b *records.Batch, rec *records.Record, d *digested) error {
	r.counts.Records++
	if d.wrong != nil {
		rec.Err = &records.Malformed{Input: b.Input, Line: rec.Line, Offset: rec.Start, Reason: d.wrong.Error()}
	}
	if rec.Err != nil {
		return r.malformed(rec)
	}
	if d.blank {
		r.counts.Blank++
		r.counts.Kept++
		return r.out.WriteRecord(rec)
	}
	if d.record.Hash.Short {
		r.counts.Short++
	}
	m, ok, err := r.method.find(&d.record)
	if err != nil {
		return fmt.Errorf("looking for what resembles the record in line %d of %s: %w", rec.Line, b.Input, err)
	}
	if ok {
		r.counts.Dropped++
		return r.drop(rec, m)
	}
	n, err := r.store.add(&d.record)
	if err == nil {
		err = r.method.keep(n, &d.record)
	}
	if err != nil {
		return fmt.Errorf("keeping the record in line %d of %s: %w", rec.Line, b.Input, err)
	}
	r.counts.Kept++
	return r.out.WriteRecord(rec)
}

func (r *run) malformed(rec *records.Record) error {
	r.counts.Malformed++
	if r.OnError == Stop {
		return rec.Err
	}
	if r.Malformed != nil {
		r.Malformed(rec.Err)
	}
	if r.OnError == Drop {
		return nil
	}
	return r.out.WriteRecord(rec)
}

// drop writes the line of a record that is left out.
func (r *run) drop(rec *records.Record, m found) error {
	if r.dropped == nil {
		return nil
	}
	other, ok, err := r.store.record(m.n)
	if err != nil {
		return fmt.Errorf("reading what the record in line %d resembles: %w", rec.Line, err)
	}
	if !ok {
		return fmt.Errorf("the record %d, which that in line %d resembles, is not there", m.n, rec.Line)
	}
	return r.dropped.Write(records.Dropped{ID: rec.ID, Resembles: other.ID, Share: m.share, Distance: m.distance})
}

// decided notes that a batch was decided on, and commits if it is time to.
func (r *run) decided(b *records.Batch) error {
	r.counts.Bytes += int64(b.Bytes())
	r.read += int64(b.Bytes())
	r.Progress.Records.Store(r.counts.Records)
	r.Progress.Dropped.Store(r.counts.Dropped)
	r.Progress.Read.Store(r.reader.BytesRead())
	if !r.resumable() {
		// Whoever reads the stream sees what was decided on.
		if err := r.out.Flush(); err != nil {
			return err
		}
		return r.checkMemory()
	}
	var err error
	if r.at, err = r.reader.Checkpoint(b); err != nil {
		return err
	}
	// A stream that broke off inside a record is to be gone on with before that. Of
	// inputs that others follow the end is the end.
	r.partial, r.behind = b.Cut() && r.at.Input == len(r.Inputs)-1, true
	if err := r.checkMemory(); err != nil {
		return err
	}
	if !r.partial && (r.read >= r.CommitBytes || time.Since(r.last) >= r.CommitTime) {
		return r.commit(false)
	}
	return nil
}

// checkMemory ends a run whose records take more than they may.
func (r *run) checkMemory() error {
	if r.Memory == 0 {
		return nil
	}
	needed := r.store.bytes() + r.method.bytes()
	if needed <= r.Memory {
		return nil
	}
	return &MemoryError{Needed: needed, Allowed: r.Memory, Records: r.stored + r.counts.Kept - r.counts.Blank}
}

// commit makes what was decided on last: the outputs first, then the index, in one
// piece with how long they are.
func (r *run) commit(done bool) error {
	length, err := r.out.Sync()
	if err != nil {
		return err
	}
	r.at.Output = length
	if r.lost != nil {
		length, err := r.lost.Sync()
		if err != nil {
			return err
		}
		if Resumable(r.Dropped) {
			r.at.Dropped = length
		}
	}
	at := r.at
	r.state.At, r.state.Counts, r.state.Done = &at, r.counts, done
	if at.Version == 0 {
		r.state.At = nil // no batch yet
	}
	if err := r.indexed.commit(r.state); err != nil {
		return err
	}
	r.behind, r.read, r.last = false, 0, time.Now()
	return nil
}

// finish ends a run all of whose records were decided on.
func (r *run) finish() (committed bool, err error) {
	if r.resumable() {
		err := r.commit(true)
		return err == nil, err
	}
	// In a stream, what follows is not reached unless all was written.
	_, err = r.out.Sync()
	if err == nil && r.lost != nil {
		_, err = r.lost.Sync()
	}
	if err != nil || r.indexed == nil {
		return false, err
	}
	r.state.Counts, r.state.Done = r.counts, true
	err = r.indexed.commit(r.state)
	return err == nil, err
}

// keepWhatIsDone commits what was decided on by a run that ends before its end, and
// reports whether a run can go on from there. That a run ends without this is no
// loss but of time.
func (r *run) keepWhatIsDone() bool {
	if !r.resumable() {
		if r.out != nil {
			_ = r.out.Flush() // what was decided on
		}
		return false
	}
	if r.behind && !r.partial {
		_ = r.commit(false)
	}
	return true
}

// neverBegan reports whether a run that can be gone on with failed before anything
// was decided on, as when the flags do not fit the input. Then there is nothing to go
// on with, and other flags may be tried.
func (r *run) neverBegan(err error) bool {
	return r.resumable() && r.state.At == nil && r.counts.Records == 0 && !r.behind && !errors.Is(err, context.Canceled)
}

// undo takes the note of the run out of the index.
func (r *run) undo() error {
	r.state.Done, r.state.task = true, task{}
	return r.indexed.commit(r.state)
}

// close closes what the run has opened.
func (r *run) close() error {
	var err error
	if r.reader != nil && !r.handed {
		r.reader.Close()
	}
	if r.Output != "" && r.out != nil {
		err = errors.Join(err, r.out.Close())
	}
	if r.lost != nil {
		err = errors.Join(err, r.lost.Close())
	}
	if r.store != nil {
		err = errors.Join(err, r.store.close())
	}
	return err
}
