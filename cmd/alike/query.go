package main

import (
	"cmp"
	"context"
	"errors"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/exact"
)

func queryVerb(a *app) verb {
	var o questionOptions
	return verb{
		use:   "query [flags] FILE…",
		short: "list indexed files that are similar to FILE",
		long: `Lists the indexed files that share content with FILE, the strongest first. FILE need
not be indexed and is not added to the index; if it is indexed, it does not match
itself. - reads standard input, which has no name that tells its language; above 16 MiB
its shares are estimates. Other processes can use the index while FILE is read and while
the answer is printed.

With --base DIR, content that also occurs in DIR is ignored, as in alike pairs.

With --why, text and JSON show what each share rests on: the 3 regions that the fewest
files of the index have, as in alike compare. It reads FILE and its matches again.

` + flags.CountHelp + `

` + flags.DistinctiveHelp + `

In a pipe or a file, text has tab-separated columns: the share that --by names, of the
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

func runQuery(ctx context.Context, a *app, o questionOptions, args []string) error {
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
	r, err := readAnswer(ctx, a, "query", &o)
	if errors.Is(err, db.ErrNoIndex) { // before any input is read
		reportAbsent(a, args)
	}
	if err != nil {
		return err
	}
	if err := upToDate(r.ix, "alike query"); err != nil {
		return err
	}
	if err := cmp.Or(readable(r.ix, o.out, o.similar.Exact), r.ix.Close()); err != nil {
		return err
	}
	q, err := newMatchFinder(ctx, r)
	if err != nil {
		return err
	}
	defer o.memory.BoundSearch()() // counting holds sets of windows
	params := r.ix.Params()
	reading := readOptions{rule: params.Rule, view: view.Kind(params.View), again: again(&o)}
	if r.counts != nil || reading.again != "" {
		reading.copied = min(copyRoom, cmp.Or(int64(o.memory.Bytes), db.DefaultSearchMemory)/8)
	}
	err = (&inquiry[*report.Matches]{answer: r, finder: q}).ask(ctx, args, reading)
	r.counts.end()
	q.reader.end()
	if err != nil {
		return err
	}
	if err := a.end(r.print, r.sum); err != nil {
		return err
	}
	r.print.NoteMatches(r.sum, r.query.MinShared)
	r.left.note(a.screen)
	noteSpacing(a.screen, q.hidden)
	return nil
}

// copyRoom is the number of bytes up to which standard input is kept and counted as a file.
const copyRoom = 16 << 20

// again returns the flag that reads FILE a second time, or "".
func again(o *questionOptions) string {
	switch {
	case o.similar.Exact:
		return "--exact"
	case o.out.Why():
		return "--why"
	}
	return ""
}

// matchFinder finds the matches of files.
type matchFinder struct {
	*answer
	scorer *exact.Scorer // of the open index
	reader pairReader    // for --why
	hidden *compare.Spacing
}

// newMatchFinder reads the base and makes the printer.
func newMatchFinder(ctx context.Context, r *answer) (*matchFinder, error) {
	q := &matchFinder{answer: r, hidden: compare.NewSpacing(), reader: pairReader{unread: newUnread(r.app), of: r}}
	r.passages = r.asked.out.Why()
	if err := r.begin(ctx, report.About{}); err != nil {
		return nil, err
	}
	if r.base != nil {
		r.sum.AddBase(report.Base{Files: r.base.Files, Fingerprints: int64(len(r.base.Fingerprints))})
	}
	r.query.Base = r.searchedBase()
	return q, nil
}

func (q *matchFinder) read(f *readFile) {
	if f.path == input.Stdin && q.ix.Params().View == string(view.FoldCode) && f.content.Language == "" {
		q.screen.Note("standard input is seen as text, since neither a name nor its first lines tell its language: save it to a file whose name does, such as x.go")
	}
	if len(q.query.Base.Without(f.set)) < q.query.MinShared {
		q.sum.FewFingerprints++
	}
}

func (q *matchFinder) begin(_ context.Context, ix *db.Index, _ []*readFile) (err error) {
	q.scorer, err = q.counts.scorer(ix)
	return err
}

func (q *matchFinder) show(m *report.Matches) error { return q.print.Matches(m) }

// find returns the matches of one file, up to the limit.
func (q *matchFinder) find(ctx context.Context, ix *db.Index, f *readFile) (*report.Matches, int64, error) {
	file := f.file()
	file.Fingerprints = len(q.query.Base.Without(f.set))
	query := q.query
	query.LeftOut = q.left.in(ix)
	query.Except = search.Except{Path: f.path, Stat: f.stat}
	q.counts.askFile(&query, f, q.scorer, ix.Params())
	var found []search.Match
	err := search.Query(ctx, ix, f.content, f.set, query, func(m search.Match) error {
		if q.asked.sizes.Admits(m.File.Size) {
			found = append(found, m)
		}
		return nil
	})
	if err == nil && len(found) == 0 && !q.counts.countsAll() {
		err = q.hidden.Look(ctx, ix, f.path, f.content.Size, f.set, query)
	}
	if err != nil {
		return nil, 0, err
	}
	m := q.print.Rank(file, found, query.By)
	living := q.newLiving(ix, query)
	for i := range m.Found {
		if err := living.File(ctx, &m.Found[i].File); err != nil {
			return nil, 0, err
		}
	}
	if q.asked.out.Why() {
		err = q.why(ctx, ix, f, m)
	}
	return m, matchBytes(m), err
}

// why reads a file and its matches again, and finds the rarest regions that they share.
func (q *matchFinder) why(ctx context.Context, ix *db.Index, f *readFile, m *report.Matches) error {
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
