package main

import (
	"cmp"
	"context"
	"errors"
	"math"
	"os"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/exact"
	"alike/scan/fsys"
)

// Standard deviations that an estimate may be below the threshold for the files still to be
// counted. Of the 5,844 pairs in Go's sources with an exact share of at least 50 %, three
// deviations miss 57 and four miss none: fingerprints of one passage are shared together or
// not at all, so errors are larger than for independent draws. Under the code view, where
// windows are short and most files have something in common, two deviations miss none of
// 1,922 pairs in Go's sources and 21 of 21,179 in Debian's Linux 6.1, and four would take
// twice the time of the search there.
const (
	deviations     = 4
	codeDeviations = 2 // without --exact
)

// counting counts the windows of pairs by reading their files. It serves one run, which
// may open the index several times. A nil counting, under --estimate, does nothing.
type counting struct {
	unread
	all    bool // --exact: every pair, and leave out what cannot be counted
	off    bool // nothing can be counted
	any    bool // pairs of code need to share but one fingerprint
	usual  bool // no threshold is given
	memory int64
	limit  flagvalue.Rate
	base   *fingerprint.WindowSet // content to ignore in every file, or nil
	query  string                 // the file of a query
}

// errQueryChanged reports that the file of a query has changed. It replaces
// fsys.ErrChanged, because the advice on that is about the index.
var errQueryChanged = errors.New("it changed during the comparison: run the query again")

// newCounting returns nil under --estimate.
func newCounting(a *app, o *questionOptions) *counting {
	if o.similar.Estimate {
		return nil
	}
	half := cmp.Or(int64(o.memory.Bytes), db.DefaultSearchMemory) / 2 // see flags.Memory.BoundSearch
	return &counting{unread: newUnread(a), all: o.similar.Exact, any: o.similar.AnyShared(), usual: o.similar.UsualMin(), memory: half, limit: o.read.Limit}
}

// countsAll reports whether nothing is estimated.
func (c *counting) countsAll() bool { return c != nil && c.all }

// ask makes a query of an open index count. Without --exact it counts the pairs that share
// few fingerprints, and all pairs of code: copied code differs less from other code.
// If a file cannot be read, the estimate decides.
func (c *counting) ask(q *search.PairQuery, ix *db.Index) error {
	s, err := c.scorer(ix)
	if s == nil || err != nil {
		return err
	}
	if q.Unit == nil || q.Isolate {
		c.use(q, s.Score, ix.Params())
		return nil
	}
	files := map[string][]string{}
	q.UnitFiles = func(unit string, paths []string) {
		if _, twice := files[unit]; twice {
			paths = nil // on both sides, with different files: estimated
		}
		files[unit] = paths
	}
	c.use(q, s.ScoreUnits(func(unit string) []string { return files[unit] }), ix.Params())
	return nil
}

// askFile makes a query about a file count. What cannot be read again, such as a long stream,
// is estimated.
func (c *counting) askFile(q *search.PairQuery, f *readFile, s *exact.Scorer, params db.Params) {
	if s == nil || f.again.Path == "" {
		return
	}
	c.query = f.again.Path
	s.Trees.Roots[f.again.Path] = true // the user named it, wherever it leads
	s.Names[f.again.Path] = f.name
	score := s.ScoreRead(f.again.Stat)
	c.use(q, func(ctx context.Context, a, b search.File, weigh search.Weigher) (search.Counts, bool, error) {
		a.Path = f.again.Path
		return score(ctx, a, b, weigh)
	}, params)
}

type scoreFunc = func(context.Context, search.File, search.File, search.Weigher) (search.Counts, bool, error)

func (c *counting) use(q *search.PairQuery, score scoreFunc, params db.Params) {
	code := view.Kind(params.View) == view.FoldCode
	if code && c.any {
		q.MinShared = 1
	}
	if c.usual && q.By == search.Distinctive && view.Kind(params.View) != view.Raw {
		q.Min = flags.ViewMin
	}
	q.Deviations = deviations
	switch {
	case c.all:
		q.CountBelow = math.MaxInt
	case code:
		q.CountBelow, q.Deviations = math.MaxInt, codeDeviations
	case params.Rule.Anchors != "":
		return // the windows behind anchors are what is to be compared
	default:
		q.CountBelow = search.FewShared
	}
	q.Count, q.OrEstimate = score, !c.all
}

// scorer returns the scorer for the files of an open index.
func (c *counting) scorer(ix *db.Index) (*exact.Scorer, error) {
	if c == nil || c.off || ix.Imported() || ix.OlderViews() {
		return nil, nil
	}
	trees, err := scan.TreesOf(ix)
	if err != nil {
		return nil, err
	}
	return exact.NewScorer(exact.Options{
		Rule: ix.Params().Rule, View: view.Kind(ix.Params().View), Memory: c.memory,
		Trees: trees, Names: map[string]string{}, Base: c.base, Spill: []spill.Place{ix.Place(), spill.In(os.TempDir())}, ReadLimit: int64(c.limit), Lookup: ix.Entry, Warn: c.warn,
	}), nil
}

// warn reports a file that could not be counted, if that leaves out its pairs.
func (c *counting) warn(path string, err error) {
	if path == c.query && (errors.Is(err, fsys.ErrChanged) || errors.Is(err, fsys.ErrGone)) {
		err = errQueryChanged
	}
	if c.all {
		c.unread.add(path, err)
		return
	}
	c.app.screen.Detail("estimated: %s", terminal.Visible(reasonFor(path, err)))
}

// end reports the number of further files that could not be counted.
func (c *counting) end() {
	if c != nil {
		c.unread.end()
	}
}
