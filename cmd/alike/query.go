package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/exact"
)

type queryOptions struct {
	similar flags.Similarity
	base    flags.Base
	sizes   flags.Filter
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
itself. - reads standard input, which has no name that tells its language; above 16 MiB
its shares are estimates. Other processes can use the index while FILE is read and while
the answer is printed.

With --base DIR, content that also occurs in DIR is ignored, as in alike pairs.

With --why, text and JSON show what each share rests on: the 3 regions that the fewest
files of the index have, as in alike compare. It reads FILE and its matches again.

` + flags.CountHelp + `

` + flags.DistinctiveHelp + `

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
			"min-size", "max-size", "format", "why", "print0", "fail-on-match", "view",
			"index",
		},
		run: func(ctx context.Context, args []string) error { return runQuery(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which matches", o.similar.AddFlags, o.base.AddFlags, o.out.AddLimit, o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.out.FormatOf("query"), o.out.AddNull, o.out.AddWhy, o.out.AddAllPaths, o.out.AddSort, o.out.AddFailOnMatch),
			titled("Running", o.work.AddFlags, o.memory.AddFlags, o.index.AddReadFlags),
		},
	}
}

func runQuery(ctx context.Context, a *app, o queryOptions, args []string) error {
	if err := flags.Check(o.out.Check, o.sizes.Check, o.similar.Check); err != nil {
		return err
	}
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return advice.Usagef("name a file, or - for standard input")
	}
	if o.base.Dirs, err = o.base.Paths(); err != nil {
		return err
	}
	q, err := newInquiry(ctx, a, o)
	if errors.Is(err, db.ErrNoIndex) {
		reportAbsent(a, args)
	}
	if err != nil {
		return err
	}
	defer o.memory.BoundSearch()() // counting holds sets of windows
	err = q.ask(ctx, args)
	q.counts.end()
	q.reader.end()
	if err != nil {
		return err
	}
	if err := a.end(q.print, q.sum); err != nil {
		return err
	}
	q.print.NoteMatches(q.sum, q.query.MinShared)
	q.left.note(a.screen)
	noteSpacing(a.screen, q.hidden)
	return nil
}

// again returns the flag that reads FILE a second time, or "".
func (o *queryOptions) again() string {
	switch {
	case o.similar.Exact:
		return "--exact"
	case o.out.Why():
		return "--why"
	}
	return ""
}

// inquiry is a run of query. It keeps the index open only while it looks up matches, not
// while it waits for input or output, which may be a pipe that stalls for hours.
//
// It works in rounds: it reads files until their fingerprints fill queryRoom, looks them
// up until the matches fill it, and prints the matches.
type inquiry struct {
	app     *app
	options queryOptions
	dir     string    // of the index
	params  db.Params // of the index
	query   search.PairQuery
	counts  *counting
	reader  pairReader // for --why
	print   *report.Printer
	sum     *report.Summary

	round []*readFile // read and not yet looked up
	held  int64       // bytes of the fingerprints in round

	hidden *compare.Spacing
	left   leftOutPairs
}

// queryRoom is the number of bytes for the fingerprints of a round, and for its matches.
const queryRoom = 64 << 20

// copyRoom is the number of bytes up to which standard input is kept and counted as a file.
const copyRoom = 16 << 20

// newInquiry takes the rule for reading files from the index. This reports a missing index
// before any input is read.
func newInquiry(ctx context.Context, a *app, o queryOptions) (*inquiry, error) {
	ix, dir, err := readIndex(ctx, a, db.Files, o.index, o.memory)
	if err != nil {
		return nil, err
	}
	a.noteFirstScan(ix, dir)
	params := ix.Params()
	if err := cmp.Or(readable(ix, o.out, o.similar.Exact), ix.Close()); err != nil {
		return nil, err
	}
	if page := a.env.shown; page != nil {
		o.sizes.Within(page.sizes, page.trees)
	}
	q := o.similar.Query(o.work.N)
	q.Admit = o.sizes.Paths()
	asked := &inquiry{
		app: a, options: o, dir: dir, params: params, query: q, sum: &report.Summary{Verb: "query"},
		counts: newCounting(a, &o.similar, o.memory), hidden: compare.NewSpacing(),
		reader: pairReader{unread: newUnread(a), params: params},
	}
	asked.print, err = a.printer(o.out, report.About{Verb: "query", By: q.By, Exact: o.similar.Exact})
	if err != nil {
		return nil, err
	}
	base, err := readIndexBase(ctx, a, o.base.Dirs, asked.counts, o.out.Why(),
		scan.Options{Rule: params.Rule, View: view.Kind(params.View), Threads: o.work.N, IndexDir: dir})
	if base != nil {
		asked.query.Base, asked.reader.base = &base.Base, base
		asked.sum.AddBase(report.Base{Files: base.Files, Fingerprints: int64(len(base.Fingerprints))})
	}
	return asked, err
}

// ask reads the named files and prints their matches.
func (q *inquiry) ask(ctx context.Context, names []string) error {
	o := readOptions{rule: q.params.Rule, view: view.Kind(q.params.View), again: q.options.again()}
	o.indexed = indexedBy(func() (*db.Index, error) { return q.reopen(ctx) })
	if q.counts != nil || o.again != "" {
		o.copied = min(copyRoom, cmp.Or(int64(q.options.memory.Bytes), db.DefaultSearchMemory)/8)
	}
	err := readEach(ctx, q.app, names, o, q.sum, func(f *readFile) error {
		q.add(f)
		if q.held < q.app.queryRoom {
			return nil
		}
		return q.answer(ctx)
	})
	if err != nil {
		return err
	}
	return q.answer(ctx)
}

// add keeps a file for the next lookup.
func (q *inquiry) add(f *readFile) {
	if f.path == input.Stdin && q.params.View == string(view.FoldCode) && f.content.Language == "" {
		q.app.screen.Note("standard input is seen as text, since neither a name nor its first lines tell its language: save it to a file whose name does, such as x.go")
	}
	if len(q.query.Base.Without(f.set)) < q.query.MinShared {
		q.sum.FewFingerprints++
	}
	f.selected = nil // the set is enough
	q.round = append(q.round, f)
	// With many files, the memory of a file besides its fingerprints matters.
	const fingerprintBytes, fileBytes = 8, 256
	q.held += fileBytes + int64(cap(f.set))*fingerprintBytes
	if f.copy.Holds() {
		q.held += f.content.Size
	}
}

// answer prints the matches of the round and ends it.
func (q *inquiry) answer(ctx context.Context) error {
	err := eachReply(q.round, func(files []*readFile) ([]*report.Matches, error) { return q.lookUp(ctx, files) }, q.print.Matches)
	for _, f := range q.round {
		f.copy.Close()
	}
	q.round, q.held = nil, 0
	return err
}

// eachReply looks up files and calls use for their replies, as many at a time as lookUp
// takes.
func eachReply[R any](files []*readFile, lookUp func([]*readFile) ([]R, error), use func(R) error) error {
	for len(files) > 0 {
		replies, err := lookUp(files)
		if err != nil {
			return err
		}
		files = files[len(replies):]
		for _, r := range replies {
			if err := use(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookUp opens the index, finds the matches of as many files as fit, and
// closes the index. It is an error if the index has been recreated with another rule.
func (q *inquiry) lookUp(ctx context.Context, files []*readFile) (replies []*report.Matches, err error) {
	ix, err := q.reopen(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, ix.Close()) }()
	scorer, err := q.counts.scorer(ix)
	if err != nil {
		return nil, err
	}
	used := int64(0)
	for _, f := range files {
		r, err := q.find(ctx, ix, scorer, f)
		if err != nil {
			return nil, fmt.Errorf("looking up %s: %w", f.path, err)
		}
		replies = append(replies, r)
		f.set = fingerprint.Set{} // no longer needed
		if used += matchBytes(r); used >= q.app.queryRoom {
			break
		}
	}
	return replies, nil
}

// reopen opens the index again.
func (q *inquiry) reopen(ctx context.Context) (*db.Index, error) {
	return openIndex(ctx, q.app, q.dir, q.options.index, db.Options{Params: &q.params, Memory: int64(q.options.memory.Bytes)})
}

// find returns the matches of one file, up to the limit.
func (q *inquiry) find(ctx context.Context, ix *db.Index, scorer *exact.Scorer, f *readFile) (*report.Matches, error) {
	file := f.file()
	file.Fingerprints = len(q.query.Base.Without(f.set))
	query := q.query
	query.LeftOut = q.left.in(ix)
	query.Except = search.Except{Path: f.path, Stat: f.stat}
	q.counts.askFile(&query, f, scorer, ix.Params())
	var found []search.Match
	err := search.Query(ctx, ix, f.content, f.set, query, func(m search.Match) error {
		if q.options.sizes.Admits(m.File.Size) {
			found = append(found, m)
		}
		return nil
	})
	if err == nil && len(found) == 0 && !q.counts.countsAll() {
		err = q.hidden.Look(ctx, ix, f.path, f.content.Size, f.set, query)
	}
	if err != nil {
		return nil, err
	}
	m := q.print.Rank(file, found, q.query.By)
	living := search.NewLiving(ix, query, q.options.out.AllPaths(), existsIn(ix))
	living.Marks = q.print.MarksMissing()
	for i := range m.Found {
		if err := living.File(ctx, &m.Found[i].File); err != nil {
			return nil, err
		}
	}
	if q.options.out.Why() {
		err = q.why(ctx, ix, f, m)
	}
	return m, err
}

// why reads a file and its matches again, and finds the rarest regions that they share.
func (q *inquiry) why(ctx context.Context, ix *db.Index, f *readFile, m *report.Matches) error {
	trees, err := scan.TreesOf(ix)
	if err != nil {
		return err
	}
	q.reader.ctx, q.reader.trees, q.reader.ix, q.reader.df = ctx, trees, ix, nil
	file := m.Query
	file.Path, trees.Roots[f.again.Path] = f.again.Path, true
	q.reader.named = map[string]string{f.again.Path: f.name}
	m.RestsOn = make([][]compare.Region, len(m.Found))
	for i, match := range m.Found {
		if match.Identical {
			continue
		}
		c, _, err := q.reader.read(search.Pair{A: file, B: match.File})
		if err != nil {
			return err
		}
		if c != nil {
			m.RestsOn[i] = c.Rarest(report.Resting)
		}
	}
	return nil
}

// matchBytes estimates the memory of matches.
func matchBytes(m *report.Matches) int64 {
	const fixed, each, eachRest = 256, 160, 80 * report.Resting
	n := int64(fixed + each*cap(m.Found) + eachRest*len(m.RestsOn))
	for _, match := range m.Found {
		n += int64(len(match.File.Path))
	}
	return n
}
