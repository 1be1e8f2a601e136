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
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan"
)

type nearOptions struct {
	method     string
	distance   int
	min        flagvalue.Share
	set        *pflag.FlagSet
	sizeWithin flagvalue.Share
	within     *pflag.Flag
	score      bool
	sizes      flags.Filter
	base       flags.Base
	document   flags.Documents
	list       flags.List
	index      flags.Index
	memory     flags.Memory
	work       flags.Threads
	read       flags.Reading
	out        report.Flags
}

// maxDistance is the maximum of --distance. Unrelated documents begin to match at 12 to 17.
const maxDistance = 16

// The values of --method.
const bySimhash, byWords = "simhash", "jaccard"

func nearVerb(a *app) verb {
	o := nearOptions{distance: simhash.NearDistance}
	return verb{
		use:   "near [flags] [FILE…]",
		short: "list documents whose text is nearly the same",
		long: fmt.Sprintf(`Lists the indexed documents whose simhash differs from that of FILE in at most
--distance of 64 bits, nearest first; without FILE, every such pair. FILE need not be
indexed; - reads standard input.

A simhash tells whether two texts are the same overall except for some words,
regardless of layout, encoding or case: 3 bits for a word or two, %d for a fifth to
half of the text; from 12 on unrelated texts turn up. It says nothing about parts: to find a page in a book, use alike pairs.

The first run on an index reads all files once more and computes their simhashes; from
then on alike scan keeps them current. Contents that are not text, that are empty, or
that exceed %s have none. A text of fewer than %d distinct features is too short to
judge: only texts of the same words, whatever their case and spacing, are near it, at
distance 0. UTF-8, UTF-16 with a byte order mark, GB18030, Big5, Shift-JIS and
Windows-1252 are recognised.

Documents with the same simhash are listed as pairs of the first with each of the
others; in other pairs the first represents them all. Identical files are one document;
alike dups lists them. With --size-within, each is paired with the next larger one.

With --method jaccard, documents are near if they share --min of their words. It reads
all files, and finds heavily edited texts that a simhash misses.

With --base DIR, documents that are within --distance of a file in DIR, such as a
template, are left out, and --score ignores content that DIR has too.

In a pipe or a file, text has tab-separated columns: the distance, both sizes in bytes,
both paths. With --score, how much of each is in the other precedes the sizes.`,
			simhash.NearDistance, terminal.Size(scan.MaxDocument), simhash.MinFeatures),
		examples: []help.Example{
			{Command: "alike near draft.txt"},
			{Command: "alike near --distance 5 --size-within 30%"},
			{Command: "alike near -f json --score | jq 'select(.a_in_b > 0.9) | .a.path'"},
		},
		brief: []string{
			"distance", "method", "min", "score", "base", "limit", "min-size", "max-size",
			"format", "print0", "fail-on-match", "html", "index",
		},
		run: func(ctx context.Context, args []string) error { return runNear(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which documents", o.addFlags, o.base.AddFlags, o.out.AddLimit, o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.out.FormatOf("near"), o.out.AddNull, o.out.AddSort, o.out.AddFailOnMatch),
			titled("Making simhashes (must match the index)", o.document.AddIndexFlags),
			titled("Running", o.work.AddFlags, o.read.AddFlags, o.memory.AddFlags, o.index.AddFlags),
		},
	}
}

func (o *nearOptions) addFlags(fs *pflag.FlagSet) {
	o.method, o.min, o.set = bySimhash, 0.6, fs
	fs.Var(flagvalue.NewChoice(&o.method, bySimhash, byWords), "method", "`METHOD`: simhash, jaccard\nsimhash: few bits differ. jaccard: the share of the words of either that both have; reads all files.")
	fs.Var(&o.min, "min", "with jaccard: at least this `SHARE`")
	fs.Var(flagvalue.NewNumber(&o.distance, 0), "distance", fmt.Sprintf("at most `N` different bits, 0 to %d", maxDistance))
	fs.Var(&o.sizeWithin, "size-within", "only if the sizes differ by at most `SHARE`\nSuch as 20%.")
	o.within = fs.Lookup("size-within")
	o.within.DefValue = "" // no limit
	fs.BoolVar(&o.score, "score", false, "also print how much of each is in the other\nBy fingerprints.")
}

func (o *nearOptions) check() error {
	if err := o.checkMethod(); err != nil {
		return err
	}
	if o.distance > maxDistance {
		return advice.Usagef("--distance goes from 0 to %d: documents that differ in %d of 64 bits may have nothing in common", maxDistance, o.distance)
	}
	return flags.Check(o.out.Check, o.sizes.Check, o.document.Check)
}

// checkMethod reports flags that belong to the other method.
func (o *nearOptions) checkMethod() error {
	switch given := o.set.Changed; {
	case !o.words() && given("min"):
		return advice.Usagef("--min is for --method jaccard; simhashes have a --distance")
	case !o.words():
		return nil
	case given("distance"):
		return advice.Usagef("--distance is for simhashes; --method jaccard has a --min")
	case len(o.base.Dirs) > 0:
		return advice.Usagef("--base compares simhashes: leave out --method jaccard")
	case o.document.FirstGiven() != "" && o.document.FirstGiven() != "html":
		return advice.Usagef("--%s makes simhashes: leave out --method jaccard", o.document.FirstGiven())
	case !(o.min > 0):
		return advice.Usagef("--min must be above 0%% with --method jaccard")
	}
	return nil
}

// words reports whether documents are compared by their words.
func (o *nearOptions) words() bool { return o.method == byWords }

// near says what makes documents near.
func (o *nearOptions) near() string {
	if o.words() {
		return fmt.Sprintf("with %v of their words in common", &o.min)
	}
	return fmt.Sprintf("within a distance of %d", o.distance)
}

// sizesFit reports whether the sizes of two documents satisfy --size-within.
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
	if o.base.Dirs, err = o.base.Paths(); err != nil {
		return err
	}
	open := openHashed
	if o.words() {
		open = openWords
	}
	ix, err := open(ctx, a, &o)
	if err != nil {
		return err
	}
	defer ix.closeWords()
	p, err := a.printer(o.out, report.About{Verb: "near", Score: o.score, Jaccard: o.words()})
	if err == nil {
		err = ix.readBase(ctx, a, &o)
	}
	if err != nil {
		_ = ix.Close()
		return err
	}
	if len(args) == 0 {
		return nearPairs(ctx, a, &o, ix, p)
	}
	if !o.words() {
		if err := ix.Close(); err != nil {
			return err
		}
	}
	return nearNamed(ctx, a, &o, ix, p, args)
}

// countsOf returns the fields of a summary that only near has.
func (h *hashedIndex) countsOf(d report.Documents) []report.Field {
	fields := d.Fields()
	if h.base != nil {
		fields = append(fields, report.Field{Name: "base_files", Value: h.base.Files},
			report.Field{Name: "base_fingerprints", Value: int64(len(h.base.Fingerprints))})
	}
	return append(fields,
		report.Field{Name: "hashed", Value: h.filled.Hashed},   // contents whose simhash this run computed
		report.Field{Name: "missing_hashes", Value: h.missing}) // contents that could not be read for it
}

// nearPairs prints all pairs.
func nearPairs(ctx context.Context, a *app, o *nearOptions, ix *hashedIndex, p *report.Printer) error {
	defer o.memory.BoundSearch()()
	s := &nearSearch{
		app: a, options: o, ix: ix, printer: p, sets: nearSets{o, map[db.ContentID]admittedSet{}, nil},
		pairs: p.NearPairs(a.roomToSort(o.memory)),
	}
	defer s.pairs.Close()
	sum, err := s.run(ctx)
	err = cmp.Or(err, ix.Close())
	if err != nil {
		return err
	}
	if err := s.pairs.Print(ctx); err != nil {
		return err
	}
	sum.Add(ix.countsOf(s.documents)...)
	if err := a.end(p, sum); err != nil {
		return err
	}
	p.NoteNearPairs(s.documents, o.near())
	return nil
}

// nearSearch is a search for all pairs.
type nearSearch struct {
	app       *app
	options   *nearOptions
	ix        *hashedIndex
	printer   *report.Printer
	pairs     *report.List[report.Near]
	sets      nearSets
	failed    error          // of inBase
	scorer    *search.Scorer // nil without --score
	living    *search.Living
	documents report.Documents
}

func (s *nearSearch) run(ctx context.Context) (*report.Summary, error) {
	sum, err := summarize(ctx, s.app, "near", &session{ix: s.ix.Index}, s.options.out)
	if err == nil && s.options.score {
		s.scorer, err = search.NewScorer(s.ix.Index, s.ix.base.searched())
	}
	if err != nil {
		return nil, err
	}
	if s.ix.base != nil {
		s.sets.inBase = s.inBase(map[db.ContentID]bool{})
	}
	s.living = search.NewLiving(s.ix.Index, search.PairQuery{Admit: s.options.sizes.Paths()}, false, existsIn(s.ix.Index))
	s.living.Marks = s.printer.MarksMissing()
	counter := &terminal.Counter{}
	var shown *terminal.Bar
	if !s.printer.HidesBar() {
		shown = s.app.screen.StartBar(counter.Gauge("comparing"))
	}
	q := search.NearPairQuery{Distance: s.options.distance, Admit: s.options.sizes.Paths(), Threads: s.options.work.N, Progress: counter.Set}
	if s.ix.words != nil {
		q.Distance = 0
		q.Documents, q.Pairs = &db.HashList{Hashes: s.ix.words.Hashes, Documents: s.ix.words.Contents}, s.wordPairs(ctx)
	}
	stats, err := search.NearPairs(ctx, s.ix.Index, q, func(p search.NearPair) error { return s.take(ctx, p) })
	if err == nil {
		err = s.completeBest(ctx)
	}
	shown.Finish()
	s.documents = report.Documents{Documents: stats.Documents, TooShort: stats.Short, NoDocuments: stats.Others - s.ix.missing}
	return sum, err
}

// wordPairs returns a function that finds pairs by their words.
func (s *nearSearch) wordPairs(ctx context.Context) func(*hamming.Runs, func(done, total int), func(a, b uint32, share fingerprint.Share) error) error {
	return func(runs *hamming.Runs, progress func(done, total int), use func(a, b uint32, share fingerprint.Share) error) error {
		return s.ix.words.Pairs(ctx, runs, fingerprint.Share(s.options.min), progress, use)
	}
}

// inBase returns a function that reports whether a document is near one of the base. It
// remembers the answers, since a document can be in many pairs.
func (s *nearSearch) inBase(known map[db.ContentID]bool) func(db.ContentID) bool {
	return func(id db.ContentID) bool {
		is, ok := known[id]
		if !ok && s.failed == nil {
			is, s.failed = s.ix.base.near(s.ix.Index, id, s.options.distance)
			known[id] = is
		}
		return is
	}
}

// take prints the pairs of two sets of documents, or keeps them until all are known.
func (s *nearSearch) take(ctx context.Context, p search.NearPair) error {
	err := s.sets.pairs(p, func(n report.Near) error {
		if s.failed != nil { // one of the pair may be near the base
			return s.failed
		}
		if s.printer.Limit() == 0 {
			if err := s.complete(ctx, &n); err != nil {
				return err
			}
		}
		return s.pairs.Add(n)
	})
	return cmp.Or(err, s.failed)
}

// complete scores a pair that will be printed, and looks for its files.
func (s *nearSearch) complete(ctx context.Context, n *report.Near) (err error) {
	if s.scorer != nil {
		if n.Score, err = s.scorer.Score(ctx, n.IDA, n.IDB); err != nil {
			return err
		}
	}
	if err := s.living.File(ctx, &n.A); err != nil {
		return err
	}
	if err := s.living.File(ctx, &n.B); err != nil {
		return err
	}
	if n.A.Path > n.B.Path {
		n.Swap()
	}
	return nil
}

// completeBest completes the pairs that --limit keeps.
func (s *nearSearch) completeBest(ctx context.Context) error {
	return s.pairs.Revise(func(n *report.Near) (bool, error) { return true, s.complete(ctx, n) })
}
