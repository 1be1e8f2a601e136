package main

import (
	"fmt"
	"slices"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
)

// warnings reports files that could not be read. Without -v it names only the first few,
// so that a million unreadable files do not drown other messages.
type warnings struct {
	screen  *terminal.Screen
	named   int
	omitted int      // beyond warningsNamed
	advice  []string // distinct advice on these files
}

const warningsNamed = 20

func (w *warnings) add(path string, err error) {
	if next := advice.OnFile(err); next != "" && !slices.Contains(w.advice, next) {
		w.advice = append(w.advice, next)
	}
	if w.named >= warningsNamed && !w.screen.Verbose {
		w.omitted++
		return
	}
	w.named++
	w.screen.Note("alike: %s", terminal.Visible(reasonFor(path, err)))
}

func (w *warnings) end() {
	if w.omitted > 0 {
		w.screen.Note("alike: %s more could not be read; -v names them all", terminal.Amount(int64(w.omitted), "file", "files"))
	}
	for _, next := range w.advice {
		w.screen.Note("  %s", next)
	}
}

// unread reports files that could not be read again, each of them once, and counts them
// as failed.
type unread struct {
	app      *app
	reported map[string]bool
	warnings warnings
}

func newUnread(a *app) unread {
	return unread{app: a, reported: map[string]bool{}, warnings: warnings{screen: a.screen}}
}

func (u *unread) add(path string, err error) {
	if !u.reported[path] {
		u.reported[path] = true
		u.app.failed++
		u.warnings.add(path, err)
	}
}

func (u *unread) end() { u.warnings.end() }

// reasonFor describes an error about a path, which the error may name as well.
func reasonFor(path string, err error) string {
	return fmt.Sprintf("reading %s: %v", path, input.WithoutPath(err))
}
