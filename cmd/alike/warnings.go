package main

import (
	"fmt"
	"slices"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
)

// warnings tells of files that could not be read, the first few of them unless
// -v: a folder of a million unreadable files must not drown what else is said.
type warnings struct {
	screen *terminal.Screen
	told   int
	kept   int      // not told
	advice []string // on the files that were told, each once
}

const warningsTold = 20

func (w *warnings) add(path string, err error) {
	if next := advice.OnFile(err); next != "" && !slices.Contains(w.advice, next) {
		w.advice = append(w.advice, next)
	}
	if w.told >= warningsTold && !w.screen.Verbose {
		w.kept++
		return
	}
	w.told++
	w.screen.Note("alike: %s", terminal.Visible(reasonFor(path, err)))
}

func (w *warnings) end() {
	if w.kept > 0 {
		w.screen.Note("alike: %s more could not be read; -v names them all", terminal.Amount(int64(w.kept), "file", "files"))
	}
	for _, next := range w.advice {
		w.screen.Note("  %s", next)
	}
}

// reasonFor says what went wrong with a path, which the error may name already.
func reasonFor(path string, err error) string {
	return fmt.Sprintf("reading %s: %v", path, input.WithoutPath(err))
}
