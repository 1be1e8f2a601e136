package dedupe

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/scan/records"
)

// OnError says what becomes of a malformed record.
type OnError string

const (
	Pass OnError = "pass" // it is written like one that is kept
	Drop OnError = "drop" // it is left out
	Stop OnError = "stop" // it ends the run
)

// Job is a run: records in, those that are no duplicates out.
type Job struct {
	Matching
	Inputs  []records.Input
	Records records.Options
	OnError OnError

	// Index keeps the records; nil keeps them in memory. It must be open for writing
	// unless NoAdd is set, which compares with it and adds nothing.
	Index *db.Index
	NoAdd bool
	// Private says that the index is there for this run alone.
	Private bool

	// To is the output, unless there is an Output: the absolute path of a file that
	// can be gone on with. Without an Index, and with NoAdd, it cannot.
	To      io.Writer
	Output  string
	Dropped string // absolute path of the file for those left out, "" for none
	JSON    bool   // that is JSON Lines

	Resume  bool // goes on with an unfinished run
	Restart bool // undoes one and begins anew

	CommitBytes int64         // of input between two commits, 0 for CommitBytes
	CommitTime  time.Duration // at most, 0 for CommitTime
	Memory      int64         // that kept records may take, 0 for any

	Malformed func(m *records.Malformed) // is told of each, in order; may be nil
	Progress  *Progress                  // may be nil
}

// How often a run with an Output commits. What is lost when it is killed is done
// again in a second or ten.
const (
	CommitBytes = 64 << 20
	CommitTime  = 10 * time.Second
)

// Counts are what a run has come to.
type Counts struct {
	Records   int64 `json:"records"` // = Kept + Dropped + Malformed
	Bytes     int64 `json:"bytes"`   // of the inputs, unpacked
	Kept      int64 `json:"kept"`
	Dropped   int64 `json:"dropped"`
	Blank     int64 `json:"blank"`     // of the kept, those without text, and empty lines
	Short     int64 `json:"short"`     // too short to judge: compared for equality only
	Malformed int64 `json:"malformed"` // see OnError
}

// Summary is how a run ended.
type Summary struct {
	Counts           // with those of the runs that it went on with
	Before    Counts // those of the runs that it went on with
	Stored    int64  // records of the index before the run
	Committed bool   // what was decided is in the index, or will not be asked for
	// Undone says that the run failed before it had begun, and left no trace in the
	// index: with a header that lacks a column, for one.
	Undone bool
	// Finished says that there was nothing to go on with: the run was done already.
	Finished bool
}

// Progress is how far a run is. It may be read while the run goes on.
type Progress struct {
	Records, Dropped  atomic.Int64
	Read, Total       atomic.Int64 // bytes of the inputs as they lie there; a total of 0 is not known
	Loading, LoadedOf atomic.Int64 // records of the index, before the first is read
}

var errTooMany = errors.New("more than four billion records in one index: begin another one")

// UnfinishedError is a run that stands in the way of a new one.
type UnfinishedError struct {
	Output string // quoted
	Counts Counts
}

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("the last run on this index, with the output %s, was not finished (%d records were read)", e.Output, e.Counts.Records)
}

// OtherRunError is an unfinished run that had another task.
type OtherRunError struct{ Differs string }

func (e *OtherRunError) Error() string {
	return "the run that was not finished had " + e.Differs
}

// ErrNothingToResume is a Resume without an unfinished run.
var ErrNothingToResume = errors.New("there is no unfinished run to go on with")

// MemoryError is a run whose kept records take too much memory.
type MemoryError struct {
	Needed, Allowed int64 // bytes
	Records         int64 // kept, the index's among them
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("the %d records that were kept take %d KiB of memory, and %d KiB are allowed", e.Records, (e.Needed+1023)>>10, e.Allowed>>10)
}

// Check finds contradictions, and what is missing before an output is emptied.
func (j *Job) Check() error {
	if err := j.Matching.check(); err != nil {
		return err
	}
	if j.Records.Hash != "" && j.Method != Simhash {
		// Without a text all such records would be equal.
		return fmt.Errorf("hashes that come with records are for the method simhash, not for %s", j.Method)
	}
	if j.Fields != nil && len(j.Fields) != len(j.Records.Texts) {
		return fmt.Errorf("%d weights for %d text fields", len(j.Fields), len(j.Records.Texts))
	}
	for _, in := range j.Inputs {
		if in.From != nil {
			continue
		}
		info, err := os.Stat(in.Name)
		if err == nil && info.IsDir() {
			err = fmt.Errorf("%s is a folder", in.Name)
		}
		if err != nil {
			return fmt.Errorf("opening the records: %w", err)
		}
	}
	var outputs []string
	for _, path := range []string{j.Output, j.Dropped} {
		if path == "" {
			continue
		}
		outputs = append(outputs, path)
		if err := writable(path); err != nil {
			return fmt.Errorf("opening the output: %w", err)
		}
	}
	if len(outputs) == 2 && samePlace(outputs[0], outputs[1]) {
		return fmt.Errorf("%s cannot be both the output and the file of what is left out", outputs[0])
	}
	if err := records.CheckDistinct(outputs, j.Inputs); err != nil {
		return err
	}
	return j.streamApart()
}

// streamApart reports a stream that goes into a file which is an input, as of
// alike dedupe FILE >> FILE, that would be read as it grows, or which is the file of
// what is left out.
func (j *Job) streamApart() error {
	to, ok := j.To.(*os.File)
	if j.Output != "" || !ok {
		return nil
	}
	info, err := to.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if lost, err := os.Stat(j.Dropped); j.Dropped != "" && err == nil && os.SameFile(lost, info) {
		return fmt.Errorf("%s cannot be both standard output and the file of what is left out", j.Dropped)
	}
	return records.CheckOpenDistinct("standard output", info, j.Inputs)
}

// writable reports what keeps a file from being written, or made where it is not
// there, before an index hears of a run that cannot begin.
func writable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return &os.PathError{Op: "open", Path: path, Err: unix.EISDIR}
	case err == nil:
		err = unix.Access(path, unix.W_OK)
	case errors.Is(err, os.ErrNotExist):
		err = unix.Access(filepath.Dir(path), unix.W_OK|unix.X_OK)
	}
	var named *os.PathError
	if err == nil || errors.As(err, &named) {
		return err
	}
	return &os.PathError{Op: "open", Path: path, Err: err}
}

// samePlace reports whether two paths are those of one regular file.
func samePlace(a, b string) bool {
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
