package main

import (
	"cmp"
	"errors"
	"math"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/exact"
	"alike/scan/fsys"
)

// deviations is the number of standard deviations that an estimate may be below the
// threshold for the files still to be counted. Of the 5,844 pairs in Go's sources with an
// exact share of at least 50 %, three deviations miss 57 and four miss none. Fingerprints
// of one passage are shared together or not at all, so errors are larger than for
// independent draws.
const deviations = 4

// exactness counts all windows of files for --exact. It serves one run, which may open the
// index several times. A nil exactness does nothing.
type exactness struct {
	unread
	memory int64
	limit  flagvalue.Rate
	base   *fingerprint.WindowSet // content to ignore in every file, or nil
	query  string                 // the file of a query
}

// errQueryChanged reports that the file of a query has changed. It replaces
// fsys.ErrChanged, because the advice on that is about the index.
var errQueryChanged = errors.New("it changed during the comparison: run the query again")

// newExactness returns nil without --exact.
func newExactness(a *app, o *flags.Similarity, memory flags.Memory) *exactness {
	if !o.Exact {
		return nil
	}
	half := cmp.Or(int64(memory.Bytes), db.DefaultSearchMemory) / 2 // see flags.Memory.BoundSearch
	return &exactness{unread: newUnread(a), memory: half}
}

func (e *exactness) limitReads(o flags.Reading) {
	if e != nil {
		e.limit = o.Limit
	}
}

// ask makes a query of an open index exact.
func (e *exactness) ask(q *search.PairQuery, ix *db.Index) error {
	if e == nil {
		return nil
	}
	s, err := e.scorer(ix)
	if err == nil {
		q.Count, q.CountBelow, q.Deviations = s.Score, math.MaxInt, deviations
	}
	return err
}

// askFile makes a query about a file exact.
func (e *exactness) askFile(q *search.PairQuery, f *readFile, s *exact.Scorer) {
	if e != nil {
		e.query = f.path
		q.Count, q.CountBelow, q.Deviations = s.ScoreRead(f.stat), math.MaxInt, deviations
	}
}

// scorer returns the scorer for the files of an open index.
func (e *exactness) scorer(ix *db.Index) (*exact.Scorer, error) {
	if e == nil {
		return nil, nil
	}
	trees, err := scan.TreesOf(ix)
	if err != nil {
		return nil, err
	}
	return exact.NewScorer(exact.Options{
		Rule: ix.Params().Rule, View: view.Kind(ix.Params().View), Memory: e.memory,
		Trees: trees, Base: e.base, ReadLimit: int64(e.limit), Lookup: ix.Entry, Warn: e.warn,
	}), nil
}

// warn reports a file that could not be counted.
func (e *exactness) warn(path string, err error) {
	if path == e.query && (errors.Is(err, fsys.ErrChanged) || errors.Is(err, fsys.ErrGone)) {
		err = errQueryChanged
	}
	e.unread.add(path, err)
}

// end reports the number of further files that could not be counted.
func (e *exactness) end() {
	if e != nil {
		e.unread.end()
	}
}
