// Package advice tells the user what to do about an error. It has a table for the errors
// of libraries, which know nothing of verbs and flags, and the error types of the command
// line itself.
package advice

import (
	"errors"
	"fmt"
)

// UsageError reports an invalid command line. Its text explains how to correct it.
type UsageError struct {
	text string
	Verb string // the verb to show help for, if known
}

func (e *UsageError) Error() string { return e.text }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{text: fmt.Sprintf(format, args...)}
}

type hintError struct {
	err  error
	hint string
}

// With returns err with a hint on what to do next, which takes precedence over the
// table.
func With(err error, hint string) error { return &hintError{err, hint} }

func (e *hintError) Error() string { return e.err.Error() }
func (e *hintError) Unwrap() error { return e.err }

// Hint returns the hint that With added to err, or "".
func Hint(err error) string {
	var hint *hintError
	if errors.As(err, &hint) {
		return hint.hint
	}
	return ""
}
