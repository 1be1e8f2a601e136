package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
)

type queryOptions struct {
	similar flags.Similarity
	base    flags.Base
	sizes   flags.Sizes
	index   flags.Index
	memory  flags.Memory
	work    flags.Threads
	list    flags.List
	out     report.Flags
}

func queryVerb(a *app) verb {
	var o queryOptions
	return verb{
		use:   "query [flags] FILE…",
		short: "list indexed files that are similar to FILE",
		long: `Lists the indexed files that share content with FILE, most similar first. FILE need
not be indexed and is not added to the index; if it is indexed, it does not match
itself. - reads standard input, which has no name that tells its language. Other
processes can use the index while FILE is read and while the answer is printed.

With --base DIR, content that also occurs in DIR counts in no file, as in alike pairs.

` + flags.ExactHelp + `

` + flags.OrderHelp + `

In a pipe or a file, text has tab-separated columns: the share that orders the
matches, the relation (identical, nearly-same, a-in-b, b-in-a, overlap; a is FILE), how
much of FILE is in the match, how much of the match is in FILE, both sizes in bytes,
both paths.`,
		examples: []help.Example{
			{Command: "alike query draft.txt"},
			{Command: "git show HEAD~20:main.c | alike query -"},
			{Command: "alike query --min 10% --by larger -f json *.c"},
		},
		brief: []string{
			"min", "by", "min-shared", "base", "exact", "limit",
			"min-size", "max-size", "format", "print0", "fail-on-match", "view",
			"index",
		},
		run: func(ctx context.Context, args []string) error { return runQuery(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which matches", o.similar.AddFlags, o.base.AddFlags, o.out.AddLimit, o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.out.FormatOf("query"), o.out.AddNull, addNoSort, o.out.AddFailOnMatch),
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
	if err := cmp.Or(o.out.Check(), o.sizes.Check(), o.similar.Check()); err != nil {
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
	if err := a.end(q.print, q.sum); err != nil {
		return err
	}
	q.print.NoteMatches(q.sum, q.query.MinShared)
	return nil
}
