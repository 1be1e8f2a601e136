package main

import (
	"cmp"
	"context"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/scan"
	"alike/scan/fsys"
)

type dupsOptions struct {
	questionOptions
	hardlinks bool
	keep      flags.Keep

	// Sets that are left out: --keep keeps none or all of their files, or these share their
	// blocks with the kept one.
	keepsNone, keepsAll, shared int
}

func dupsVerb(a *app) verb {
	var o dupsOptions
	return verb{
		use:   "dups [flags] [DIR…]",
		short: "list sets of identical files",
		long: `Lists the sets of identical files, those that could save the most space first. With
DIR, alike first scans these folders and lists the sets within them; without DIR, it
lists the sets of the whole index.

` + scansFirst + `

In a pipe or a file, text has a line per file with tab-separated columns: checksum,
size, path. Empty files, which are all identical, are left out unless --empty is given.

-f sh prints a shell script that removes the other files of each set (--action remove),
replaces them by hard links to the kept one (link), or shares its blocks with them
(reflink). It checks size, time and bytes of both files right before each step. Read
it, then run it yourself: alike changes nothing.

In an imported index, each host keeps one copy; only extra copies on the same host can be
saved.

Paths that are one file by device and inode, such as hard links and what a bind mount
shows twice, are listed once. In JSON, "links" has the others. Files that share their
blocks (reflinks, snapshots) are listed, but save nothing.`,
		examples: []help.Example{
			{Command: "alike dups ~/Pictures"},
			{Command: "alike dups --min-size 1MiB ~"},
			{Command: "alike dups -0 ~ | xargs -0 ls -l"},
			{Command: "alike dups -f sh --action link ~ > link.sh", Comment: "read it, then run it"},
		},
		brief: []string{
			"limit", "min-size", "max-size", "exclude", "hidden", "no-ignore", "format",
			"print0", "fail-on-match", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runDups(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which files", o.out.AddLimit, o.sizes.AddFlags, o.sizes.AddEmpty, o.addHardlinks, o.keep.AddFlags, o.list.AddFlags),
			titled("Output", o.out.FormatOf("dups"), o.out.AddNullSets, o.out.AddActions, o.out.AddSort, o.out.AddFailOnMatch),
		}, answerGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

// living looks for the files of the sets that will be printed, and puts those that --keep
// keeps first. It leaves out sets with only one file left or, if the answer says what to
// act on, none to keep or to act on. It returns the rest and what they save.
//
// On a file system that can share blocks it asks which files do.
func (o *dupsOptions) living(ctx context.Context, r *answer, sets []search.DuplicateSet, savings int64) ([]search.DuplicateSet, int64, error) {
	trees, err := scan.TreesOf(r.ix)
	if err != nil {
		return nil, 0, err
	}
	look := newSetLook(r.ix, trees, r.print.MarksMissing())
	kept := sets[:0]
	for _, d := range sets {
		if limit := r.print.Limit(); limit == 0 || len(kept) < limit {
			savings -= d.Savings()
			found, err := look.at(ctx, &d)
			if err != nil {
				return nil, 0, err
			}
			if found < 2 {
				continue
			}
			d.Kept = o.keep.Arrange(&d)
			switch {
			case o.out.Acts() && d.Kept == 0:
				o.keepsNone++
				continue
			case o.out.Acts() && d.Kept == found:
				o.keepsAll++
				continue
			case o.out.Reflinks() && d.LeaveOutReflinks() == d.Kept:
				o.shared++
				continue
			}
			savings += d.Savings()
		}
		kept = append(kept, d)
	}
	return kept, savings, nil
}

// setLook looks for the files of sets.
type setLook struct {
	blocks fsys.Blocks
	links  bool // drop links that are gone

	elsewhere bool // nothing can be looked for
}

func newSetLook(ix *db.Index, trees *fsys.Trees, links bool) setLook {
	return setLook{fsys.Blocks{Trees: trees}, links, ix.Imported()}
}

// at returns how many files of a set exist. If there are two, it asks which share their blocks.
// A set can have millions of files.
func (l *setLook) at(ctx context.Context, d *search.DuplicateSet) (int, error) {
	if l.elsewhere {
		return len(d.Files), ctx.Err()
	}
	mayShare := false
	found := d.Look(func(path string) bool {
		if ctx.Err() != nil {
			return false
		}
		device, exists := deviceOf(path)
		mayShare = mayShare || exists && l.blocks.MayShare(device, path)
		return exists
	}, l.links)
	if mayShare && d.Size > 0 && found > 1 {
		d.FindReflinks(func(path string) string {
			if ctx.Err() != nil {
				return ""
			}
			return l.blocks.Of(path)
		})
	}
	return found, ctx.Err()
}

// omissions says which sets an answer that says what to act on leaves out.
func (o *dupsOptions) omissions() (lines []string) {
	add := func(n int, why string) {
		if n > 0 {
			lines = append(lines, terminal.Amount(int64(n), "set", "sets")+" left out: "+why)
		}
	}
	dir := o.keep.Folder()
	if _, exists := deviceOf(dir); dir != "" && !exists {
		dir += ", which does not exist"
	}
	add(o.keepsNone, "no file is under "+terminal.Visible(dir))
	add(o.keepsAll, "all files are under "+terminal.Visible(dir))
	add(o.shared, "the files share their blocks already")
	return lines
}

func (o *dupsOptions) addHardlinks(fs *pflag.FlagSet) { flags.AddHardlinks(fs, &o.hardlinks) }

func runDups(ctx context.Context, a *app, o dupsOptions, args []string) error {
	if o.hardlinks && o.out.Acts() {
		return advice.Usagef("--hardlinks lists one file under several paths, and removing one may remove all: leave it out")
	}
	r, err := openAnswer(ctx, a, "dups", &o.questionOptions, args)
	if err != nil {
		return err
	}
	defer r.ix.Close()
	if o.out.Acts() && r.ix.Imported() {
		return elsewhere(r.ix, "a script that acts on files")
	}
	if err := r.startPrinter(report.About{}); err != nil {
		return err
	}
	sets, savings, err := o.find(ctx, r)
	// Close the index before printing, since the reader of the results may be slow.
	err = cmp.Or(err, r.ix.Close())
	if err != nil {
		return err
	}
	if err := r.print.Duplicates(ctx, sets); err != nil {
		return err
	}
	r.sum.Add(report.Field{Name: "savings", Value: savings})
	if err := a.end(r.print, r.sum); err != nil {
		return err
	}
	r.print.NoteDuplicates(sets, savings, o.omissions())
	return nil
}

// find searches the index for sets, and returns them with the bytes that they could save.
func (o *dupsOptions) find(ctx context.Context, r *answer) (sets []search.DuplicateSet, savings int64, err error) {
	if err := summarize(ctx, r.sum, r.session, o.out); err != nil {
		return nil, 0, err
	}
	q := search.DuplicateQuery{Trees: r.query.Trees, Admit: r.query.Admit, Hardlinks: o.hardlinks}
	err = search.Duplicates(ctx, r.ix, q, func(d search.DuplicateSet) error {
		switch {
		case o.sizes.LeavesOutEmpty(d.Size):
			r.print.LeaveOutEmpty()
		case o.sizes.Admits(d.Size):
			savings += d.Savings()
			sets = append(sets, d)
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	r.print.RankDuplicates(sets)
	return o.living(ctx, r, sets, savings)
}
