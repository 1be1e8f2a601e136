package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/input"
)

type queryOptions struct {
	similar flags.Similarity
	base    flags.Base
	sizes   flags.Sizes
	index   flags.Index
	memory  flags.Memory
	work    flags.Threads
	list    flags.List
	out     outputFlags
}

func queryVerb(a *app) verb {
	var o queryOptions
	return verb{
		use:   "query [flags] FILE…",
		short: "which indexed files are like FILE",
		long: `Prints the indexed files that share content with FILE, the most similar first.
FILE need not be indexed, and is not by this; if it is, it is not its own match.
- reads standard input, which has no name to tell its language. Others may use the
index while FILE is read and while the answer is printed.

` + flags.OrderHelp + `

To a pipe or a file, text has columns separated by tabs: the share that orders them,
the relation (identical, nearly-same, a-in-b, b-in-a, overlap; a is FILE), how much
of FILE is in the match, how much of the match in FILE, both sizes, both paths.

With --base DIR what also stands in DIR, a folder or a file, counts for no file, as
with alike pairs.

` + flags.ExactHelp,
		example: `  alike query draft.txt
  git show HEAD~20:main.c | alike query -
  alike query --min 10% --by larger -f json *.c`,
		run: func(ctx context.Context, args []string) error { return runQuery(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which matches", o.similar.AddFlags, o.base.AddFlags, o.out.addLimit, o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.out.addFormat, o.out.addNull, addNoSort, o.out.addFailOnMatch),
			titled("Running", o.work.AddFlags, o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

// addNoSort takes --sort, which means the same everywhere, where the results
// are sorted anyway.
func addNoSort(fs *pflag.FlagSet) {
	fs.Bool("sort", false, "the matches of a file are always sorted")
	_ = fs.MarkHidden("sort")
}

func runQuery(ctx context.Context, a *app, o queryOptions, args []string) error {
	if err := cmp.Or(o.out.check(), o.sizes.Check(), o.similar.Check()); err != nil {
		return err
	}
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return advice.Usagef("name at least one file, or - for standard input")
	}
	if o.similar.Exact && slices.Contains(args, input.Stdin) {
		return advice.Usagef("--exact reads FILE a second time, which standard input cannot be: save it to a file and name that")
	}
	if o.base.Dirs, err = o.base.Paths(); err != nil {
		return err
	}
	q, err := newInquiry(ctx, a, o)
	if err != nil {
		return err
	}
	defer o.memory.BoundSearch()() // --exact holds sets of windows
	err = q.ask(ctx, args)
	q.exact.end()
	if err != nil {
		return err
	}
	if err := q.print.header(matchHeader); err != nil {
		return err
	}
	if err := q.print.end(q.sum); err != nil {
		return err
	}
	q.print.tell(q.sum)
	return nil
}
