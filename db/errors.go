package db

import "alike/db/store"

// ErrNoIndex is returned (wrapped, with the folder's name) when there is no index
// where one was looked for and none was to be made.
var ErrNoIndex = store.ErrNoIndex

// ErrNoTempDir reports that no folder takes the small temporary folder that opening an
// index for reading needs.
var ErrNoTempDir = store.ErrNoTempDir

// Damage classifies a DamagedError by what helps.
type Damage = store.Damage

// The classes of damage.
const (
	DataLost    = store.DataLost
	LockMissing = store.LockMissing
	ForeignFile = store.ForeignFile
	NotAnIndex  = store.NotAnIndex
)

// Errors of the store that an index is kept in.
type (
	HeldError    = store.HeldError
	DamagedError = store.DamagedError
	NoSpaceError = store.NoSpaceError
)

// Holder returns the process that writes to the index in a folder, nil if none does.
func Holder(dir string) *HeldError { return store.Holder(dir) }
