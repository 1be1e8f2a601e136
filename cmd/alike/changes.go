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
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
)

type changesOptions struct {
	since   flagvalue.Since
	last    int
	counted *pflag.Flag // --last
	kinds   kindsValue
	similar flags.Similarity
	sizes   flags.Sizes // of the files in the answer
	out     outputFlags
	index   flags.Index
	memory  flags.Memory
	work    flags.Threads
}

func changesVerb(a *app) verb {
	var o changesOptions
	return verb{
		use:   "changes [flags]",
		short: "list what the last scan brought",
		long: `Lists what the last scan brought: first the new pairs of similar files, then the files
that are new, changed or gone. A pair is new if one of its files is new or has changed.
A file that was only moved or renamed brings no new pair, not even with its identical
copies. If nothing is new, nothing is printed.

A scan that resumed an interrupted one counts as one with it. Only the index is read;
alike scan brings it up to date.

In a pipe or a file, text has a line per change with tab-separated columns: the word
pair and the columns of alike pairs; or new, changed or gone, the size in bytes, and
the path.`,
		examples: []help.Example{
			{Command: "alike scan -q ~/projects && alike changes"},
			{Command: "alike changes --since yesterday"},
			{Command: "alike changes --kind pair --min 80% --fail-on-match", Comment: "a gate for copied files"},
		},
		brief: []string{
			"since", "last", "kind", "limit", "min", "by",
			"min-shared", "exact", "min-size", "max-size", "format", "sort",
			"fail-on-match", "view", "index",
		},
		run: func(ctx context.Context, args []string) error {
			if err := noArguments("changes", args); err != nil {
				return err
			}
			return runChanges(ctx, a, o)
		},
		flags: []flagGroup{
			titled("Since when, and what", o.addFlags, o.out.addLimitEach),
			titled("Which pairs are similar", o.similar.AddFlags),
			titled("Which files", o.sizes.AddFlags),
			titled("Output", o.out.addFormat, o.out.addSort, o.out.addFailOnMatch),
			titled("Running", o.work.AddFlags, o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

func (o *changesOptions) addFlags(fs *pflag.FlagSet) {
	o.last = 1
	fs.Var(&o.since, "since", "the scans that ended at `TIME` or later\nSuch as today, yesterday, 2026-11-21, \"2026-11-21 15:04\", 12h, 7d or 2w ago, or @SECONDS since 1970.")
	fs.Var(flagvalue.NewNumber(&o.last, 1), "last", "the last `N` scans")
	o.counted = fs.Lookup("last")
	fs.Var(&o.kinds, "kind", "only changes of `KIND`: pair, new, changed, gone\nMay be repeated.")
}

// changeKinds are the words of --kind in the order of output; pairs come first.
var changeKinds = []string{"pair", "new", "changed", "gone"}

var kindWords = map[search.ChangeKind]string{search.FileNew: "new", search.FileChanged: "changed", search.FileGone: "gone"}

// kindsValue is a choice of several kinds of changes.
type kindsValue []string

func (v *kindsValue) Set(s string) error {
	for _, word := range strings.Split(s, ",") {
		if !slices.Contains(changeKinds, word) {
			return fmt.Errorf("want one of %s, not %q", strings.Join(changeKinds, ", "), word)
		}
		*v = append(*v, word)
	}
	return nil
}

func (v *kindsValue) String() string { return strings.Join(*v, ",") }

func (v *kindsValue) Type() string { return "KIND" }

func (v kindsValue) wants(kind string) bool { return len(v) == 0 || slices.Contains(v, kind) }

// span is what the changes are asked of.
type span struct {
	after   db.ScanID
	scans   int       // in it
	begin   time.Time // of the first of them
	partial bool      // the index does not remember all that was asked for
}

// span finds the scans that the flags ask for.
func (o *changesOptions) span(ix *db.Index, dir string, now time.Time) (span, error) {
	scans := ix.Scans()
	if len(scans) == 0 {
		return span{}, noScans(dir, db.Holder(dir))
	}
	var s span
	ok := true
	if o.since.Given() {
		s.after, ok = ix.Before(o.since.From(now))
	} else {
		s.after, ok = ix.BeforeLast(o.last)
	}
	s.partial = !ok
	for _, scan := range scans {
		if scan.ID <= s.after {
			continue
		}
		if s.scans++; s.scans == 1 {
			s.begin = scan.Began
		}
	}
	return s, nil
}

// noScans says of an index that has no history why that is: its first scan has not
// come to an end or a first commit, or the version before, which kept none, was the
// last to scan into it.
func noScans(dir string, held *db.HeldError) error {
	if held != nil {
		return advice.With(fmt.Errorf("no scan into the index %s has come to an end yet: written by %s", dir, writtenBy(held)),
			"try again when it is done")
	}
	return advice.With(fmt.Errorf("the index %s remembers no scan yet", dir), "bring it up to date: alike scan DIR")
}

func runChanges(ctx context.Context, a *app, o changesOptions) error {
	if err := cmp.Or(o.similar.Check(), o.sizes.Check(), o.out.check()); err != nil {
		return err
	}
	if o.since.Given() && o.counted.Changed {
		return advice.Usagef("--since and --last contradict each other: give one of them")
	}
	if o.since.From(a.started).After(a.started) {
		return advice.Usagef("--since %s is in the future: name a moment before now", terminal.Visible(o.since.String()))
	}
	ix, dir, err := readIndex(ctx, a, o.index, o.memory)
	if err != nil {
		return err
	}
	err = printChanges(ctx, a, &o, ix, dir)
	if closing := ix.Close(); err == nil {
		err = closing
	}
	return err
}

// printChanges prints what came to an open index.
func printChanges(ctx context.Context, a *app, o *changesOptions, ix *db.Index, dir string) error {
	s, err := o.span(ix, dir, a.started)
	if err != nil {
		return err
	}
	p := a.printer(o.out)
	order := o.similar.Order(view.Kind(ix.Params().View))
	c := &changePrinter{
		pairPrinter: &pairPrinter{printer: p, by: order[0], exact: o.similar.Exact, kind: "pair"},
		order:       order,
		count:       map[string]int64{},
	}
	sum, err := c.pairs(ctx, o, ix, dir, s)
	if err != nil {
		return err
	}
	if err := c.files(ctx, o, ix, s); err != nil {
		return err
	}
	if p.results > 0 || p.omitted > 0 {
		if err := p.end(sum); err != nil {
			return err
		}
	}
	c.tell(s)
	return nil
}

// pairs prints the new pairs and returns the summary.
func (p *changePrinter) pairs(ctx context.Context, o *changesOptions, ix *db.Index, dir string, s span) (*summary, error) {
	a := p.app
	sess := &session{ix: ix, dir: dir}
	if !o.kinds.wants("pair") {
		return summarize(ctx, a, "changes", sess, o.out)
	}
	defer o.memory.BoundSearch()()
	found := newComparison(a, p.printer, &o.similar, o.memory, pairKind(p.order...), p.pairPrinter.print)
	defer found.best.close()
	q := o.similar.Query(o.work.N)
	q.New, q.After = true, s.after
	found.exact.ask(&q, ix)
	sum, err := found.look(ctx, "changes", sess, q, func(q search.PairQuery) (search.PairStats, error) {
		return search.Pairs(ctx, ix, q, func(pair search.Pair) error {
			if !o.sizes.Admits(pair.A.Size) || !o.sizes.Admits(pair.B.Size) {
				return nil
			}
			p.count["pair"]++
			return found.take(pair)
		})
	})
	found.exact.end()
	if err != nil {
		return nil, err
	}
	if !p.streams() {
		return sum, p.pairPrinter.printAll(ctx, found.best)
	}
	return sum, nil
}

// files prints what became of files.
func (p *changePrinter) files(ctx context.Context, o *changesOptions, ix *db.Index, s span) error {
	if len(o.kinds) > 0 && !slices.ContainsFunc(o.kinds, func(k string) bool { return k != "pair" }) {
		return nil
	}
	var kept []search.Change // on a terminal, whose width of figures depends on all
	shown := int64(0)
	err := search.Changes(ctx, ix, s.after, func(ch search.Change) error {
		word := kindWords[ch.Kind]
		if !o.kinds.wants(word) || !o.sizes.Admits(ch.File.Size) {
			return nil
		}
		p.count[word]++
		if p.limit > 0 && shown >= int64(p.limit) {
			p.omitted++
			return nil
		}
		shown++
		p.found()
		if p.onTerminal() {
			kept = append(kept, ch)
			return nil
		}
		return p.file(ch)
	})
	if err != nil {
		return err
	}
	if err := p.fileLines(kept); err != nil {
		return err
	}
	return p.header(changeHeader)
}
