// Package advice says what a person can do next about an error: one table for the
// errors of the packages below, which name no verbs and flags, and error types for
// the command line itself.
package advice

import (
	"errors"
	"fmt"
)

// UsageError reports a wrong command line. Its text says what would be right.
type UsageError struct {
	text string
	Verb string // whose help tells more, if known
}

func (e *UsageError) Error() string { return e.text }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{text: fmt.Sprintf(format, args...)}
}

// hintError is an error with its own hint on what to do next.
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
