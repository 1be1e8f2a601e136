package db

import "alike/db/store"

// ErrNoIndex reports that there is no index in a folder and none was to be created. It
// is returned wrapped with the name of the folder.
var ErrNoIndex = store.ErrNoIndex

// ErrNoTempDir reports that the small temporary folder that a reader needs could not be
// created anywhere.
var ErrNoTempDir = store.ErrNoTempDir

// Damage classifies a DamagedError by the remedy.
type Damage = store.Damage

// The classes of damage.
const (
	DataLost    = store.DataLost
	LockMissing = store.LockMissing
	ForeignFile = store.ForeignFile
	NotAnIndex  = store.NotAnIndex
)

// The errors of the store below the index.
type (
	HeldError    = store.HeldError
	DamagedError = store.DamagedError
	NoSpaceError = store.NoSpaceError
	OwnerError   = store.OwnerError
)

// Holder returns the process that writes to the index in a folder, nil if none does.
func Holder(dir string) *HeldError { return store.Holder(dir) }
