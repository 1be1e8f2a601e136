package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

type pairsOptions struct {
	treeOptions
	similar flags.Similarity
	against []string
	unlike  bool // --no-identical
	base    flags.Base
	units   flags.Units
	sizes   flags.Filter // of the files in the answer
	out     report.Flags
}

func pairsVerb(a *app) verb {
	var o pairsOptions
	return verb{
		use:   "pairs [flags] [DIR…]",
		short: "list every pair of similar files",
		long: `Lists every pair of similar files, most similar first. With DIR, alike first scans
these folders and lists the pairs within them; without, it lists the pairs of the
whole index.

With --against TREE, each pair has one file in DIR and the other in TREE.

` + scansFirst + `

` + flags.BaseHelp + `

` + flags.UnitsHelp + `

A page and the book that contains it are similar; two books that share one page are
not. Percentages with ~ are estimates; with ? they are rough, since the files share few
fingerprints and can no longer be read.

` + flags.CountHelp + `

` + flags.DistinctiveHelp + `

In a pipe or a file, text has tab-separated columns: the share that orders the pairs,
the relation (identical, nearly-same, a-in-b, b-in-a, overlap), how much of A is in B,
how much of B is in A, both sizes in bytes, both paths.

-f sarif is for services that show results beside the code: up to 10 of the longest
passages that each pair shares. -f json prints pairs as they are found, unless --sort or
--limit is given.`,
		examples: []help.Example{
			{Command: "alike pairs ~/projects"},
			{Command: "alike pairs theirs --against ours", Comment: "one file in each"},
			{Command: "alike pairs --view code ~/course", Comment: "renamed and reformatted copies as well"},
			{Command: "alike pairs --view code --base template ~/course", Comment: "beyond a template"},
			{Command: "alike pairs --view code --unit-dir 1 ~/course", Comment: "submissions as wholes"},
			{Command: "alike pairs --min 90% --by larger ~/projects", Comment: "nearly the same as wholes"},
			{Command: "alike pairs -f sarif --fail-on-match theirs --against ours > copied.sarif"},
			{Command: `alike pairs -f json ~/projects | jq -r 'select(.type=="pair") | .a.path'`},
		},
		brief: []string{
			"min", "by", "against", "base", "unit-dir", "limit", "min-size",
			"exclude", "format", "why", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runPairs(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which pairs", o.similar.AddFlags, o.addAgainst, o.base.AddFlags, o.units.AddFlags, o.out.AddLimit),
			titled("Which files", o.sizes.AddFlags, o.sizes.AddEmpty, o.list.AddFlags),
			titled("Output", o.out.FormatOf("pairs"), o.out.AddNull, o.out.AddWhy, o.out.AddAllPaths, o.out.AddSort, o.out.AddFailOnMatch),
		}, answerGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func (o *pairsOptions) addAgainst(fs *pflag.FlagSet) {
	fs.BoolVar(&o.unlike, "no-identical", false, "leave out pairs of identical files")
	fs.StringArrayVar(&o.against, "against", nil, "only pairs of a file in DIR and one in `TREE`\nTREE is scanned too. May be repeated.")
}

// openSides opens the index for pairs. With --against, s.trees holds the folders of both
// sides, and q.Against the folders of the second.
func openSides(ctx context.Context, a *app, o *pairsOptions, args []string) (s *session, q search.PairQuery, err error) {
	q = o.similar.Query(o.work.N)
	q.Admit = o.sizes.Paths()
	if err := flags.Check(o.similar.Check, o.checkUnits); err != nil {
		return nil, q, err
	}
	if args, err = o.list.Names(ctx, a.env.stdin, args); err != nil {
		return nil, q, err
	}
	o.list = flags.List{} // already read
	if len(o.against) > 0 {
		if len(args) == 0 {
			return nil, q, advice.Usagef("--against needs a DIR to compare with it: alike pairs DIR --against TREE")
		}
		if q.Trees, err = roots(args); err != nil {
			return nil, q, err
		}
		if q.Against, err = roots(o.against); err != nil {
			return nil, q, err
		}
		for _, dir := range q.Against {
			if slices.Contains(q.Trees, dir) {
				return nil, q, advice.Usagef("%s is on both sides of --against", terminal.Visible(dir))
			}
		}
	}
	if o.base.Dirs, err = o.base.Paths(args, o.against); err != nil {
		return nil, q, err
	}
	o.files.ForBase = len(o.base.Dirs) > 0
	if s, err = openAnswer(ctx, a, &o.treeOptions, o.sizes, o.out, slices.Concat(args, o.against)); err != nil {
		return nil, q, err
	}
	if len(o.against) == 0 {
		q.Trees = s.trees
	}
	o.units.Apply(&q, s.below(), &o.sizes)
	return s, q, nil
}

// checkUnits refuses what needs files rather than units.
func (o *pairsOptions) checkUnits() error {
	if o.units.Wholes() && o.out.Rereads() {
		return advice.Usagef("-f sarif shows passages of files: leave --unit-dir out")
	}
	return checkUnits(&o.units, &o.similar, o.out)
}

func runPairs(ctx context.Context, a *app, o pairsOptions, args []string) (err error) {
	s, q, err := openSides(ctx, a, &o, args)
	if err != nil {
		return err
	}
	c := newComparison(a, &o.similar, o.memory, o.out)
	c.counts.limitReads(o.read)
	if err := c.readBase(ctx, s, &o.treeOptions, o.base.Dirs); err != nil {
		return err
	}
	reader, err := newPairReader(ctx, a, &o, s, c.base)
	if err != nil {
		return errors.Join(err, s.ix.Close())
	}
	defer func() { err = cmp.Or(err, reader.close()) }()
	p, err := a.printer(o.out, report.About{
		Verb: "pairs", By: q.By, Exact: o.similar.Exact, Why: o.out.Why(), Units: o.units.Wholes(), Passages: reader.passages(q.Trees, q.Against),
	})
	if err != nil {
		_ = s.ix.Close()
		return err
	}
	f := pairFinder{
		options: &o, session: s, comparison: c, print: p, pairs: p.Pairs(a.roomToSort(o.memory), q.By),
		hidden: compare.NewSpacingOfTrees(), claimed: map[string]int64{},
	}
	defer f.pairs.Close()
	sum, err := c.run(ctx, "pairs", s, p, q, func(q search.PairQuery) (search.PairStats, error) { return f.find(ctx, q) })
	if err != nil {
		return err
	}
	for _, n := range f.claimed {
		sum.Generated = max(sum.Generated-n, 0)
	}
	if err := f.pairs.Print(ctx); err != nil {
		return err
	}
	reader.end()
	if err := a.end(p, sum); err != nil {
		return err
	}
	p.NotePairs(sum, c.fewer(s, &o.similar, q.MinShared))
	c.left.note(a.screen)
	o.units.Note(a.screen)
	noteSpacing(a.screen, f.hidden)
	return nil
}

// pairFinder hands the pairs that a search finds to a printer.
type pairFinder struct {
	*comparison
	options *pairsOptions
	session *session
	print   *report.Printer
	pairs   *report.List[search.Pair]

	hidden  *compare.Spacing // looks further if there is no pair
	similar bool             // two files that are not identical
	claimed map[string]int64 // by path: files of pairs that are marked as generated
}

// find searches the index for pairs.
func (f *pairFinder) find(ctx context.Context, q search.PairQuery) (search.PairStats, error) {
	s := f.session
	if err := f.options.units.Find(ctx, s.ix, &q); err != nil {
		return search.PairStats{}, err
	}
	f.lookFor(s, f.print, q)
	stats, err := search.Pairs(ctx, s.ix, q, func(pair search.Pair) error { return f.add(ctx, pair) })
	if err == nil && !f.similar && s.scans() && len(q.Trees) > 0 && q.Against == nil && q.Unit == nil && f.base == nil && !f.counts.countsAll() {
		err = f.hidden.LookInTrees(ctx, s.ix, q)
	}
	if err != nil {
		return stats, err
	}
	return stats, f.pairs.Revise(func(pair *search.Pair) (bool, error) { return f.alive(ctx, pair) })
}

// add adds a pair to those to print, unless the flags leave it out.
func (f *pairFinder) add(ctx context.Context, pair search.Pair) error {
	o := f.options
	f.similar = f.similar || !pair.Identical
	if pair.Identical && o.unlike {
		return nil
	}
	if o.sizes.LeavesOutEmpty(pair.A.Size) {
		f.print.LeaveOutEmpty()
	}
	if !o.units.Wholes() && (!o.sizes.Admits(pair.A.Size) || !o.sizes.Admits(pair.B.Size)) {
		return nil
	}
	if f.print.Limit() == 0 { // it will be printed
		if ok, err := f.alive(ctx, &pair); err != nil || !ok {
			return err
		}
	}
	for _, of := range []search.File{pair.A, pair.B} {
		if of.Generated {
			f.claimed[of.Path] = int64(1 + of.Copies)
		}
	}
	return f.pairs.Add(pair)
}

// pairReader reads the files of pairs again for formats that show passages. It reports files
// that have changed since the scan or cannot be read.
type pairReader struct {
	unread
	ctx    context.Context
	params db.Params // of the index
	trees  *fsys.Trees
	base   *scan.Base
	named  map[string]string // by path: names that tell a language, if not the paths
	// Under --why, df counts the files that have a passage, in ix. open opens that before the
	// first pair: the search closes its index before pairs are printed.
	ix   *db.Index
	df   *search.FrequencyLookup
	open func() (*db.Index, error)
}

// newPairReader returns the reader for the pairs of an index.
func newPairReader(ctx context.Context, a *app, o *pairsOptions, s *session, base *scan.Base) (*pairReader, error) {
	trees, err := scan.TreesOf(s.ix)
	if err != nil {
		return nil, err
	}
	r := &pairReader{unread: newUnread(a), ctx: ctx, params: s.ix.Params(), trees: trees, base: base}
	if o.out.Why() {
		params := r.params
		r.open = func() (*db.Index, error) {
			return openIndex(ctx, a, s.dir, o.index, db.Options{Params: &params})
		}
	}
	return r, nil
}

// passages returns the access of a printer to the passages of pairs. here and there are
// the named folders of both sides.
func (r *pairReader) passages(here, there []string) report.Passages {
	return report.Passages{
		View: view.Kind(r.params.View), Window: r.params.Rule.Window, Base: r.base != nil,
		Here: here, There: there, Read: r.read,
	}
}

func (r *pairReader) close() error {
	if r.ix == nil {
		return nil
	}
	return r.ix.Close()
}

// read reads both files of a pair and finds the passages that they share under the
// view of the index.
func (r *pairReader) read(p search.Pair) (*compare.Comparison, report.Missing, error) {
	o := compare.Options{View: view.Kind(r.params.View), Window: r.params.Rule.WindowBetween(p.A.Level, p.B.Level), Base: r.base}
	if r.open != nil {
		var err error
		if r.ix, err = r.open(); err != nil {
			return nil, "", err
		}
		r.open = nil
	}
	if r.ix != nil {
		o.Stored = storedRule(r.ix)
		if r.df == nil {
			var err error
			if r.df, err = search.NewFrequencyLookup(r.ix); err != nil {
				return nil, "", err
			}
		}
	}
	var files [2]*compare.File
	for i, f := range []search.File{p.A, p.B} {
		src := input.Interruptible(r.ctx, func() (io.ReadCloser, error) { return r.trees.OpenRegular(f.Path) })
		w, err := compare.Read(src, compare.Source{Path: f.Path, Name: cmp.Or(r.named[f.Path], f.Path), Size: f.Size, Rule: r.params.Rule, View: o.View})
		src.Close()
		switch {
		case r.ctx.Err() != nil:
			return nil, "", r.ctx.Err()
		case errors.Is(err, compare.ErrTooLarge):
			return nil, report.TooLarge, nil
		case err != nil:
			r.add(f.Path, err)
			return nil, report.Gone, nil
		case r.changed(w.Info, f):
			r.add(f.Path, fsys.ErrChanged)
			return nil, report.Changed, nil
		}
		files[i] = w
	}
	c, err := compare.Regions(r.ctx, files, o)
	if err == nil && r.df != nil {
		err = c.CountFiles(r.ctx, r.df)
	}
	return c, "", err
}

// changed reports whether the figures of a file show that it has changed since the scan.
// The number of fingerprints proves nothing with a base, because the index was searched
// without the fingerprints of the base.
func (r *pairReader) changed(is, was search.File) bool {
	level := r.params.Rule.LongLevel // an older version, or a search with a base, took no small windows
	return is.Size != was.Size || level(is.Level) != level(was.Level) ||
		r.base == nil && is.Level == was.Level && is.Fingerprints != was.Fingerprints
}
