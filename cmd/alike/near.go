package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/fingerprint/simhash"
	"alike/scan"
)

type nearOptions struct {
	questionOptions
	method     string
	distance   int
	min        flagvalue.Share
	set        *pflag.FlagSet
	sizeWithin flagvalue.Share
	within     *pflag.Flag
	score      bool
	document   flags.Documents
}

// maxDistance is the maximum of --distance. Unrelated documents begin to match at 12 to 17.
const maxDistance = 16

// The values of --method.
const bySimhash, byWords = "simhash", "jaccard"

func nearVerb(a *app) verb {
	o := nearOptions{distance: simhash.NearDistance}
	return verb{
		use:   "near [flags] [DIR…|FILE…]",
		short: "list documents whose text is nearly the same",
		long: fmt.Sprintf(`Lists the indexed documents whose simhash differs from that of FILE in at most
--distance of 64 bits, nearest first. FILE need not be indexed; - reads standard input.
With DIR, alike first scans these folders and lists every such pair of documents in them;
without either, of the whole index.

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
			{Command: "alike near ~/texts"},
			{Command: "alike near draft.txt"},
			{Command: "alike near --distance 5 --size-within 30%"},
			{Command: "alike near -f json --score | jq 'select(.a_in_b > 0.9) | .a.path'"},
		},
		brief: []string{
			"distance", "method", "min", "score", "base", "limit", "min-size", "max-size",
			"format", "print0", "fail-on-match", "html", "index",
		},
		run: func(ctx context.Context, args []string) error { return runNear(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which documents", o.addFlags, o.base.AddFlags, o.out.AddLimit, o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.out.FormatOf("near"), o.out.AddNull, o.out.AddSort, o.out.AddFailOnMatch),
			titled("Making simhashes (must match the index)", o.document.AddIndexFlags),
		}, answerGroups(&o.treeOptions, o.index.AddFlags)...),
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
	args, err := listed(ctx, a, o.list, args)
	if err != nil {
		return err
	}
	o.list = flags.List{} // already read
	folders, files, err := a.foldersAndFiles(args)
	if err != nil {
		return err
	}
	r, err := openNear(ctx, a, &o, folders)
	if err != nil {
		return err
	}
	defer r.close()
	if err := r.startPrinter(report.About{Score: o.score, Jaccard: o.words()}); err != nil {
		return err
	}
	if err := r.readBase(ctx); err != nil {
		return err
	}
	defer o.memory.BoundSearch()()
	if len(files) == 0 {
		return r.printPairs(ctx)
	}
	return r.printNamed(ctx, files)
}

// foldersAndFiles tells folders to compare from files to ask about.
func (a *app) foldersAndFiles(names []string) (folders, files []string, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		_, elsewhere := input.OnHost(name)
		if err == nil && info.IsDir() && !elsewhere && name != input.Stdin && a.env.open == nil {
			folders = append(folders, name)
		} else {
			files = append(files, name)
		}
	}
	if len(folders) > 0 && len(files) > 0 {
		err = advice.With(advice.Usagef("%s is a folder and %s is not", terminal.Visible(folders[0]), terminal.Visible(files[0])),
			"to compare the documents in folders, or to find those near a file, name folders or files alone")
	}
	return folders, files, err
}

// end prints the summary. counted are the documents of the index.
func (r *nearAnswer) end(counted report.Documents) error {
	r.sum.Add(counted.Fields()...)
	if r.base != nil {
		r.sum.Add(report.Field{Name: "base_files", Value: r.base.Files},
			report.Field{Name: "base_fingerprints", Value: int64(len(r.base.Fingerprints))})
	}
	r.sum.Add(report.Field{Name: "hashed", Value: r.filled.Hashed}, // contents whose simhash this run computed
		report.Field{Name: "missing_hashes", Value: r.missing}) // contents that could not be read for it
	return r.app.end(r.print, r.sum)
}
