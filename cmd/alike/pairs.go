package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint/view"
)

type pairsOptions struct {
	treeOptions
	similar flags.Similarity
	against []string
	base    flags.Base
	sizes   flags.Sizes // of the files in the answer
	out     outputFlags
}

func pairsVerb(a *app) verb {
	var o pairsOptions
	return verb{
		use:   "pairs [flags] [DIR…]",
		short: "every pair of similar files",
		long: `Prints every pair of similar files, the most similar first. With DIR these trees
are scanned first and pairs within them are printed; without, pairs of the whole
index.

With --against TREE one file of each pair is in DIR… and the other in TREE. Where
one lies in the other, a file belongs to the inner one.

` + scansFirst + `

` + flags.BaseHelp + `

Two books that have a page in common are not similar; a page and a book that
contains it are. Percentages are estimated from fingerprints, which the ~ says;
a ? says that fewer than 10 are shared, which makes it a rough guess.

` + flags.ExactHelp + `

` + flags.OrderHelp + `

To a pipe or a file, text has columns separated by tabs: the share that orders them,
the relation (identical, nearly-same, a-in-b, b-in-a, overlap), how much of A is
in B, how much of B is in A, both sizes in bytes, both paths.

With -f sarif, for services that show results beside the code, both files of each
pair are read again, so that results point at lines: the longest passages that they
share, 10 at most. Paths are relative to the repository that DIR lies in, else to the
working directory. 90% or more of the share that orders pairs is a warning, less a
note.

With -f json pairs are printed as they are found, unless --sort or --limit is given.
More pairs than fit in memory are sorted in a temporary file, in TMPDIR or /tmp.`,
		example: `  alike pairs ~/projects
  alike pairs theirs --against ours               theirs on the left, ours on the right
  alike pairs --min 90% --by larger ~/projects    both files nearly the same
  alike pairs --view code ~/course                copied code, whatever its names and comments
  alike pairs --view code --base template course  beyond what was handed out
  alike pairs --view code -f sarif --fail-on-match theirs --against ours > copied.sarif
  alike pairs -f json ~/projects | jq -r 'select(.type=="pair") | .a.path'`,
		run: func(ctx context.Context, args []string) error { return runPairs(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which pairs", o.similar.AddFlags, o.addAgainst, o.base.AddFlags, o.out.addLimit),
			titled("Which files", o.sizes.AddFlags, o.addFiles),
			titled("Output", o.addFormat, o.out.addNull, o.out.addSort, o.out.addFailOnMatch),
		}, indexGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func (o *pairsOptions) addFormat(fs *pflag.FlagSet) {
	o.out.addFormats(fs, "text is for people, JSON Lines for programs, SARIF for code review", "text", "json", "csv", formatSARIF)
}

func (o *pairsOptions) addAgainst(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.against, "against", nil, "only pairs of one file in DIR… and one in this `TREE`, which is scanned too; may be repeated")
}

// openSides opens the index for pairs. With --against, s.trees are those of
// either side, and against are those of the other one.
func openSides(ctx context.Context, a *app, o *pairsOptions, args []string) (s *session, q search.PairQuery, err error) {
	q = o.similar.Query(o.work.N)
	if err := o.similar.Check(); err != nil {
		return nil, q, err
	}
	if args, err = o.list.Names(ctx, a.env.stdin, args); err != nil {
		return nil, q, err
	}
	o.list = flags.List{} // it has served
	if len(o.against) > 0 {
		if len(args) == 0 {
			return nil, q, advice.Usagef("--against needs the trees to be compared with it: alike pairs DIR --against TREE")
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
	return s, q, nil
}

func runPairs(ctx context.Context, a *app, o pairsOptions, args []string) error {
	s, q, err := openSides(ctx, a, &o, args)
	if err != nil {
		return err
	}
	p := a.printer(o.out)
	order := o.similar.Order(view.Kind(s.ix.Params().View))
	pairs := &pairPrinter{printer: p, by: order[0], exact: o.similar.Exact}
	c := newComparison(a, p, &o.similar, o.memory, pairKind(order...), pairs.print)
	if pairs.sarif, err = a.newSarifReport(ctx, p, "pairs", s.ix.Params(), order[0], q.Trees, q.Against); err != nil {
		_ = s.ix.Close()
		return err
	}
	defer pairs.sarif.stop()
	c.exact.holdTo(o.read)
	defer c.best.close()
	if err := c.without(ctx, s, &o.treeOptions, o.base.Dirs); err != nil {
		return err
	}
	pairs.sarif.without(c.base)
	sum, err := c.run(ctx, "pairs", s, q, func(q search.PairQuery) (search.PairStats, error) {
		return search.Pairs(ctx, s.ix, q, func(pair search.Pair) error {
			if !o.sizes.Admits(pair.A.Size) || !o.sizes.Admits(pair.B.Size) {
				return nil
			}
			return c.take(pair)
		})
	})
	if err != nil {
		return err
	}
	if !p.streams() {
		if err := pairs.printAll(ctx, c.best); err != nil {
			return err
		}
	}
	if err := cmp.Or(pairs.sarif.end(), p.end(sum)); err != nil {
		return err
	}
	pairs.tell(sum, q.MinShared)
	return nil
}
