package main

import (
	"cmp"
	"context"
	"errors"
	"math"
	"os"
	"sync/atomic"
	"syscall"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/report"
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

// comparison is a search of the whole index for similar files. pairs, groups, folders,
// changes and report use it.
type comparison struct {
	app    *app
	out    report.Flags
	memory flags.Memory
	counts *counting
	base   *scan.Base // content to ignore in every file, or nil
	living *search.Living
	left   leftOutPairs
	// passages is set if the files are compared passage by passage afterwards.
	passages bool
}

// leftOutPairs tells that some pairs are similar only if common content counts as much as
// any other, or, under the code view, only one way.
type leftOutPairs struct {
	found atomic.Bool
	code  bool
}

// in returns what a search of an index sets if it leaves out a pair.
func (l *leftOutPairs) in(ix *db.Index) *atomic.Bool {
	l.code = view.Kind(ix.Params().View) == view.FoldCode
	return &l.found
}

func (l *leftOutPairs) note(s *terminal.Screen) {
	switch {
	case !l.found.Load():
	case l.code:
		s.Note("pairs that share mostly what many files have, or much of one file only, are left out; --by smaller shows them")
	default:
		s.Note("pairs that share mostly what many files have are left out; --by smaller --estimate shows them")
	}
}

// fewer returns the number of fingerprints below which contents are found only as identical,
// or 0 if it is not the same for all.
func (c *comparison) fewer(s *session, o *flags.Similarity, minShared int) int {
	if c.counts != nil && o.AnyShared() && view.Kind(s.ix.Params().View) == view.FoldCode {
		return 0
	}
	return minShared
}

// lookFor prepares to complete the files of an answer; see search.Living.
func (c *comparison) lookFor(s *session, p *report.Printer, q search.PairQuery) {
	c.living = search.NewLiving(s.ix, q, c.out.AllPaths(), existsIn(s.ix))
	c.living.Marks = p.MarksMissing()
}

// alive completes a pair that is about to be printed, unless it is of units. It reports
// whether the pair remains one.
func (c *comparison) alive(ctx context.Context, p *search.Pair) (bool, error) {
	if p.A.Files > 0 {
		return true, nil
	}
	return c.living.Pair(ctx, p)
}

// checkUnits refuses flags that need files rather than units.
func checkUnits(o *flags.Units, similar *flags.Similarity, out report.Flags) error {
	switch {
	case !o.Wholes():
		return o.Check()
	case similar.Exact:
		return advice.Usagef("--exact counts in two files: leave it or --unit-dir out")
	case out.Why():
		return advice.Usagef("--why shows passages of two files: leave it or --unit-dir out")
	case out.AllPaths():
		return advice.Usagef("--all-paths lists copies of files: leave it or --unit-dir out")
	}
	return o.Check()
}

// below returns the folders below which units are: those of the answer or, without, the roots.
func (s *session) below() []string {
	if s.trees != nil {
		return s.trees
	}
	var all []string
	for _, t := range s.ix.Trees() {
		all = append(all, t.Path)
	}
	return all
}

// existsIn returns pathExists, or for an index of other hosts a function that believes it.
func existsIn(ix *db.Index) func(path string) bool {
	if ix.Imported() {
		return func(string) bool { return true }
	}
	return pathExists
}

// pathExists reports whether a path leads to anything. A path that cannot be looked up may.
func pathExists(path string) bool {
	_, exists := deviceOf(path)
	return exists
}

// deviceOf returns the device of a path, and whether the path exists.
func deviceOf(path string) (device uint64, exists bool) {
	var st fsys.Status
	err := fsys.StatAt(fsys.WorkingFolder, path, &st, fsys.LinkItself)
	return fsys.DeviceOf(&st), err != syscall.ENOENT && err != syscall.ENOTDIR
}

func newComparison(a *app, similar *flags.Similarity, memory flags.Memory, out report.Flags) *comparison {
	return &comparison{app: a, out: out, memory: memory, counts: newCounting(a, similar, memory), passages: out.Rereads()}
}

// readBase reads the base if one is named. It closes the index if that fails.
func (c *comparison) readBase(ctx context.Context, s *session, o *treeOptions, base []string) (err error) {
	options := scanning{treeOptions: *o}.options(s.dir, s.ix.Params())
	if c.base, err = readIndexBase(ctx, c.app, base, c.counts, c.passages, options); err != nil {
		_ = s.ix.Close()
	}
	return err
}

// run searches with a progress bar and closes the index. Results that are not streamed
// are printed later: a pager may read slowly, and an open index keeps disk space in use
// that scans have freed.
func (c *comparison) run(ctx context.Context, verb string, s *session, p *report.Printer, q search.PairQuery,
	find func(search.PairQuery) (search.PairStats, error)) (*report.Summary, error) {
	sum, err := c.search(ctx, verb, s, p, q, find)
	return sum, cmp.Or(err, s.ix.Close())
}

// search is run without closing the index.
func (c *comparison) search(ctx context.Context, verb string, s *session, p *report.Printer, q search.PairQuery,
	find func(search.PairQuery) (search.PairStats, error)) (*report.Summary, error) {
	defer c.memory.BoundSearch()()
	if err := readable(s.ix, c.out, c.counts.countsAll()); err != nil {
		return nil, err
	}
	if s.ix.Imported() {
		c.counts = nil
	}
	if err := c.counts.ask(&q, s.ix); err != nil {
		return nil, err
	}
	defer c.counts.end()
	sum, err := summarize(ctx, c.app, verb, s, c.out)
	if err != nil {
		return nil, err
	}
	counter := &terminal.Counter{}
	q.Progress, q.LeftOut = counter.Set, c.left.in(s.ix)
	if c.base != nil {
		q.Base = &c.base.Base
	}
	screen := c.app.screen
	var shown *terminal.Bar
	if !p.HidesBar() {
		shown = screen.StartBar(counter.Gauge("comparing"))
	}
	stats, err := find(q)
	shown.Finish()
	if err != nil {
		return nil, err
	}
	sum.Contents, sum.FewFingerprints = stats.Contents, stats.TooFew
	compared := terminal.Amount(stats.Contents, "content", "contents")
	if stats.Units > 0 {
		compared = terminal.Amount(stats.Units, "unit", "units")
		sum.Add(report.Field{Name: "units", Value: stats.Units})
	}
	if c.base != nil {
		sum.AddBase(report.Base{
			Files: c.base.Files, Fingerprints: int64(len(c.base.Fingerprints)),
			Searched: true, Taken: stats.BaseFingerprints, Contents: stats.BaseContents,
		})
	}
	sum.Add(report.Field{Name: "compared", Value: stats.Compared})
	screen.Detail("compared %s of %s", terminal.Amount(stats.Compared, "pair", "pairs"), compared)
	return sum, nil
}

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
	memory int64
	limit  flagvalue.Rate
	base   *fingerprint.WindowSet // content to ignore in every file, or nil
	query  string                 // the file of a query
}

// errQueryChanged reports that the file of a query has changed. It replaces
// fsys.ErrChanged, because the advice on that is about the index.
var errQueryChanged = errors.New("it changed during the comparison: run the query again")

// newCounting returns nil under --estimate.
func newCounting(a *app, o *flags.Similarity, memory flags.Memory) *counting {
	if o.Estimate {
		return nil
	}
	half := cmp.Or(int64(memory.Bytes), db.DefaultSearchMemory) / 2 // see flags.Memory.BoundSearch
	return &counting{unread: newUnread(a), all: o.Exact, any: o.AnyShared(), memory: half}
}

// countsAll reports whether nothing is estimated.
func (c *counting) countsAll() bool { return c != nil && c.all }

func (c *counting) limitReads(o flags.Reading) {
	if c != nil {
		c.limit = o.Limit
	}
}

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
		q.MinShared, q.SameShared = 1, q.MinShared
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
	if c == nil || c.off || ix.Imported() {
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
