package scan

import (
	"fmt"

	"golang.org/x/sys/unix"

	"alike/scan/fsys"
)

// RootError reports a root because of which nothing was scanned, neither it nor any
// other root. The index is unchanged.
type RootError struct {
	Path    string
	Problem RootProblem
	Files   int64 // that the index has of the root; 0 if RootUnreadable

	// Device is where the root is now and LastDevice where it was when it was scanned
	// last, if that is the problem.
	Device, LastDevice uint64

	Err error // of the system, nil if the root can be read
}

// RootProblem is what is wrong with a root.
type RootProblem int

const (
	RootUnreadable        RootProblem = iota // Err says why
	RootMissing                              // the index has files of it, see Run
	RootEmpty                                // likewise
	RootOnOtherDevice                        // likewise
	RootOnOtherFileSystem                    // likewise, under the device number of the last scan
)

func (e *RootError) Error() string {
	return fmt.Sprintf("scanning %s: %s", e.Path, e.problem())
}

func (e *RootError) problem() string {
	has := fmt.Sprintf(", and the index has %d files of it", e.Files)
	if e.Files == 1 {
		has = ", and the index has 1 file of it"
	}
	switch e.Problem {
	case RootMissing:
		return "it is missing" + has
	case RootEmpty:
		return "it is empty" + has
	case RootOnOtherDevice:
		return fmt.Sprintf("it is on device %s and was on %s at its last scan%s", deviceName(e.Device), deviceName(e.LastDevice), has)
	case RootOnOtherFileSystem:
		return fmt.Sprintf("device %s has another file system than at its last scan%s", deviceName(e.Device), has)
	}
	return fsys.Cause(e.Err).Error()
}

func (e *RootError) Unwrap() error { return e.Err }

// UnmountedError reports a folder of which the index keeps files that are not there:
// they were on another device than the folder is on now, so they may be on a disk
// that is not mounted.
type UnmountedError struct {
	Folder string
	// Missing and Empty say what is left of the folder. Otherwise it is on Device.
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
	return fmt.Sprintf("it is on device %s, and files that the index has of it were on another device", deviceName(e.Device))
}

// deviceName returns a device number as /proc/self/mountinfo writes it.
func deviceName(device uint64) string {
	return fmt.Sprintf("%d:%d", unix.Major(device), unix.Minor(device))
}
