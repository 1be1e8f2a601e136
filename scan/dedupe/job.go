package dedupe

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"alike/db"
	"alike/db/system"
	"alike/scan/records"
)

// OnError is the treatment of malformed records.
type OnError string

const (
	Pass OnError = "pass" // write it like a kept record
	Drop OnError = "drop" // drop it
	Stop OnError = "stop" // end the run
)

// Keep says which record of a cluster is written: those that were found to be the same as
// the first of them.
type Keep string

const (
	First   Keep = ""
	Last    Keep = "last"
	Longest Keep = "longest" // the most text, and the first of several
)

// Job describes a run, which reads records and writes those that are not duplicates.
type Job struct {
	Matching
	// Older are the ways of matching that earlier versions chose for such a job. A job
	// takes over one of them if its Index was made so.
	Older   []Matching
	Inputs  []records.Input
	Records records.Options
	OnError OnError

	// Keep other than First reads the inputs twice. They must be regular files, and there
	// may be no Index.
	Keep Keep
	// Tag is the field that says which record a record repeats. All records are written
	// then; see records.Tagger. "": repeated records are dropped.
	Tag string

	// Index stores the kept records; if it is nil, they are held in memory. It must be
	// open for writing, unless NoAdd is set: then the run only compares with it.
	Index *db.Index
	NoAdd bool
	// Private is set if the index exists only for this run.
	Private bool

	// To receives the output unless Output is set, the absolute path of a file. A run
	// to a file can be resumed if it has an Index and not NoAdd.
	To      io.Writer
	Output  string
	Dropped string // absolute path of the list of dropped records, "" for none
	JSON    bool   // write that list as JSON Lines

	Resume  bool // resume an unfinished run
	Restart bool // undo an unfinished run and start over
	// Force replaces outputs that exist and are not empty. Without it they are an
	// ExistsError, unless the unfinished run wrote them, or the one named in Own.
	Force bool
	Own   []string // outputs of a run that the caller has undone, as Go string literals

	CommitBytes int64         // input bytes between two commits, 0 for CommitBytes
	CommitTime  time.Duration // maximum time between them, 0 for CommitTime
	Memory      int64         // limit for the kept records in bytes, 0 for none

	Malformed func(m *records.Malformed) // called for each one, in order; may be nil
	Progress  *Progress                  // may be nil
}

// A run with an Output commits this often. Repeating what a killed run loses takes
// between one and ten seconds.
const (
	CommitBytes = 64 << 20
	CommitTime  = 10 * time.Second
)

// Counts counts the records of a run.
type Counts struct {
	Records   int64 `json:"records"` // = Kept + Dropped + Malformed
	Bytes     int64 `json:"bytes"`   // of the decompressed inputs
	Kept      int64 `json:"kept"`
	Dropped   int64 `json:"dropped"`
	Blank     int64 `json:"blank"`     // kept records without text, and empty lines
	Short     int64 `json:"short"`     // records too short to judge, compared only for equality
	Malformed int64 `json:"malformed"` // see OnError
}

// Summary is the result of a run.
type Summary struct {
	Counts           // including those of the runs it resumed
	Before    Counts // of the runs it resumed
	Stored    int64  // records in the index before the run
	Committed bool   // the decisions are in the index and a later run can build on them
	// Undone reports that the run failed before its first record and left no trace in the
	// index, for example because a column is missing from the header.
	Undone bool
	// Finished reports that the run had already finished, and nothing was done.
	Finished bool
	Tagged   bool // the dropped records were written with a tag
	// Repeated reports that it was Finished although it was not to be resumed.
	Repeated bool
}

// Progress is the progress of a run. It may be read during the run.
type Progress struct {
	Records, Dropped  atomic.Int64
	Read, Total       atomic.Int64 // bytes of the inputs before decompression; a total of 0 is unknown
	Loading, LoadedOf atomic.Int64 // records of the index, before the first input is read
}

// adopt takes over the older way of matching by which the records of an index are stored.
func (j *Job) adopt(ix *db.Index) {
	if ix == nil {
		return
	}
	has, _ := ix.RecordMethod()
	for _, m := range j.Older {
		if m.Encoded() == has {
			j.Matching = m
		}
	}
}

// Check returns an error if the options contradict each other, an input is missing, or
// an output cannot be written. It changes nothing.
func (j *Job) Check() error {
	if err := j.Matching.check(); err != nil {
		return err
	}
	if j.Records.Hash != "" && j.Method != Simhash {
		// Without a text, other methods would find all such records equal.
		return fmt.Errorf("hashes in records are for the method simhash, not for %s", j.Method)
	}
	if j.Fields != nil && len(j.Fields) != len(j.Records.Texts) {
		return fmt.Errorf("%d weights for %d text fields", len(j.Fields), len(j.Records.Texts))
	}
	for _, in := range j.Inputs {
		if err := in.Check(); err != nil {
			return err
		}
	}
	if err := j.checkKeep(); err != nil {
		return err
	}
	if j.Tag != "" {
		if _, err := records.NewTagger(j.Records.Layout, j.Tag); err != nil {
			return err
		}
	}
	var outputs []string
	for _, path := range []string{j.Output, j.Dropped} {
		if path == "" {
			continue
		}
		outputs = append(outputs, path)
		if err := records.CheckPacked(path); err != nil {
			return err
		}
		if err := writable(path); err != nil {
			return fmt.Errorf("opening the output %s: %w", path, err)
		}
	}
	if len(outputs) == 2 && sameFile(outputs[0], outputs[1]) {
		return fmt.Errorf("%s cannot be both the output and the list of dropped records", outputs[0])
	}
	if err := records.CheckDistinct(outputs, j.Inputs); err != nil {
		return err
	}
	return j.checkStream()
}

// checkStream returns an error if standard output is a file that is also an input, as
// in alike dedupe FILE >> FILE, which would be read as it grows, or is the list of
// dropped records.
func (j *Job) checkStream() error {
	to, ok := j.To.(*os.File)
	if j.Output != "" || !ok {
		return nil
	}
	info, err := to.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if dropped, err := os.Stat(j.Dropped); j.Dropped != "" && err == nil && os.SameFile(dropped, info) {
		return fmt.Errorf("%s cannot be both standard output and the list of dropped records", j.Dropped)
	}
	return records.CheckOpenDistinct("standard output", info, j.Inputs)
}

// writable returns an error if a file can be neither written nor created. The index
// then never records a run that cannot start.
func writable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return syscall.EISDIR
	case err == nil:
		err = system.MayWrite(path)
	case errors.Is(err, os.ErrNotExist):
		err = system.MayCreateIn(filepath.Dir(path))
	}
	var named *os.PathError
	if errors.As(err, &named) {
		return named.Err // the caller names the path
	}
	return err
}

// sameFile reports whether two paths name the same regular file.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil || !x.Mode().IsRegular() {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// checkKeep returns an error if the inputs or the index do not fit Keep.
func (j *Job) checkKeep() error {
	if j.Keep == First {
		return nil
	}
	if j.Keep != Last && j.Keep != Longest {
		return fmt.Errorf("unknown choice %q of the record to keep", j.Keep)
	}
	if j.Index != nil {
		return errors.New("which record is kept was decided when the index was filled")
	}
	for _, in := range j.Inputs {
		if in.From == nil {
			if info, err := os.Stat(in.Name); err == nil && info.Mode().IsRegular() {
				continue
			}
		}
		return fmt.Errorf("%s: %w", in.Name, ErrReadTwice)
	}
	return nil
}

// Resumable reports whether a run to an output can be resumed: it must be a regular
// file or not exist yet.
func Resumable(output string) bool {
	if output == "" {
		return false
	}
	info, err := os.Stat(output)
	return err != nil || info.Mode().IsRegular()
}
