package store

import (
	"errors"
	"fmt"
	"time"
)

// ErrNoIndex is returned (wrapped, with the folder's name) when there is no
// index where one was looked for and none was to be made.
var ErrNoIndex = errors.New("no index")

// ErrMissing is what get returns for a key that the store does not hold.
var ErrMissing = errors.New("key not in the index")

// HeldError says that another process writes to the index. PID is 0 and Command
// empty when the holder could not be told.
type HeldError struct {
	Dir     string
	PID     int
	Command string
	Since   time.Time // when the holder took the lock; zero when not known
	State   string    // how far it was a moment ago, in its own words; "" when it did not say
}

func (e *HeldError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	if e.Command != "" {
		who += fmt.Sprintf(" (%s)", e.Command)
	}
	if !e.Since.IsZero() {
		who += " since " + e.Since.Local().Format("2006-01-02 15:04:05")
	}
	if e.State != "" {
		who += ": " + e.State
	}
	return fmt.Sprintf("the index %s is held by %s", e.Dir, who)
}

// DamagedError reports that what lies at Path is not what an index of this format
// must hold there.
type DamagedError struct {
	Path    string
	Problem string
	Damage  Damage
	Records bool // the index holds records, not files
}

func (e *DamagedError) Error() string {
	return e.Path + ": " + e.Problem
}

// Damage classifies a DamagedError by what helps.
type Damage int

// The classes of damage.
const (
	DataLost     Damage = iota // stored data is missing or wrong
	LockMissing                // the lock file is gone, the data may be sound
	StrangerFile               // a file in the folder does not belong to the index
	NotAnIndex                 // the path is not an index folder
)

// NoSpaceError says that the file system that holds Dir, the index folder or one
// in it, has too little room to go on writing. Both figures are bytes; Need
// includes what is left free for others.
type NoSpaceError struct {
	Dir        string
	Free, Need int64
}

func (e *NoSpaceError) Error() string {
	const mib = 1 << 20
	return fmt.Sprintf("no space left in %s: %.1f MiB free, %.1f MiB needed",
		e.Dir, float64(e.Free)/mib, float64(e.Need)/mib)
}
