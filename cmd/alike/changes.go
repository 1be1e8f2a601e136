package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
)

type changesOptions struct {
	questionOptions
	since   flagvalue.Since
	last    int
	counted *pflag.Flag // --last
	kinds   kindsValue
	all     bool
	roots   []*search.NewRoot // scanned for the first time
}

func changesVerb(a *app) verb {
	var o changesOptions
	return verb{
		use:   "changes [flags]",
		short: "list what changed in the last scan",
		long: `Lists what changed in the last scan: first the new pairs of similar files, then the
files that are new, changed or gone. A pair is new if one of its files is new or has
changed. Moving or renaming a file creates no new pair, not even with its identical
copies. If nothing is new, nothing is printed.

With --base DIR, content that also occurs in DIR is ignored in pairs, as in alike pairs.

The first scan of a DIR is one line with counts, for its new files and for the pairs
among them; --all lists these too. --kind new and --kind pair count only such changes.

An interrupted scan and the one that resumed it count as one. Only the index is read;
alike scan brings it up to date. For an imported index, read import in place of scan.

In a pipe or a file, text has a line per change with tab-separated columns: the word
pair and the columns of alike pairs; or new, changed or gone, the size in bytes, and
the path; or root, the bytes, the path, and the numbers of files and pairs.`,
		examples: []help.Example{
			{Command: "alike scan -q ~/projects && alike changes"},
			{Command: "alike changes --since yesterday"},
			{Command: "alike changes --kind pair --min 80% --fail-on-match", Comment: "a gate for copied files"},
		},
		brief: []string{
			"since", "last", "kind", "all", "limit", "min", "by",
			"base", "exact", "min-size", "format", "sort",
			"fail-on-match", "view", "index",
		},
		noArguments: true,
		run:         func(ctx context.Context, _ []string) error { return runChanges(ctx, a, o) },
		flags: []flagGroup{
			titled("Which changes", o.addFlags, o.out.AddLimitEach),
			titled("Which pairs are similar", o.similar.AddFlags, o.base.AddFlags),
			titled("Which files", o.sizes.AddFlags),
			titled("Output", o.out.FormatOf("changes"), o.out.AddSort, o.out.AddFailOnMatch),
			titled("Running", o.work.AddFlags, o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

func (o *changesOptions) addFlags(fs *pflag.FlagSet) {
	o.last = 1
	fs.Var(&o.since, "since", "only scans that ended at `TIME` or later\nTIME is today, yesterday, a date such as 2026-11-21 or \"2026-11-21 15:04\", an age such as 12h, 7d or 2w, or @SECONDS since 1970.")
	fs.Var(flagvalue.NewNumber(&o.last, 1), "last", "only the last `N` scans")
	o.counted = fs.Lookup("last")
	fs.Var(&o.kinds, "kind", "only changes of `KIND`: pair, new, changed, gone, root\nMay be repeated.")
	fs.BoolVar(&o.all, "all", false, "list what the first scan of a folder found\nBy default it is one line with counts.")
}

// kindsValue is a list of kinds of change.
type kindsValue []string

func (v *kindsValue) Set(s string) error {
	for _, word := range strings.Split(s, ",") {
		if !slices.Contains(report.ChangeKinds, word) {
			return fmt.Errorf("want one of %s, not %q", strings.Join(report.ChangeKinds, ", "), word)
		}
		*v = append(*v, word)
	}
	return nil
}

func (v *kindsValue) String() string { return strings.Join(*v, ",") }

func (v *kindsValue) Type() string { return "KIND" }

// Words returns the kinds, for completion.
func (v *kindsValue) Words() []string { return report.ChangeKinds }

func (v kindsValue) wants(kind string) bool { return len(v) == 0 || slices.Contains(v, kind) }

// scans returns the scans that the flags select: all after a given one.
func (o *changesOptions) scans(ix *db.Index, dir string, now time.Time) (after db.ScanID, s report.Scans, err error) {
	scans := ix.Scans()
	if len(scans) == 0 {
		return after, s, noScans(dir, ix.Imported(), db.Holder(dir))
	}
	ok := true
	if o.since.Given() {
		after, ok = ix.Before(o.since.From(now))
	} else {
		after, ok = ix.BeforeLast(o.last)
	}
	s.Partial, s.Imports = !ok, ix.Imported()
	for _, scan := range scans {
		if scan.ID <= after {
			continue
		}
		if s.Count++; s.Count == 1 {
			s.Began = scan.Began
		}
	}
	return after, s, nil
}

// noScans explains why an index has no history. Its first scan is still running or was
// killed before its first commit, or an older version of alike, which kept no history,
// ran the last scan.
func noScans(dir string, imported bool, held *db.HeldError) error {
	scan, next := "scan", "alike scan DIR"
	if imported {
		scan, next = "import", "alike import, as before"
	}
	if held != nil {
		return advice.With(fmt.Errorf("no %s into the index %s has finished yet: it is being written by %s", scan, dir, report.WrittenBy(held)),
			"try again when it is done")
	}
	return advice.With(fmt.Errorf("the index %s has no %s yet", dir, scan), "bring it up to date: "+next)
}

func runChanges(ctx context.Context, a *app, o changesOptions) error {
	if err := flags.Check(o.similar.Check, o.sizes.Check, o.out.Check); err != nil {
		return err
	}
	if o.since.Given() && o.counted.Changed {
		return advice.Usagef("--since and --last contradict each other: give one of them")
	}
	if o.since.From(a.started).After(a.started) {
		return advice.Usagef("--since %s is in the future: give a time in the past", terminal.Visible(o.since.String()))
	}
	r, err := readAnswer(ctx, a, "changes", &o.questionOptions)
	if err != nil {
		return err
	}
	err = o.print(ctx, r)
	return cmp.Or(err, r.ix.Close())
}

// print prints the changes of an open index.
func (o *changesOptions) print(ctx context.Context, r *answer) error {
	after, scans, err := o.scans(r.ix, r.dir, r.started)
	if err != nil {
		return err
	}
	if err := r.startPrinter(report.About{}); err != nil {
		return err
	}
	changes := r.print.Changes(r.roomToSort(o.memory), r.query.By)
	defer changes.Close()
	if !o.all {
		if o.roots, err = search.NewRoots(ctx, r.ix, after); err != nil {
			return err
		}
	}
	if err := o.printNewPairs(ctx, r, after, changes); err != nil {
		return err
	}
	if err := printFileChanges(ctx, o, r.ix, after, changes); err != nil {
		return err
	}
	for _, root := range o.roots {
		if root.Files+root.Pairs == 0 {
			continue
		}
		if err := changes.Root(root); err != nil {
			return err
		}
	}
	if !changes.None() || r.env.complete {
		if err := r.end(r.print, r.sum); err != nil {
			return err
		}
	}
	changes.Note(scans)
	return nil
}

// printNewPairs prints the new pairs.
func (o *changesOptions) printNewPairs(ctx context.Context, r *answer, after db.ScanID, changes *report.Changes) error {
	if !o.kinds.wants("pair") && !o.kinds.wants("root") {
		return summarize(ctx, r.sum, r.session, o.out)
	}
	if err := r.readBase(ctx); err != nil {
		return err
	}
	r.query.New, r.query.After = true, after
	err := r.searchOpen(ctx, func(q search.PairQuery) (search.PairStats, error) {
		return search.Pairs(ctx, r.ix, q, func(pair search.Pair) error {
			if pair.A.Size+pair.B.Size == 0 || !o.sizes.Admits(pair.A.Size) || !o.sizes.Admits(pair.B.Size) {
				return nil
			}
			if search.CountPair(o.roots, &pair) || !o.kinds.wants("pair") {
				return nil
			}
			return changes.AddPair(pair)
		})
	})
	if err != nil {
		return err
	}
	err = changes.PrintPairs(ctx)
	r.left.note(r.screen)
	return err
}

// printFileChanges prints the changes of files.
func printFileChanges(ctx context.Context, o *changesOptions, ix *db.Index, after db.ScanID, changes *report.Changes) error {
	if len(o.kinds) > 0 && !slices.ContainsFunc(o.kinds, func(k string) bool { return k != "pair" }) {
		return nil
	}
	admit := o.sizes.Paths()
	return search.Changes(ctx, ix, after, o.countNew, func(c search.Change) error {
		if !o.kinds.wants(report.FileChange(c)) || !o.sizes.Admits(c.File.Size) || admit != nil && !admit(c.File.Path) {
			return nil
		}
		return changes.File(c)
	})
}

// countNew counts a file that the first scan of its root found, and reports whether it is
// one. Such files are not listed.
func (o *changesOptions) countNew(path db.FilePath, e *db.DirEntry) bool {
	r := search.NewRootOf(o.roots, path.Dir.String())
	if r == nil || e.FirstScan != r.First {
		return false
	}
	admit := o.sizes.Paths()
	if (o.kinds.wants("new") || o.kinds.wants("root")) && o.sizes.Admits(e.Size) && (admit == nil || admit(path.String())) {
		r.Files++
		r.Bytes += e.Size
	}
	return true
}
