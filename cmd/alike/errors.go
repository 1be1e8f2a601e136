package main

import (
	"context"
	"errors"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
)

var (
	// errMatched ends a run that found something, with --fail-on-match.
	errMatched = errors.New("something was found")
	// errSomeFailed ends a run that could not read some files but did the rest.
	errSomeFailed = errors.New("some files could not be read")
	// errNoneRead ends a run that could read none of its files. It has reported each.
	errNoneRead = errors.New("no file could be read")
	// errUnsound ends a check that found and printed problems.
	errUnsound = errors.New("the index is damaged")
)

// The exit codes, a contract with scripts. 2 is missing because Go exits with it after
// a panic.
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

// exitCode returns the exit code for the outcome of a run.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, new(*advice.UsageError)):
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

// silent reports whether the outcome needs no message, because the exit code and earlier
// messages are enough.
func silent(err error) bool {
	return err == nil || errors.Is(err, errMatched) || errors.Is(err, errSomeFailed) ||
		errors.Is(err, errUnsound) || errors.Is(err, errNoneRead)
}

// explain describes an error and what to do next, which may be "". Both are safe to show on
// a terminal.
func explain(err error) (what, next string) {
	var usage *advice.UsageError
	switch {
	case errors.As(err, &usage):
		what, next = err.Error(), strings.TrimSpace("see: alike "+usage.Verb)+" -h"
	case errors.Is(err, context.Canceled) && advice.Hint(err) == "":
		what = "interrupted"
	default:
		what, next = err.Error(), advice.On(err)
	}
	return terminal.Visible(what), terminal.Visible(next)
}

// fail prints the error that ends the run.
func fail(s *terminal.Screen, err error) {
	what, next := explain(err)
	s.Say("alike: " + what)
	if next != "" {
		s.Say("  " + next)
	}
}
