package main

import (
	"cmp"
	"context"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/db/search"
	"alike/scan/compare"
)

type pairsOptions struct {
	questionOptions
	unlike bool // --no-identical
}

func pairsVerb(a *app) verb {
	var o pairsOptions
	return verb{
		use:   "pairs [flags] [DIR…]",
		short: "list every pair of similar files",
		long: `Lists every pair of similar files, the strongest first. With DIR, alike first scans
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

In a pipe or a file, text has tab-separated columns: the share that --by names,
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
			titled("Which pairs", o.similar.AddFlags, o.addSides, o.base.AddFlags, o.units.AddFlags, o.out.AddLimit),
			titled("Which files", o.sizes.AddFlags, o.sizes.AddEmpty, o.list.AddFlags),
			titled("Output", o.out.FormatOf("pairs"), o.out.AddNull, o.out.AddWhy, o.out.AddAllPaths, o.out.AddSort, o.out.AddFailOnMatch),
		}, answerGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func (o *pairsOptions) addSides(fs *pflag.FlagSet) {
	fs.BoolVar(&o.unlike, "no-identical", false, "leave out pairs of identical files")
	o.addAgainst(fs, "file")
}

func runPairs(ctx context.Context, a *app, o pairsOptions, args []string) (err error) {
	if err := o.checkWholes(); err != nil {
		return err
	}
	r, err := openAnswer(ctx, a, "pairs", &o.questionOptions, args)
	if err != nil {
		return err
	}
	defer r.ix.Close()
	reader, err := newPairReader(ctx, r)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, reader.close()) }()
	if err := r.begin(ctx, report.About{Why: o.out.Why(), Passages: reader.passages()}); err != nil {
		return err
	}
	pairs := r.print.Pairs(a.roomToSort(o.memory), r.query.By)
	defer pairs.Close()
	f := newPairFinder(r, pairs, o.unlike)
	if err := r.search(ctx, func(q search.PairQuery) (search.PairStats, error) { return f.find(ctx, q) }); err != nil {
		return err
	}
	for _, n := range f.claimed {
		r.sum.Generated = max(r.sum.Generated-n, 0)
	}
	if err := pairs.Print(ctx); err != nil {
		return err
	}
	reader.end()
	if err := a.end(r.print, r.sum); err != nil {
		return err
	}
	r.print.NotePairs(r.sum, r.fewer())
	r.left.note(a.screen)
	o.units.Note(a.screen)
	noteSpacing(a.screen, f.hidden)
	return nil
}

// pairFinder hands the pairs that a search finds to a printer.
type pairFinder struct {
	*answer
	found  completion[search.Pair]
	unlike bool // --no-identical

	hidden  *compare.Spacing // looks further if there is no pair
	similar bool             // two files that are not identical
	claimed map[string]int64 // by path: files of pairs that are marked as generated
}

func newPairFinder(r *answer, pairs *report.List[search.Pair], unlike bool) *pairFinder {
	return &pairFinder{
		answer: r, unlike: unlike, hidden: compare.NewSpacingOfTrees(), claimed: map[string]int64{},
		found: completion[search.Pair]{results: pairs, limited: r.print.Limit() > 0},
	}
}

// find searches the index for pairs.
func (f *pairFinder) find(ctx context.Context, q search.PairQuery) (search.PairStats, error) {
	f.found.complete = func(pair *search.Pair) (bool, error) {
		if pair.A.Files > 0 { // of units
			return true, nil
		}
		return f.living.Pair(ctx, pair)
	}
	stats, err := search.Pairs(ctx, f.ix, q, f.add)
	if err == nil && !f.similar && f.scans() && len(q.Trees) > 0 && q.Against == nil && q.Unit == nil && f.base == nil && !f.counts.countsAll() {
		err = f.hidden.LookInTrees(ctx, f.ix, q)
	}
	if err != nil {
		return stats, err
	}
	return stats, f.found.end()
}

// add adds a pair to those to print, unless the flags leave it out.
func (f *pairFinder) add(pair search.Pair) error {
	o := f.asked
	f.similar = f.similar || !pair.Identical
	if pair.Identical && f.unlike {
		return nil
	}
	if o.sizes.LeavesOutEmpty(pair.A.Size) {
		f.print.LeaveOutEmpty()
	}
	if !o.units.Wholes() && (!o.sizes.Admits(pair.A.Size) || !o.sizes.Admits(pair.B.Size)) {
		return nil
	}
	for _, of := range []search.File{pair.A, pair.B} {
		if of.Generated {
			f.claimed[of.Path] = int64(1 + of.Copies)
		}
	}
	return f.found.add(pair)
}
