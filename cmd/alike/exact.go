package main

import (
	"cmp"
	"errors"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/exact"
	"alike/scan/fsys"
)

// deviations is how many standard deviations below the threshold an estimate
// may lie for the files themselves to be counted. Of the 5,844 pairs of Go's
// sources that exactly pass 50 %, three overlook 57 and four none: fingerprints of
// one passage stand or fall together, so that errors are larger than of as many
// independent draws.
const deviations = 4

// exactness counts the files themselves for --exact. It belongs to one run, in
// which the index may be opened several times. A nil one does nothing.
type exactness struct {
	app      *app
	memory   int64
	limit    flagvalue.Rate
	base     *fingerprint.WindowSet // counts in no file; may be nil
	query    string                 // the file that is asked about, read by this run
	told     map[string]bool        // files that could not be counted
	warnings warnings
}

// errQueryChanged is for the file of a query what fsys.ErrChanged is for one of
// the index.
var errQueryChanged = errors.New("it changed while it was compared: ask again")

// newExactness returns nil unless the flags ask for exact figures.
func newExactness(a *app, o *flags.Similarity, memory flags.Memory) *exactness {
	if !o.Exact {
		return nil
	}
	return &exactness{
		app: a, memory: cmp.Or(int64(memory.Bytes), db.DefaultSearchMemory) / 2, // see boundSearch
		told: map[string]bool{}, warnings: warnings{screen: a.screen},
	}
}

// holdTo has files read no faster than the flags say.
func (e *exactness) holdTo(o flags.Reading) {
	if e != nil {
		e.limit = o.Limit
	}
}

// ask makes a question about an open index one for exact figures.
func (e *exactness) ask(q *search.PairQuery, ix *db.Index) {
	if e != nil {
		q.Exact, q.Deviations = e.scorer(ix).Score, deviations
	}
}

// askAbout does the same for a file that this run has read.
func (e *exactness) askAbout(q *search.PairQuery, f *readFile, s *exact.Scorer) {
	if e != nil {
		e.query = f.path
		q.Exact, q.Deviations = s.ScoreRead(f.stat), deviations
	}
}

// scorer returns what counts files of an open index.
func (e *exactness) scorer(ix *db.Index) *exact.Scorer {
	if e == nil {
		return nil
	}
	return exact.NewScorer(exact.Options{
		Window: ix.Params().Rule.Window, View: view.Kind(ix.Params().View), Memory: e.memory,
		Base: e.base, ReadLimit: int64(e.limit), Lookup: ix.Entry, Warn: e.warn,
	})
}

// warn tells of a file that could not be counted, and counts it.
func (e *exactness) warn(path string, err error) {
	if e.told[path] {
		return
	}
	e.told[path] = true
	if path == e.query && (errors.Is(err, fsys.ErrChanged) || errors.Is(err, fsys.ErrGone)) {
		err = errQueryChanged
	}
	e.app.failed++
	e.warnings.add(path, err)
}

// end tells how many more files could not be counted than were named.
func (e *exactness) end() {
	if e != nil {
		e.warnings.end()
	}
}
