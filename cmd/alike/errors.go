package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db"
)

var (
	// errMatched ends a run that was done and found something, with --fail-on-match.
	errMatched = errors.New("something was found")
	// errSomeFailed ends a run that was done, but for some files that could not be read.
	errSomeFailed = errors.New("some files could not be read")
	// errUnsound ends a check that found problems. They have been printed.
	errUnsound = errors.New("the index is damaged")
	// errOutputClosed stops a run whose reader has gone, as `head` does. It is
	// no failure.
	errOutputClosed = errors.New("standard output was closed")
)

// errNoneRead ends a run of which all files could not be read. They have been
// told one by one.
var errNoneRead = errors.New("no file could be read")

// The exit codes, a contract with scripts. 2 is not among them: a Go panic
// leaves with it, and nothing here recovers one, so that 2 always means that.
const (
	exitDone        = 0
	exitFailed      = 1
	exitSomeFailed  = 3
	exitMatched     = 4
	exitNoIndex     = 10
	exitHeld        = 11
	exitDamaged     = 12
	exitUsage       = 64
	exitInterrupted = 130
)

// exitCode is the one place that turns the outcome of a run into an exit code.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, new(*usageError)):
		return exitUsage
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, errMatched):
		return exitMatched
	case errors.Is(err, errSomeFailed):
		return exitSomeFailed
	case errors.Is(err, db.ErrNoIndex):
		return exitNoIndex
	case errors.As(err, new(*db.HeldError)):
		return exitHeld
	case errors.As(err, new(*db.DamagedError)), errors.Is(err, errUnsound):
		return exitDamaged
	default:
		return exitFailed
	}
}

// usageError says that the command line itself is wrong. Its text says what
// would be right; verb is where to read more.
type usageError struct {
	text, verb string
}

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{text: fmt.Sprintf(format, args...)}
}

// hintError is an error with a line on what to do next.
type hintError struct {
	err  error
	hint string
}

func (e *hintError) Error() string { return e.err.Error() }
func (e *hintError) Unwrap() error { return e.err }

// silent reports whether the outcome needs no words: it is told by the exit
// code, and by what has been printed already.
func silent(err error) bool {
	return err == nil || errors.Is(err, errMatched) || errors.Is(err, errSomeFailed) ||
		errors.Is(err, errUnsound) || errors.Is(err, errNoneRead)
}

// explain returns what went wrong and what to do next; the latter may be empty.
// Both are safe to show on a terminal.
func explain(err error) (what, next string) {
	var usage *usageError
	switch {
	case errors.As(err, &usage):
		what, next = err.Error(), strings.TrimSpace("see: alike "+usage.verb)+" --help"
	case errors.Is(err, context.Canceled) && !errors.As(err, new(*hintError)):
		what = "interrupted"
	default:
		what, next = err.Error(), adviceOn(err)
	}
	return terminal.Visible(what), terminal.Visible(next)
}

// fail tells why the run ends.
func fail(s *terminal.Screen, err error) {
	what, next := explain(err)
	s.Say("alike: " + what)
	if next != "" {
		s.Say("  " + next)
	}
}
