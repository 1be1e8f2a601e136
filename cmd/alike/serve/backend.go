// Package serve answers the requests of alike serve over HTTP: pages for a browser, and
// the JSON of the verbs for programs. It decides which requests are allowed and with which
// parameters; a Backend, which knows the index, answers them.
package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// Backend answers requests. Functions may be called concurrently. They return an *Error if
// the status of the answer matters; other errors are answered with status 500. Answers are
// sent after the function has returned.
type Backend struct {
	// Page writes the page of the present snapshot, compressed by gzip if asked.
	Page func(ctx context.Context, w io.Writer, gzip bool) error

	// Compare writes a page with two files side by side. They are number n among the pairs
	// of the snapshot, or -1. The backend checks that the index has both.
	Compare func(ctx context.Context, w io.Writer, a, b string, n int) error

	// Run runs a command line of alike: a verb, -f json, flags as --name=value, and then
	// "--" and both paths for compare, which the backend checks as Compare does, or "-" for
	// query. stdin is the uploaded file, nil for other verbs, and name its name, maybe "".
	Run func(ctx context.Context, args []string, stdin io.Reader, name string, w io.Writer) error

	// Files returns the first files, at most limit, whose paths have all words, and the
	// number of all.
	Files func(ctx context.Context, words string, limit int) ([]FoundFile, int, error)

	// State returns what the page polls. It must be quick.
	State func() State

	// Scan starts a scan. It returns ErrBusy if one runs.
	Scan func() error

	// Stop interrupts the scan, if one runs.
	Stop func()

	// The Content-Security-Policies of what Page and Compare write. The server adds
	// frame-ancestors, which a page cannot say itself.
	PagePolicy, ComparePolicy string
}

// State is the state of the snapshot and of the scan.
type State struct {
	Snapshot string    `json:"snapshot"` // changes with the page
	Newer    bool      `json:"newer"`    // another process has scanned since
	Error    string    `json:"error"`    // why the index, or what is new in it, cannot be read
	Scan     ScanState `json:"scan"`
}

// ScanState is the state of a scan that Backend.Scan started, or of the last one.
type ScanState struct {
	Running  bool   `json:"running"`
	Files    int64  `json:"files"`
	Bytes    int64  `json:"bytes"`
	AllFiles int64  `json:"allFiles"` // 0 while unknown
	AllBytes int64  `json:"allBytes"`
	Phase    string `json:"phase"` // "scanning", "comparing" or ""
	Error    string `json:"error"` // of the last one, if it failed
}

// FoundFile is a file of the index.
type FoundFile struct {
	Path   string // as the index has it
	Size   int64
	Copies int // other files of the same content
}

// Error is an error with the status of the answer. Its text is shown to the client.
type Error struct {
	Status int
	Err    error
}

// Errorf returns an Error. Its format is that of fmt.Errorf.
func Errorf(status int, format string, args ...any) *Error {
	return &Error{status, fmt.Errorf(format, args...)}
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// NotFound says that there is no such file, or no longer.
func NotFound(format string, args ...any) *Error { return Errorf(http.StatusNotFound, format, args...) }

// Usage says that a parameter is wrong.
func Usage(format string, args ...any) *Error { return Errorf(http.StatusBadRequest, format, args...) }

// TooLarge says that a file is too large for the answer.
func TooLarge(format string, args ...any) *Error {
	return Errorf(http.StatusRequestEntityTooLarge, format, args...)
}

// ErrBusy says that a scan runs already.
var ErrBusy = Errorf(http.StatusConflict, "a scan is running")
