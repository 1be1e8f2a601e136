package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Fault is a kind of ExportError.
type Fault int

// The kinds of ExportError.
const (
	Unsound    Fault = iota // it is cut short, altered, or of another version
	Unlike                  // it was made with other settings than the others
	Twice                   // the host is there twice
	Renamed                 // its folder has the name of another host
	NoSuchHost              // there is none
	Linked                  // a symbolic link is in the place of a file
	Incomplete              // it lacks the contents of an earlier export, to which it is to be added
	Merged                  // two exports are in one folder: one was copied into the other
	Replaced                // it is not the one that was checked
	Unreadable              // permission is missing
)

// faulty is the cause of an ExportError whose Fault is not Unsound.
type faulty struct {
	error
	fault Fault
}

func (f faulty) Unwrap() error { return f.error }

// Fault returns the kind of the error.
func (e *ExportError) Fault() Fault {
	var f faulty
	switch {
	case errors.As(e.Err, &f):
		return f.fault
	case errors.Is(e.Err, fs.ErrPermission):
		return Unreadable
	}
	return Unsound
}

// faulted returns an *ExportError of a kind about the host.
func (h *Host) faulted(fault Fault, format string, args ...any) error {
	return &ExportError{h.Host, h.Dir, faulty{fmt.Errorf(format, args...), fault}}
}

// replaced reports that the export is not the one that was checked.
func (h *Host) replaced() error {
	return h.faulted(Replaced, "another export has replaced it meanwhile")
}

// lacks reports that the export has only what was new when it was made.
func (h *Host) lacks() error {
	return h.faulted(Incomplete, "it lacks contents from before %s UTC", time.Unix(0, h.Since).UTC().Format(time.DateTime))
}

// noHost reports a folder of a host that does not exist, and names those beside it.
func noHost(dir string) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	const most = 10
	beside, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		return nil
	}
	var hosts []string
	for _, e := range beside {
		if host, ok := strings.CutPrefix(e.Name(), hostPrefix); ok && CheckHost(host) == nil {
			hosts = append(hosts, host)
		}
	}
	slices.Sort(hosts)
	text := "no such host in the dataset"
	if n := len(hosts); n > 0 {
		text += ", which has " + strings.Join(hosts[:min(n, most)], ", ")
		if n > most {
			text += fmt.Sprintf(" and %d more", n-most)
		}
	}
	host := strings.ToValidUTF8(strings.TrimPrefix(filepath.Base(dir), hostPrefix), "\uFFFD")
	return &ExportError{host, dir, faulty{errors.New(text), NoSuchHost}}
}

// replaced returns an error of a second reading, which follows one without errors.
func replaced(err error) error {
	var e *ExportError
	if errors.As(err, &e) && e.Fault() != Replaced {
		return &ExportError{e.Host, e.Path, faulty{e.Err, Replaced}}
	}
	return err
}
