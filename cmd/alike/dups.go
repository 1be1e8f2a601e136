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
	treeOptions
	hardlinks bool
	keep      flags.Keep
	leftOut   map[bool]int // sets by whether --keep keeps all files or none
	shared    int          // sets whose files share their blocks with the kept one
	sizes     flags.Filter // of the files in the answer
	out       report.Flags
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
func (o *dupsOptions) living(ctx context.Context, sets []search.DuplicateSet, savings int64, ix *db.Index, trees *fsys.Trees, p *report.Printer) ([]search.DuplicateSet, int64, error) {
	look := newSetLook(ix, trees, p.MarksMissing())
	kept := sets[:0]
	for _, d := range sets {
		if p.Limit() == 0 || len(kept) < p.Limit() {
			savings -= d.Savings()
			found, err := look.at(ctx, &d)
			if err != nil {
				return nil, 0, err
			}
			if found < 2 {
				continue
			}
			d.Kept = o.keep.Arrange(&d)
			if o.out.Acts() && (d.Kept == 0 || d.Kept == found) {
				o.leftOut[d.Kept > 0]++
				continue
			}
			if o.out.Reflinks() && d.LeaveOutReflinks() == d.Kept {
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
	add(o.leftOut[false], "no file is under "+terminal.Visible(dir))
	add(o.leftOut[true], "all files are under "+terminal.Visible(dir))
	add(o.shared, "the files share their blocks already")
	return lines
}

func (o *dupsOptions) addHardlinks(fs *pflag.FlagSet) { flags.AddHardlinks(fs, &o.hardlinks) }

func runDups(ctx context.Context, a *app, o dupsOptions, args []string) error {
	if o.hardlinks && o.out.Acts() {
		return advice.Usagef("--hardlinks lists one file under several paths, and removing one may remove all: leave it out")
	}
	s, err := openAnswer(ctx, a, &o.treeOptions, o.sizes, o.out, args)
	if err == nil && o.out.Acts() && s.ix.Imported() {
		err = cmp.Or(elsewhere(s.ix, "a script that acts on files"), s.ix.Close())
	}
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "dups"})
	if err != nil {
		_ = s.ix.Close()
		return err
	}
	o.leftOut = map[bool]int{}
	var sets []search.DuplicateSet
	savings := int64(0) // bytes
	sum, err := summarize(ctx, a, "dups", s, o.out)
	if err == nil {
		err = search.Duplicates(ctx, s.ix, search.DuplicateQuery{Trees: s.trees, Admit: o.sizes.Paths(), Hardlinks: o.hardlinks}, func(d search.DuplicateSet) error {
			switch {
			case o.sizes.LeavesOutEmpty(d.Size):
				p.LeaveOutEmpty()
			case o.sizes.Admits(d.Size):
				savings += d.Savings()
				sets = append(sets, d)
			}
			return nil
		})
	}
	var trees *fsys.Trees
	if err == nil {
		trees, err = scan.TreesOf(s.ix)
	}
	if err == nil {
		p.RankDuplicates(sets)
		sets, savings, err = o.living(ctx, sets, savings, s.ix, trees, p)
	}
	// Close the index before printing, since the reader of the results may be slow.
	err = cmp.Or(err, s.ix.Close())
	if err != nil {
		return err
	}
	if err := p.Duplicates(ctx, sets); err != nil {
		return err
	}
	sum.Add(report.Field{Name: "savings", Value: savings})
	if err := a.end(p, sum); err != nil {
		return err
	}
	p.NoteDuplicates(sets, savings, o.omissions())
	return nil
}
