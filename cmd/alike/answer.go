package main

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"syscall"

	"github.com/spf13/pflag"

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

// questionOptions are the flags of verbs that ask the index. Each verb has those that it
// adds.
type questionOptions struct {
	treeOptions
	similar flags.Similarity
	against []string // trees of the second side
	base    flags.Base
	units   flags.Units
	sizes   flags.Filter // of the files in the answer
	out     report.Flags
}

// addAgainst adds --against, for pairs of two of what.
func (o *questionOptions) addAgainst(fs *pflag.FlagSet, what string) {
	fs.StringArrayVar(&o.against, "against", nil, "only pairs of a "+what+" in DIR and one in `TREE`\nTREE is scanned too. May be repeated.")
}

// checkWholes refuses flags that need files if folders are compared as wholes.
func (o *questionOptions) checkWholes() error {
	switch {
	case !o.units.Wholes():
		return nil
	case o.out.Rereads():
		return advice.Usagef("-f sarif shows passages of files: leave --unit-dir out")
	case o.similar.Exact:
		return advice.Usagef("--exact counts in two files: leave it or --unit-dir out")
	case o.out.Why():
		return advice.Usagef("--why shows passages of two files: leave it or --unit-dir out")
	case o.out.AllPaths():
		return advice.Usagef("--all-paths lists copies of files: leave it or --unit-dir out")
	}
	return nil
}

// readTrees returns the arguments or those that --files0-from names, and makes the paths of
// --base absolute. Nothing of the named folders may be in the base.
func (o *questionOptions) readTrees(ctx context.Context, a *app, args []string) ([]string, error) {
	args, err := listed(ctx, a, o.list, args)
	if err != nil {
		return nil, err
	}
	o.list = flags.List{} // already read
	o.base.Dirs, err = o.base.Paths(args, o.against)
	o.files.ForBase = len(o.base.Dirs) > 0
	return args, err
}

// checkSides makes the folders of --against absolute.
func (o *questionOptions) checkSides(verb string, args []string) error {
	if len(o.against) == 0 {
		return nil
	}
	if len(args) == 0 {
		return advice.Usagef("--against needs a DIR to compare with it: alike %s DIR --against TREE", verb)
	}
	here, err := roots(args)
	if err != nil {
		return err
	}
	if o.against, err = roots(o.against); err != nil {
		return err
	}
	for _, dir := range o.against {
		if slices.Contains(here, dir) {
			return advice.Usagef("%s is on both sides of --against", terminal.Visible(dir))
		}
	}
	return nil
}

// answer is one run of a verb that asks the index. Its course: openAnswer scans the folders
// that are named, or readAnswer only opens the index; readBase reads the content to ignore;
// search finds results and closes the index; the verb prints them and ends the run.
type answer struct {
	*app
	*session
	asked *questionOptions
	query search.PairQuery
	print *report.Printer
	sum   *report.Summary

	counts *counting
	base   *scan.Base // content to ignore in every file, or nil
	living *search.Living
	left   leftOutPairs
	// passages is set if the files are compared passage by passage afterwards.
	passages bool
}

// openAnswer opens the index. If folders are named, it scans them, and the answer covers only
// them. The scan does not get the filter of the answer, since it would drop other files from
// the index. Others can scan while the answer is computed and printed, because openAnswer
// gives up the right to write.
func openAnswer(ctx context.Context, a *app, verb string, o *questionOptions, args []string) (*answer, error) {
	if err := flags.Check(o.similar.Check, o.units.Check); err != nil {
		return nil, err
	}
	args, err := o.readTrees(ctx, a, args)
	if err == nil {
		err = o.checkSides(verb, args)
	}
	if err == nil {
		err = flags.Check(o.out.Check, o.sizes.Check)
	}
	if err != nil {
		return nil, err
	}
	scans := scanning{treeOptions: o.treeOptions}
	s, err := beginSession(ctx, a, scans, slices.Concat(args, o.against))
	if err != nil {
		return nil, err
	}
	if s.scans() {
		s.scan, err = s.scanTrees(ctx, a, scans)
	}
	if err == nil {
		err = s.ix.StopWriting()
	}
	if err == nil {
		err = readable(s.ix, o.out, false)
	}
	if err != nil {
		_ = s.ix.Close()
		return nil, err
	}
	noteOlder(a, s.ix)
	return newAnswer(a, verb, o, s), nil
}

// readAnswer opens the index for an answer about all of it, or about what a page shows.
func readAnswer(ctx context.Context, a *app, verb string, o *questionOptions) (r *answer, err error) {
	if o.base.Dirs, err = o.base.Paths(); err != nil {
		return nil, err
	}
	ix, dir, err := readIndex(ctx, a, db.Files, o.index, o.memory)
	if err != nil {
		return nil, err
	}
	a.noteFirstScan(ix, dir)
	if page := a.env.shown; page != nil {
		o.sizes.Within(page.sizes, page.trees)
	}
	return newAnswer(a, verb, o, &session{ix: ix, dir: dir}), nil
}

// newAnswer returns an answer by an open index.
func newAnswer(a *app, verb string, o *questionOptions, s *session) *answer {
	q := o.similar.Query(o.work.N)
	q.Admit, q.Against = o.sizes.Paths(), o.against
	q.Trees = slices.DeleteFunc(slices.Clone(s.trees), func(tree string) bool { return slices.Contains(o.against, tree) })
	o.units.Apply(&q, s.below(), &o.sizes)
	return &answer{
		app: a, session: s, asked: o, query: q, sum: &report.Summary{Verb: verb},
		counts: newCounting(a, o), passages: o.out.Rereads(),
	}
}

// begin reads the base and makes the printer; see startPrinter.
func (r *answer) begin(ctx context.Context, about report.About) error {
	if err := r.readBase(ctx); err != nil {
		return err
	}
	return r.startPrinter(about)
}

// startPrinter makes the printer of the answer. about says what only the verb knows.
func (r *answer) startPrinter(about report.About) (err error) {
	about.Verb, about.By, about.Exact, about.Units = r.sum.Verb, r.query.By, r.asked.similar.Exact, r.asked.units.Wholes()
	about.Passages.Base = r.base != nil
	r.print, err = r.printer(r.asked.out, about)
	return err
}

// search searches with a progress bar, then closes the index: results that are not streamed
// are printed later, a pager may read slowly, and an open index keeps disk space in use that
// scans have freed.
func (r *answer) search(ctx context.Context, find func(search.PairQuery) (search.PairStats, error)) error {
	err := r.searchOpen(ctx, find)
	return cmp.Or(err, r.ix.Close())
}

// searchOpen is search without closing the index.
func (r *answer) searchOpen(ctx context.Context, find func(search.PairQuery) (search.PairStats, error)) error {
	defer r.asked.memory.BoundSearch()()
	if err := readable(r.ix, r.asked.out, r.counts.countsAll()); err != nil {
		return err
	}
	if r.ix.Imported() || r.ix.OlderViews() {
		r.counts = nil
	}
	q := r.query
	if err := r.counts.ask(&q, r.ix); err != nil {
		return err
	}
	defer r.counts.end()
	if err := summarize(ctx, r.sum, r.session, r.asked.out); err != nil {
		return err
	}
	q.Base, q.LeftOut = r.searchedBase(), r.left.in(r.ix)
	r.living = r.newLiving(r.ix, q)
	counter, shown := r.startBar()
	q.Progress = counter.Set
	err := r.asked.units.Find(ctx, r.ix, &q)
	var stats search.PairStats
	if err == nil {
		stats, err = find(q)
	}
	shown.Finish()
	if err != nil {
		return err
	}
	r.summarizeSearch(&stats)
	return nil
}

// searchedBase returns the content that does not count, or nil.
func (r *answer) searchedBase() *search.Base {
	if r.base == nil {
		return nil
	}
	return &r.base.Base
}

// newLiving returns what completes the files of an answer to q that are about to be printed.
func (r *answer) newLiving(ix *db.Index, q search.PairQuery) *search.Living {
	living := search.NewLiving(ix, q, r.asked.out.AllPaths(), existsIn(ix))
	living.Marks = r.print.MarksMissing()
	return living
}

// startBar shows the progress of a search, unless results are printed meanwhile.
func (r *answer) startBar() (counter *terminal.Counter, shown *terminal.Bar) {
	counter = &terminal.Counter{}
	if !r.print.HidesBar() {
		shown = r.screen.StartBar(counter.Gauge("comparing"))
	}
	return counter, shown
}

// summarizeSearch adds what was searched to the summary.
func (r *answer) summarizeSearch(stats *search.PairStats) {
	r.sum.Contents, r.sum.FewFingerprints = stats.Contents, stats.TooFew
	compared := terminal.Amount(stats.Contents, "content", "contents")
	if stats.Units > 0 {
		compared = terminal.Amount(stats.Units, "unit", "units")
		r.sum.Add(report.Field{Name: "units", Value: stats.Units})
	}
	if r.base != nil {
		r.sum.AddBase(report.Base{
			Files: r.base.Files, Fingerprints: int64(len(r.base.Fingerprints)),
			Searched: true, Taken: stats.BaseFingerprints, Contents: stats.BaseContents,
		})
	}
	r.sum.Add(report.Field{Name: "compared", Value: stats.Compared})
	r.screen.Detail("compared %s of %s", terminal.Amount(stats.Compared, "pair", "pairs"), compared)
}

// completion is the stage between a search and the printer: it completes the results that
// will be printed, each when it is found or, with --limit, those that are left in the end.
type completion[T any] struct {
	results interface {
		Add(T) error
		Revise(func(*T) (bool, error)) error
	}
	complete func(*T) (is bool, err error) // is not: the result is none any more
	limited  bool
}

func (c *completion[T]) add(x T) error {
	if !c.limited {
		if is, err := c.complete(&x); err != nil || !is {
			return err
		}
	}
	return c.results.Add(x)
}

// end completes what add has not.
func (c *completion[T]) end() error { return c.results.Revise(c.complete) }

// fewer returns the number of fingerprints below which contents are found only as identical,
// or 0 if it is not the same for all.
func (r *answer) fewer() int {
	if r.counts != nil && r.asked.similar.AnyShared() && view.Kind(r.ix.Params().View) == view.FoldCode {
		return 0
	}
	return r.query.MinShared
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
		s.Note("pairs that share mostly what many files have are left out; alike groups shows families of files, --by smaller --estimate all pairs")
	}
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
