package main

import (
	"cmp"
	"context"
	"io"
	"runtime"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/site"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
)

type reportOptions struct {
	surveyOptions
	output   string
	force    bool
	compared int // --compare
	given    *pflag.Flag
}

func reportVerb(a *app) verb {
	o := reportOptions{surveyOptions: surveyOptions{limit: shownPairs}, compared: 200}
	return verb{
		use:   "report [flags] -o FOLDER|FILE.html [DIR…]",
		short: "write pages that show what was found",
		long: `Writes pages for a browser: an overview of what was scanned and found, a map of the
folders, a graph of similar files, and tables of pairs, groups, folders and identical
files. They need no network and no server. With DIR, alike first scans these folders
and reports what is in them; without, it reports the whole index.

-o FOLDER writes index.html and, in compare, a page for each of the strongest pairs that
shows both files side by side. Identical files need none, and files over 256 KiB have none.
-o FILE.html writes one page, with commands to copy instead. The pages hold names, and
those of compare the text of files; only you can read them.

The pairs are those of alike pairs with the same flags, and the groups those of alike
groups with the same flags and the same --by, whose default there is union. Folders are
made of these pairs, as alike folders does it with its defaults, and sets of identical
files are those of alike dups. The page holds the strongest pairs, up to --limit, and at most
20,000 of the others; it counts all.

What exists is not overwritten. --force replaces an earlier report, in one step when the
new one is complete, but nothing else. FOLDER may be inside DIR: scans leave it out, by
the .alikeignore in it. FILE.html may not.

` + scansFirst + `

` + flags.BaseHelp + `

With --unit-dir 1, pairs, groups and folders are those of the folders directly in DIR, each
compared as a whole, such as the submissions of a course; see alike pairs --help. The
report then also has the pairs of files of different units, and compare is about these.
With --isolate, pairs and groups are of files, but none of files of the same unit, and what
folders have in common is in files of different units too.

` + flags.CountHelp,
		examples: []help.Example{
			{Command: "alike report -o report ~/projects", Comment: "then open report/index.html"},
			{Command: "alike report -o copies.html ~/projects", Comment: "one file"},
			{Command: "alike report -o pages --view code --unit-dir 1 --base template ~/course"},
			{Command: "alike report -o report --force", Comment: "of the index as it is"},
		},
		brief: []string{
			"output", "force", "compare", "min", "by", "base", "limit", "min-size",
			"exclude", "view", "index",
		},
		run:   func(ctx context.Context, args []string) error { return runReport(ctx, a, o, args) },
		flags: o.groups(titled("Where to", o.addOutput), o.addLimits, titled("Output", o.out.FormatOf("report"))),
	}
}

func (o *reportOptions) addOutput(fs *pflag.FlagSet) {
	fs.StringVarP(&o.output, "output", "o", "", "write it to `PLACE`: a folder, or a file *.html, *.htm")
	fs.BoolVar(&o.force, "force", false, "replace an earlier report")
}

func (o *reportOptions) addLimits(fs *pflag.FlagSet) {
	o.addLimit(fs)
	fs.Var(flagvalue.NewNumber(&o.compared, 0), "compare", "write pages with both files of the `N` strongest pairs; 0 writes none\nNot for -o FILE.html.")
	o.given = fs.Lookup("compare")
}

// reporting is one run of report.
type reporting struct {
	*survey
	place    *site.Place
	compared int
}

func runReport(ctx context.Context, a *app, o reportOptions, args []string) error {
	if err := flags.Check(o.similar.Check, o.units.Check); err != nil {
		return err
	}
	r, err := openReporting(ctx, a, &o, args)
	if err != nil {
		return err
	}
	defer r.ix.Close()
	if err := r.begin(ctx, report.About{}); err != nil {
		return err
	}
	d, err := r.gather(ctx)
	if err = cmp.Or(err, r.ix.Close()); err != nil {
		return err
	}
	size, err := r.write(ctx, d)
	if err != nil {
		return err
	}
	r.sum.Add(report.Field{Name: "report", Value: terminal.Visible(r.place.Path)}, report.Field{Name: "size", Value: size},
		report.Field{Name: "pairs", Value: d.Overview.SimilarPairs}, report.Field{Name: "comparisons", Value: d.Overview.Comparisons})
	if err := a.end(r.print, r.sum); err != nil {
		return err
	}
	r.note(d, size)
	return nil
}

// openReporting checks where the report goes, scans, and opens the index.
func openReporting(ctx context.Context, a *app, o *reportOptions, args []string) (*reporting, error) {
	place, err := site.NewPlace(o.output, o.force)
	if err != nil {
		return nil, err
	}
	if place.File && o.given.Changed && o.compared > 0 {
		return nil, advice.Usagef("--compare writes pages beside that of the report, and -o %s is one file: name a folder or leave --compare out", terminal.Visible(o.output))
	}
	if dir, err := indexDir(a); err == nil {
		if err := place.CheckIndex(dir); err != nil {
			return nil, err
		}
	}
	if args, err = listed(ctx, a, o.list, args); err != nil {
		return nil, err
	}
	o.list = flags.List{} // already read
	given, err := roots(args)
	if err != nil {
		return nil, err
	}
	for _, dir := range given {
		if err := place.CheckOutside(dir, o.files.NoIgnore()); err != nil {
			return nil, err
		}
	}
	if err := place.Check(); err != nil {
		return nil, err
	}
	asked, err := openAnswer(ctx, a, "report", &o.questionOptions, args)
	if err != nil {
		return nil, err
	}
	r := &reporting{place: place, compared: o.compared}
	if asked.ix.Imported() {
		r.compared = 0
		if o.given.Changed && o.compared > 0 {
			err = elsewhere(asked.ix, "--compare")
		}
	}
	if err == nil {
		r.survey, err = newSurvey(asked, o.limit)
	}
	if err == nil {
		err = r.checkRoots()
	}
	if err != nil {
		_ = asked.ix.Close()
		return nil, err
	}
	return r, nil
}

// checkRoots checks that no scan of a root would find the report.
func (r *reporting) checkRoots() error {
	for _, root := range r.known {
		if err := r.place.CheckOutside(root.Path, root.Selected.NoIgnore); err != nil {
			return err
		}
	}
	return nil
}

// write writes the report and returns its size in bytes.
func (r *reporting) write(ctx context.Context, d *web.Data) (int64, error) {
	w, err := r.place.Begin()
	if err != nil {
		return 0, err
	}
	defer w.Discard()
	params := r.ix.Params()
	trees, err := scan.TreesOf(r.ix)
	if err != nil {
		return 0, err
	}
	c := &site.Comparer{
		Open: func(path string) io.ReadCloser {
			return input.Interruptible(ctx, func() (io.ReadCloser, error) { return trees.OpenRegular(path) })
		},
		Rule: params.Rule, Options: compare.Options{View: view.Kind(params.View), Base: r.base, Memory: int64(r.asked.memory.Bytes)},
		Threads: cmp.Or(r.asked.work.N, runtime.GOMAXPROCS(0)),
	}
	var counter terminal.Counter
	c.Progress = func(done, total int) { counter.Set(int64(done), int64(total)) }
	shown := r.screen.StartBar(counter.Gauge("comparing the strongest pairs"))
	err = w.Compare(ctx, c, r.found.Strongest(), r.compared, d)
	shown.Finish()
	if err != nil {
		return 0, err
	}
	return w.Complete(ctx, d)
}

// note says what was written.
func (r *reporting) note(d *web.Data, size int64) {
	screen, o, path := r.screen, &d.Overview, r.place.Path
	if o.ShownPairs < o.SimilarPairs {
		screen.Note("the report has %s of %s pairs, the strongest; --limit 0 shows all", terminal.Comma(o.ShownPairs), terminal.Comma(o.SimilarPairs))
	}
	if !r.place.File {
		path += "/index.html"
	}
	pairs := terminal.Amount(o.SimilarPairs, "pair", "pairs")
	if o.Units > 0 {
		pairs += " of units, " + terminal.Amount(o.AllBetween, "pair of files", "pairs of files") + " between them"
	}
	screen.Note("%s, %s, %s, %s", pairs, terminal.Amount(o.AllGroups, "group", "groups"),
		terminal.Amount(o.AllFolders, "pair of folders", "pairs of folders"), terminal.Amount(o.AllSets, "set of identical files", "sets of identical files"))
	screen.Note("wrote %s (%s, %s compared)", terminal.Visible(path), terminal.Size(size), terminal.Amount(int64(o.Comparisons), "pair", "pairs"))
	r.left.note(screen)
	r.asked.units.Note(screen)
}
