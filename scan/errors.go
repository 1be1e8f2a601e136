package scan

import (
	"fmt"

	"alike/scan/fsys"
)

// RootError reports a root that prevented the scan. No root was scanned, and the index
// is unchanged.
type RootError struct {
	Path    string
	Problem RootProblem
	Files   int64 // in the index below the root; 0 if RootUnreadable

	// Device is the device of the root, LastDevice its device at the last scan. They
	// are set if they are the problem.
	Device, LastDevice uint64

	Err error // of the system call, nil if the root is readable
}

// RootProblem is the kind of problem that a RootError reports.
type RootProblem int

const (
	RootUnreadable        RootProblem = iota // see Err
	RootMissing                              // though the index has files of it
	RootEmpty                                // likewise
	RootOnOtherDevice                        // than at its last scan
	RootOnOtherFileSystem                    // than at its last scan, with the same device number
)

func (e *RootError) Error() string {
	return fmt.Sprintf("scanning %s: %s", e.Path, e.problem())
}

func (e *RootError) problem() string {
	files := fmt.Sprintf(", and the index has %d files of it", e.Files)
	if e.Files == 1 {
		files = ", and the index has 1 file of it"
	}
	switch e.Problem {
	case RootMissing:
		return "it is missing" + files
	case RootEmpty:
		return "it is empty" + files
	case RootOnOtherDevice:
		return fmt.Sprintf("it is on device %s and was on %s at its last scan%s", fsys.DeviceName(e.Device), fsys.DeviceName(e.LastDevice), files)
	case RootOnOtherFileSystem:
		return fmt.Sprintf("device %s has another file system than at its last scan%s", fsys.DeviceName(e.Device), files)
	}
	return fsys.Cause(e.Err).Error()
}

func (e *RootError) Unwrap() error { return e.Err }

// UnmountedError reports a folder whose files are missing and that the index keeps.
// They were on another device than the folder is on now, so they may be on a disk that
// is not mounted.
type UnmountedError struct {
	Folder string
	// Missing and Empty describe the folder. If neither is set, it is on Device.
	Missing, Empty bool
	Device         uint64
}

func (e *UnmountedError) Error() string {
	const had = "the files that the index has of it were on another device"
	switch {
	case e.Missing:
		return "it is missing, and " + had
	case e.Empty:
		return "it is empty, and " + had
	}
	return fmt.Sprintf("it is on device %s, and files that the index has of it were on another device", fsys.DeviceName(e.Device))
}
