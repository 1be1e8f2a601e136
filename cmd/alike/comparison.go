package main

import (
	"cmp"
	"context"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/fsys"
)

// comparison is a search of the whole index for similar files. pairs, groups and changes
// use it.
type comparison struct {
	app    *app
	out    report.Flags
	memory flags.Memory
	counts *counting
	base   *scan.Base // content to ignore in every file, or nil
	living *search.Living
	left   leftOutPairs
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
		s.Note("pairs that share mostly what many files have are left out; --by smaller shows them")
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
	return &comparison{app: a, out: out, memory: memory, counts: newCounting(a, similar, memory)}
}

// readBase reads the base if one is named. It closes the index if that fails.
func (c *comparison) readBase(ctx context.Context, s *session, o *treeOptions, base []string) (err error) {
	options := scanning{treeOptions: *o}.options(s.dir, s.ix.Params())
	if c.base, err = readIndexBase(ctx, c.app, base, c.counts, c.out.Rereads(), options); err != nil {
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
	if c.base != nil {
		sum.AddBase(report.Base{
			Files: c.base.Files, Fingerprints: int64(len(c.base.Fingerprints)),
			Searched: true, Taken: stats.BaseFingerprints, Contents: stats.BaseContents,
		})
	}
	sum.Add(report.Field{Name: "compared", Value: stats.Compared})
	screen.Detail("compared %s of %s", terminal.Amount(stats.Compared, "pair", "pairs"),
		terminal.Amount(stats.Contents, "content", "contents"))
	return sum, nil
}
