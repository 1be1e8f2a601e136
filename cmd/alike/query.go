package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/db"
)

type queryOptions struct {
	similar similarityFlags
	sizes   fileFlags // of these only the sizes
	index   indexFlags
	memory  memoryFlags
	work    threadFlags
	list    listFlags
	out     outputFlags
}

func (a *app) newQuery() *cobra.Command {
	var o queryOptions
	c := a.command(verb{
		use:   "query [flags] FILE…",
		short: "which indexed files are like FILE",
		long: `Prints the indexed files that share content with FILE, the most similar first.
FILE need not be indexed, and is not by this; if it is, it is not its own match.
- reads standard input.

To a pipe or a file, text has columns separated by tabs: the share of --by, the
relation (identical, nearly-same, a-in-b, b-in-a, overlap; a is FILE), how much
of FILE is in the match, how much of the match in FILE, both sizes, both paths.`,
		example: `  alike query draft.txt
  git show HEAD~20:main.c | alike query -
  alike query --min 10% --by larger -f json *.c`,
		run: func(ctx context.Context, args []string) error { return a.runQuery(ctx, o, args) },
	})
	a.group(c, "Which matches", o.similar.addFlags, o.out.addLimit, o.sizes.addSizeFlags, o.list.addFlags)
	a.group(c, "Output", o.out.addFormat, o.out.addNull, addNoSort, o.out.addFailOnMatch)
	a.group(c, "Running", o.work.addFlags, o.memory.addFlags, o.index.addFlags)
	return c
}

// addNoSort takes --sort, which means the same everywhere, where the results
// are sorted anyway.
func addNoSort(fs *pflag.FlagSet) {
	fs.Bool("sort", false, "the matches of a file are always sorted")
	_ = fs.MarkHidden("sort")
}

func (a *app) runQuery(ctx context.Context, o queryOptions, args []string) error {
	if err := o.out.check(); err != nil {
		return err
	}
	if err := o.sizes.check(); err != nil {
		return err
	}
	args, err := a.arguments(o.list, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usagef("name at least one file, or - for standard input")
	}
	ix, _, err := a.readIndex(ctx, o.index, o.memory)
	if err != nil {
		return err
	}
	defer ix.Close()
	q := o.similar.query(o.work.threads)
	p := a.printer(o.out)
	m := &matchPrinter{printer: p, by: q.By}
	sum := a.newSummary("query")
	err = a.readEach(ctx, args, ix.Params().Rule, func(f *readFile) error {
		sum.Files, sum.Contents, sum.Read = sum.Files+1, sum.Contents+1, sum.Read+1
		sum.Bytes += f.content.Size
		if len(f.set) < q.MinShared {
			sum.FewFingerprints++
		}
		q.Except = f.path
		var found []db.Match
		err := ix.Query(ctx, f.content, f.set, q, func(match db.Match) error {
			if o.sizes.admits(match.File.Size) {
				found = append(found, match)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("looking up what is like %s: %w", f.path, err)
		}
		return m.printAll(f.file(), found)
	})
	if err != nil {
		return err
	}
	if err := p.header(matchHeader); err != nil {
		return err
	}
	if err := p.end(sum); err != nil {
		return err
	}
	m.tell(sum)
	return nil
}
