package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/compare"
)

type compareOptions struct {
	window int
	base   flags.Base
	memory flagvalue.Memory // 0: compare.DefaultMemory
	min    flagvalue.Share
	by     string
	out    report.Flags
}

func compareVerb(a *app) verb {
	o := compareOptions{min: 0.5, by: "smaller"}
	return verb{
		use:   "compare [flags] A B",
		short: "show what two files share, passage by passage",
		long: `Reads both files whole and shows how much of each is in the other, and the regions
that they share: passages of equal bytes, longest first, which never overlap.
It needs no index. Either file may be - for standard input, which is assumed to be
in the language of the other. With --view text or code, regions are passages that are the
same under that view.

If there is an index of the view, text and JSON tell how many of its files have the rarest
passage of each region, and the rarest regions come first: a licence is in thousands of
files, what was copied in two. Copies of one file count once. Short regions may lack the
figure.

All distinct windows (--window) are counted, as with --exact. Covered is the share of
the bytes of a file that are in regions. For text, alike also shows how
similar the documents are overall: the Jaccard similarity of their sets of words and
its estimate by MinHash, the cosine of their word counts, and how many of 64 bits differ
between their simhashes. Identical files are one region, however short.

With --base DIR, content that also occurs in DIR (a folder or a file) is left out of
regions and windows: a template, the text of a licence. Covered is then the share of the
bytes that are not in DIR. The documents are still compared whole.

In a pipe or a file, text has tab-separated columns: first lines with a name and a
figure, then a line per region: the word region, its bytes, its lines in A, its lines
in B, the offsets of its first byte in A and of the byte after its last, those in B, and with
an index the number of files.

-f html writes a page with both files side by side and the regions coloured; a click on
a region shows its counterpart. The page is self-contained and uses no network. Code has
the colours of its syntax, except in files over 128 KiB.
Files over 2 MiB or 20,000 lines are folded between the regions. If there are very many
regions, the page shows only the longest.

-f sarif writes one result, with the 10 longest regions, for services that show results
beside the code; none if the files share no region and do not match.

Both files are held in memory, at most 256 MiB each, and the search needs three to six
times as much: a gigabyte for two files of 50 MB. With less --memory, all windows are
counted in several passes; files that do not fit are refused.`,
		examples: []help.Example{
			{Command: "alike compare draft.txt final.txt"},
			{Command: "git show HEAD~20:main.c | alike compare - main.c"},
			{Command: "alike compare -f html theirs.go ours.go > page.html", Comment: "in a browser"},
			{Command: "alike compare --context 3 --lines all old.go new.go"},
			{Command: "alike compare --view code theirs.py ours.py"},
			{Command: "alike compare --base template.py theirs.py ours.py", Comment: "beyond the template"},
			{Command: "alike compare -f json --window 25 a.c b.c"},
		},
		brief: []string{
			"window", "base", "limit", "format", "context", "lines",
			"fail-on-match", "min", "by", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runCompare(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which regions", o.addFlags, o.base.AddFlags, o.out.AddLimit),
			titled("Output", o.out.FormatOf("compare"), o.out.AddPassages, o.addThreshold, o.out.AddFailOnMatch),
		},
	}
}

func (o *compareOptions) addFlags(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.window, fingerprint.MinWindow), "window", "shortest region, in `BYTES`")
	fs.Var(&o.memory, "memory", "refuse files that take more than `SIZE` to compare\nAt least 16MiB. Default: 4GiB.")
}

// addThreshold adds the threshold of --fail-on-match.
func (o *compareOptions) addThreshold(fs *pflag.FlagSet) {
	fs.Var(&o.min, "min", "minimum `SHARE` for --fail-on-match\nSuch as 50% or 0.5.")
	fs.Var(flagvalue.NewChoice(&o.by, "smaller", "larger", "union"), "by",
		"by this `SHARE`: smaller, larger, union\nsmaller: of the smaller file. larger: of the larger file. union: of their combined content.")
}

func runCompare(ctx context.Context, a *app, o compareOptions, args []string) error {
	rule := view.Kind(a.common.view).Rule()
	if o.window > 0 {
		rule = rule.WithoutSmall()
		rule.Window = o.window
	}
	if err := rule.Validate(); err != nil {
		return advice.Usagef("%v", err)
	}
	if len(args) != 2 {
		return advice.Usagef("compare takes two files, not %d", len(args))
	}
	if args[0] == input.Stdin && args[1] == input.Stdin {
		return advice.Usagef("both files are standard input: save one of them to a file and name that")
	}
	if err := o.out.CheckInput(args...); err != nil {
		return err
	}
	dirs, err := o.base.Paths()
	if err != nil {
		return err
	}
	if len(dirs) > 0 {
		rule = rule.WithoutSmall() // a base has no small windows
	}
	if o.memory > 0 {
		defer flags.Memory{Bytes: o.memory}.Bound()()
	}
	files, err := readBoth(ctx, a, args, rule)
	if err != nil {
		return err
	}
	base, err := readComparedBase(ctx, a, dirs, rule)
	if err != nil {
		return err
	}
	options := compare.Options{
		View: view.Kind(a.common.view), Base: base, Memory: int64(o.memory),
		Window: rule.WindowBetween(files[0].Info.Level, files[1].Info.Level),
	}
	c, err := o.compare(ctx, a, files, options)
	if err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "compare", By: flags.Measures[o.by], Passages: report.Passages{
		View: c.View, Window: c.Window, Base: c.Base != nil, Here: []string{c.Files[0].Info.Path},
	}})
	if err != nil {
		return err
	}
	if err := p.Compared(c, o.matches(c)); err != nil {
		return err
	}
	if err := a.end(p, comparedSummary(c)); err != nil {
		return err
	}
	p.NoteCompared(c)
	return nil
}

// compare compares the files, and counts in how many files of the index their regions are if
// there is an index and the format tells.
func (o *compareOptions) compare(ctx context.Context, a *app, files [2]*compare.File, options compare.Options) (c *compare.Comparison, err error) {
	var ix *db.Index
	if o.out.Text() || o.out.Counts() {
		if ix, err = openCompared(ctx, a); err != nil {
			return nil, err
		}
	}
	if ix != nil {
		defer func() { err = cmp.Or(err, ix.Close()) }()
		options.Stored = storedRule(ix)
	}
	shown := a.screen.StartBar((&terminal.Counter{}).Gauge("comparing"))
	defer shown.Finish()
	c, err = compare.Files(ctx, files, options)
	if ix == nil || err != nil {
		return c, err
	}
	df, err := search.NewFrequencyLookup(ctx, ix, nil)
	if err == nil {
		err = c.CountFiles(ctx, df)
	}
	return c, err
}

// openCompared opens the index of the view. If it cannot be opened, that is an error only if
// --index names it; otherwise openCompared returns nil.
func openCompared(ctx context.Context, a *app) (*db.Index, error) {
	dir, err := indexDir(a)
	if err == nil {
		var ix *db.Index
		if ix, err = openIndex(ctx, a, dir, flags.Index{}, db.Options{Kind: db.Files, View: a.common.view}); err == nil {
			return ix, nil
		}
	}
	if a.common.indexGiven.Changed || ctx.Err() != nil {
		return nil, err
	}
	return nil, nil
}

// storedRule returns the rule by which all contents of an index are stored.
func storedRule(ix *db.Index) *fingerprint.Rule {
	rule := ix.Params().Rule
	if ix.LongOnly() {
		rule = rule.WithoutSmall()
	}
	return &rule
}

func comparedSummary(c *compare.Comparison) *report.Summary {
	sum := &report.Summary{Verb: "compare", Files: 2, Contents: 2, Read: 2, Bytes: c.Files[0].Info.Size + c.Files[1].Info.Size}
	if c.Identical {
		sum.Contents = 1
	}
	if c.Base != nil {
		sum.AddBase(report.Base{Files: c.Base.Files, Fingerprints: int64(len(c.Base.Fingerprints))})
	}
	return sum
}

// readBoth reads both files. It reports each file that cannot be read, and then returns
// errNoneRead.
func readBoth(ctx context.Context, a *app, names []string, rule fingerprint.Rule) (files [2]*compare.File, err error) {
	for i, name := range names {
		namedAs := name
		if name == input.Stdin { // usually another version of the other file
			namedAs = names[1-i]
		}
		f, failure := readWhole(ctx, a, name, namedAs, rule, view.Kind(a.common.view))
		var usage *advice.UsageError
		switch {
		case ctx.Err() != nil:
			return files, ctx.Err()
		case errors.As(failure, &usage):
			return files, failure
		case failure != nil:
			a.failed++
			reportUnread(a, name, failure)
			err = errNoneRead
		}
		files[i] = f
	}
	return files, err
}

// readWhole reads a file or standard input to its end. namedAs is the name that
// determines the language.
func readWhole(ctx context.Context, a *app, name, namedAs string, rule fingerprint.Rule, kind view.Kind) (*compare.File, error) {
	if _, ok := input.OnHost(name); ok {
		return nil, errElsewhere
	}
	named, from, err := sourceOf(a, name, readOptions{})
	if err != nil {
		return nil, err
	}
	src := input.Interruptible(ctx, from.open)
	defer src.Close()
	f, err := compare.Read(src, compare.Source{Path: named.path, Name: namedAs, Size: max(from.size, 0), Rule: rule, View: kind})
	if errors.Is(err, compare.ErrTooLarge) {
		return nil, advice.With(err, "to count what large files share: alike pairs --exact")
	}
	return f, err
}

// matches reports whether the files match for --fail-on-match.
func (o compareOptions) matches(c *compare.Comparison) bool {
	share := c.Share(flags.Measures[o.by])
	return c.Identical && c.Base == nil || share.Defined() && share >= fingerprint.Share(o.min)
}
