package main

import (
	"errors"
	"io/fs"
	"slices"

	"alike/db"
	"alike/scan/fsys"
)

// advice says what to do next about an error of the packages below. Those say
// what went wrong with which path; only the command line knows the verb or the
// flag that helps. The first entry that matches an error applies. An entry that
// returns "" has nothing to add.
var advice = []remedy{
	anyOf("create it: alike scan DIR", db.ErrNoIndex),
	as(func(*db.HeldError) string {
		return "try again when it is done, or wait for it with --wait 10m"
	}),
	as(func(e *db.DamagedError) string { return e.Advice }),
	as(func(*db.KindError) string { return "name another folder with --index" }),
	as(func(*db.NoSpaceError) string {
		return "what was committed is safe; free some space and run the same command again"
	}),
	anyOf("run alike as a user with permission, or name another place", fs.ErrPermission),
}

// fileAdvice says what to do about single files that a run leaves out.
var fileAdvice = []remedy{
	anyOf("bring the index up to date: alike scan", fsys.ErrChanged, fsys.ErrGone),
}

// remedy returns what to do about an error, and whether it is about that error.
type remedy func(err error) (next string, ok bool)

// as returns the remedy for errors of a type.
func as[E error](next func(E) string) remedy {
	return func(err error) (string, bool) {
		var e E
		if !errors.As(err, &e) {
			return "", false
		}
		return next(e), true
	}
}

// anyOf returns the remedy for some errors.
func anyOf(next string, targets ...error) remedy {
	return func(err error) (string, bool) {
		for _, target := range targets {
			if errors.Is(err, target) {
				return next, true
			}
		}
		return "", false
	}
}

// adviceOn returns what to do about an error, "" if nothing is known. The hint of
// a verb goes before the table.
func adviceOn(err error) string {
	var hint *hintError
	if errors.As(err, &hint) {
		return hint.hint
	}
	return firstOf(slices.Concat(fileAdvice, advice), err)
}

// adviceOnFile returns what to do about a file that was left out, "" if the reason
// says enough.
func adviceOnFile(err error) string { return firstOf(fileAdvice, err) }

func firstOf(remedies []remedy, err error) string {
	for _, about := range remedies {
		if next, ok := about(err); ok {
			return next
		}
	}
	return ""
}
