package dedupe

import (
	"errors"
	"fmt"

	"alike/db"
)

// ErrTooManyRecords reports that an index has no record number left.
var ErrTooManyRecords = errors.New("the index has more than four billion records")

// UnfinishedError reports an unfinished run that prevents a new one.
type UnfinishedError struct {
	Output string // as a Go string literal
	Counts Counts
}

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("the last run on this index, with the output %s, was not finished (%d records were read)", e.Output, e.Counts.Records)
}

// OtherRunError reports that the unfinished run had other options than the resuming
// one.
type OtherRunError struct{ Differs string }

func (e *OtherRunError) Error() string {
	return "the unfinished run had " + e.Differs
}

// ErrNothingToResume reports that there is no unfinished run.
var ErrNothingToResume = errors.New("there is no unfinished run to resume")

// ErrReadTwice reports an input that cannot be read twice, as Keep requires.
var ErrReadTwice = errors.New("only regular files can be read twice")

// MemoryError reports that the kept records of a run take too much memory.
type MemoryError struct {
	Needed, Allowed int64 // bytes
	Records         int64 // kept, including those of the index
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("the %d kept records take %d KiB of memory, and %d KiB are allowed", e.Records, (e.Needed+1023)>>10, e.Allowed>>10)
}

// errDamagedRecord reports a record of an index that is damaged. Run returns it as a
// *db.DamagedError.
var errDamagedRecord = errors.New("a kept record is damaged")

// damaged returns err as damage of an index of records.
func damaged(ix *db.Index, err error) error {
	return &db.DamagedError{Path: ix.Dir(), Problem: err.Error(), Records: true}
}
