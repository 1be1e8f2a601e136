package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/simhash"
	"alike/scan"
)

type nearOptions struct {
	distance   int
	sizeWithin flagvalue.Share
	within     *pflag.Flag
	score      bool
	sizes      flags.Sizes
	document   flags.Documents
	list       flags.List
	index      flags.Index
	memory     flags.Memory
	work       flags.Threads
	read       flags.Reading
	out        outputFlags
}

// farthest is the largest distance that near takes: beyond it, documents that have
// nothing to do with each other are near.
const farthest = 12

func nearVerb(a *app) verb {
	o := nearOptions{distance: simhash.NearDistance}
	return verb{
		use:   "near [flags] [FILE…]",
		short: "list documents whose text is nearly the same",
		long: fmt.Sprintf(`Lists the indexed documents whose simhash differs from that of FILE in at most
--distance of 64 bits, nearest first; without FILE, every such pair. FILE need not be
indexed; - reads standard input.

A simhash tells whether two texts are the same as wholes except for some words,
whatever their layout, encoding or case: 3 bits for a word or two, %d for a fifth of
the text. It says nothing about parts: to find a page in a book, use alike pairs.

The first run on an index reads all files once more and computes their simhashes; from
then on alike scan keeps them current. Contents that are not text, that are empty, or
that exceed %s have none. A text of fewer than %d distinct features is too short to
judge: only texts of the same words, whatever their case and spacing, are near it, at
distance 0. UTF-8, UTF-16 with a byte order mark, GB18030, Big5, Shift-JIS and
Windows-1252 are recognised.

Documents with the same simhash come as pairs of the first with each of the others,
never of each with each, and in other pairs the first stands for them all. Identical
files are one document; alike dups lists them. With --size-within, documents with the
same simhash come as pairs of each with the next larger one.

In a pipe or a file, text has tab-separated columns: the distance, both sizes in bytes,
both paths. With --score, how much of each is in the other precedes the sizes.`,
			simhash.EditedDistance, terminal.Size(scan.MaxDocument), simhash.MinFeatures),
		examples: []help.Example{
			{Command: "alike near draft.txt"},
			{Command: "alike near --distance 10 --size-within 30%"},
			{Command: "alike near -f json --score | jq 'select(.a_in_b > 0.9) | .a.path'"},
		},
		brief: []string{
			"distance", "size-within", "score", "limit", "min-size", "max-size",
			"format", "print0", "fail-on-match", "html", "index",
		},
		run: func(ctx context.Context, args []string) error { return runNear(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which documents", o.addFlags, o.out.addLimit, o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.out.addFormat, o.out.addNull, o.out.addSort, o.out.addFailOnMatch),
			titled("Making simhashes (those of the index must match)", o.document.AddIndexFlags),
			titled("Running", o.work.AddFlags, o.read.AddFlags, o.memory.AddFlags, o.index.AddFlags),
		},
	}
}

func (o *nearOptions) addFlags(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.distance, 0), "distance", fmt.Sprintf("at most `N` different bits, 0 to %d", farthest))
	fs.Var(&o.sizeWithin, "size-within", "only if the sizes differ by at most `SHARE`\nSuch as 20%.")
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // none: without the flag there is no limit
	fs.BoolVar(&o.score, "score", false, "also print how much of each is in the other\nBy fingerprints.")
}

func (o *nearOptions) check() error {
	if o.distance > farthest {
		return advice.Usagef("--distance goes from 0 to %d: documents that differ in %d of 64 bits need have nothing in common", farthest, o.distance)
	}
	return cmp.Or(o.out.check(), o.sizes.Check(), o.document.Check())
}

// sizesFit reports whether the sizes of two documents are as --size-within says.
func (o *nearOptions) sizesFit(a, b int64) bool {
	if !o.within.Changed {
		return true
	}
	return float64(max(a, b)-min(a, b)) <= float64(o.sizeWithin)*float64(max(a, b))
}

func runNear(ctx context.Context, a *app, o nearOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	ix, err := openHashed(ctx, a, &o)
	if err != nil {
		return err
	}
	p := &nearPrinter{printer: a.printer(o.out), score: o.score}
	if len(args) == 0 {
		return nearPairs(ctx, a, &o, ix, p)
	}
	if err := ix.Close(); err != nil {
		return err
	}
	return nearInquire(ctx, a, &o, ix, p, args)
}

// nearCounts is what a run of near says beyond a summary.
type nearCounts struct {
	Hashed  int64 `json:"hashed"`         // contents whose simhash was worked out by this run
	Missing int64 `json:"missing_hashes"` // contents that could not be read for that
}

// documentCounts are those of the documents of an index, for near and status.
type documentCounts struct {
	Documents   int64 `json:"documents"`    // contents that are text
	TooShort    int64 `json:"too_short"`    // of these, compared by their whole text only
	NoDocuments int64 `json:"no_documents"` // contents that are none: binary, empty, too large
}

// nearSummary begins the summary. It must come before the index is closed.
func nearSummary(ctx context.Context, a *app, ix *hashedIndex, o *nearOptions) (*summary, error) {
	sum, err := summarize(ctx, a, "near", &session{ix: ix.Index}, o.out)
	if err != nil {
		return nil, err
	}
	sum.nearCounts = &nearCounts{ix.filled.Hashed, ix.missing}
	sum.documentCounts = &documentCounts{}
	return sum, nil
}

// near is two documents that are near. Of a and b more documents with the same
// simhash may stand for this pair.
type near struct {
	a, b         search.File
	idA, idB     db.ContentID
	sameA, sameB int // further documents of a's simhash, and of b's, whose sizes are asked for
	distance     int
	short        bool // compared by their whole text
	identical    bool // the same bytes
	score        search.Score
}

// nearPairs prints all pairs.
func nearPairs(ctx context.Context, a *app, o *nearOptions, ix *hashedIndex, p *nearPrinter) error {
	defer o.memory.BoundSearch()()
	s := &nearSearch{
		app: a, options: o, ix: ix, print: p, sets: nearSets{o, map[db.ContentID]admittedSet{}},
		best: rankingOf(p.printer, o.memory, nearKind),
	}
	defer s.best.close()
	sum, err := s.run(ctx)
	if closing := ix.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	if !p.streams() {
		if err := p.printAll(ctx, s.best); err != nil {
			return err
		}
	}
	if err := p.header(p.columnNames()); err != nil {
		return err
	}
	if err := p.end(sum); err != nil {
		return err
	}
	p.tellPairs(sum.documentCounts, o.distance)
	return nil
}

// nearSearch is a search for all pairs.
type nearSearch struct {
	app     *app
	options *nearOptions
	ix      *hashedIndex
	print   *nearPrinter
	sets    nearSets
	best    *ranking[near] // what does not stream
	scorer  *search.Scorer // nil without --score
}

func (s *nearSearch) run(ctx context.Context) (*summary, error) {
	sum, err := nearSummary(ctx, s.app, s.ix, s.options)
	if err == nil && s.options.score {
		s.scorer, err = search.NewScorer(s.ix.Index)
	}
	if err != nil {
		return nil, err
	}
	counter := &terminal.Counter{}
	var shown *terminal.Bar
	if !s.print.streams() || s.print.columns == 0 { // else the results would tear it
		shown = s.app.screen.StartBar(counter.Gauge("comparing"))
	}
	q := search.NearPairQuery{Distance: s.options.distance, Threads: s.options.work.N, Progress: counter.Set}
	stats, err := search.NearPairs(ctx, s.ix.Index, q, func(p search.NearPair) error { return s.take(ctx, p) })
	if err == nil {
		err = s.scoreKept(ctx)
	}
	shown.Finish()
	*sum.documentCounts = documentCounts{stats.Documents, stats.Short, stats.Others - s.ix.missing}
	return sum, err
}

// take prints the pairs that two sets of documents make up, or keeps them until all
// are known.
func (s *nearSearch) take(ctx context.Context, p search.NearPair) error {
	return s.sets.pairs(p, func(n near) error {
		if s.print.limit == 0 {
			if err := s.scoreOf(ctx, &n); err != nil {
				return err
			}
		}
		if s.print.streams() {
			s.print.found()
			return s.print.print(n)
		}
		return s.best.add(n)
	})
}

func (s *nearSearch) scoreOf(ctx context.Context, n *near) (err error) {
	if s.scorer != nil {
		n.score, err = s.scorer.Score(ctx, n.idA, n.idB)
	}
	return err
}

// scoreKept scores the pairs that --limit has left, and only those.
func (s *nearSearch) scoreKept(ctx context.Context) error {
	if s.print.limit == 0 {
		return nil
	}
	for i := range s.best.kept {
		if err := s.scoreOf(ctx, &s.best.kept[i]); err != nil {
			return err
		}
	}
	return nil
}
