package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"alike/db/system"
)

// ErrNoIndex reports that there is no index in a folder and none was to be created. It
// is returned wrapped with the name of the folder.
var ErrNoIndex = errors.New("no index")

// ErrNoTempDir reports that the small temporary folder that a reader needs could not be
// created anywhere.
var ErrNoTempDir = errors.New("no temporary folder")

// ErrMissing reports a key that the store does not hold.
var ErrMissing = errors.New("key not in the index")

// HeldError reports that another process writes to the index. PID is 0 and Command
// empty if the holder is not known.
type HeldError struct {
	Dir     string
	PID     int
	Command string
	Since   time.Time // when the holder took the lock; zero if not known
	State   string    // its last announced progress; "" if it announced none
}

func (e *HeldError) Error() string {
	holder := "another process"
	if e.PID != 0 {
		holder = fmt.Sprintf("process %d", e.PID)
	}
	if e.Command != "" {
		holder += fmt.Sprintf(" (%s)", e.Command)
	}
	if !e.Since.IsZero() {
		holder += " since " + e.Since.Local().Format("2006-01-02 15:04:05")
	}
	if e.State != "" {
		holder += ": " + e.State
	}
	return fmt.Sprintf("the index %s is held by %s", e.Dir, holder)
}

// DamagedError reports that Path does not hold what an index of this format must hold
// there.
type DamagedError struct {
	Path    string
	Problem string
	Damage  Damage
	Records bool // the index holds records, not files
}

func (e *DamagedError) Error() string {
	return e.Path + ": " + e.Problem
}

// Damage classifies a DamagedError by the remedy.
type Damage int

// The classes of damage.
const (
	DataLost    Damage = iota // stored data is missing or wrong
	LockMissing               // the lock file is gone; the data may be sound
	ForeignFile               // a file in the folder does not belong to the index
	NotAnIndex                // the path is not an index folder
)

// NoSpaceError reports that the file system of Dir, the index folder or a folder in it,
// has too little space left to write. Free and Need are bytes; Need includes the margin
// that is left free for other programs.
type NoSpaceError struct {
	Dir        string
	Free, Need int64
}

func (e *NoSpaceError) Error() string {
	const mib = 1 << 20
	return fmt.Sprintf("no space left in %s: %.1f MiB free, %.1f MiB needed",
		e.Dir, float64(e.Free)/mib, float64(e.Need)/mib)
}

// NoSpace returns a *NoSpaceError for an error of writing n bytes to path that means a
// full disk or an exhausted quota, and other errors unchanged.
func NoSpace(path string, n int, err error) error {
	if !system.IsFull(err) {
		return err
	}
	dir := filepath.ToSlash(filepath.Dir(path))
	free, _, serr := system.Space(dir)
	if serr != nil {
		return err
	}
	return &NoSpaceError{Dir: dir, Free: free, Need: free + max(int64(n), 4096)}
}
