package main

import (
	"cmp"
	"context"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
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
	c.living = search.NewLiving(s.ix, q, c.out.AllPaths(), pathExists)
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

// pathExists reports whether a path leads to anything. A path that cannot be looked up may.
func pathExists(path string) bool {
	_, exists := deviceOf(path)
	return exists
}

// deviceOf returns the device of a path, and whether the path exists.
func deviceOf(path string) (device uint64, exists bool) {
	var st unix.Stat_t
	err := fsys.StatAt(unix.AT_FDCWD, path, &st, unix.AT_SYMLINK_NOFOLLOW)
	return st.Dev, err != unix.ENOENT && err != unix.ENOTDIR
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
