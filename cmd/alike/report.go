package main

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/shell"
	"alike/cmd/alike/site"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

type reportOptions struct {
	treeOptions
	similar  flags.Similarity
	base     flags.Base
	sizes    flags.Filter // of the files in the report
	output   string
	force    bool
	compared int // --compare
	limit    int
	out      report.Flags
}

func reportVerb(a *app) verb {
	o := reportOptions{compared: 200, limit: 100_000}
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

The pairs are those of alike pairs with the same flags. Groups and folders are made of
these pairs, as alike groups and alike folders do it, and sets of identical files are
those of alike dups. The page holds the strongest pairs, up to --limit, and at most
20,000 of the others; it counts all.

What exists is not overwritten. --force replaces an earlier report, in one step when the
new one is complete, but nothing else. FOLDER may be inside DIR: scans leave it out, by
the .alikeignore in it. FILE.html may not.

` + scansFirst + `

` + flags.BaseHelp + `

` + flags.CountHelp,
		examples: []help.Example{
			{Command: "alike report -o report ~/projects", Comment: "then open report/index.html"},
			{Command: "alike report -o copies.html ~/projects", Comment: "one file"},
			{Command: "alike report -o pages --view code --base template ~/course"},
			{Command: "alike report -o report --force", Comment: "of the index as it is"},
		},
		brief: []string{
			"output", "force", "compare", "min", "by", "base", "limit", "min-size",
			"exclude", "hidden", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runReport(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Where to", o.addOutput),
			titled("What it shows", o.similar.AddFlags, o.base.AddFlags, o.addLimits),
			titled("Which files", o.sizes.AddFlags, o.sizes.AddEmpty, o.addFiles),
			titled("Output", o.out.FormatOf("report")),
		}, indexGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func (o *reportOptions) addOutput(fs *pflag.FlagSet) {
	fs.StringVarP(&o.output, "output", "o", "", "write the report to `PLACE`: a folder, or a file *.html")
	fs.BoolVar(&o.force, "force", false, "replace an earlier report")
}

func (o *reportOptions) addLimits(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.limit, 0), "limit", "show the `N` strongest pairs, 0 for all")
	fs.Var(flagvalue.NewNumber(&o.compared, 0), "compare", "write pages with both files of the `N` strongest pairs")
}

// reporting is one run of report.
type reporting struct {
	*reportOptions
	app   *app
	place *site.Place
	s     *session
	c     *comparison
	roots []string // of the folders in the report
	trees fsys.Trees
	found *site.Gathering
	query search.FolderQuery
}

func runReport(ctx context.Context, a *app, o reportOptions, args []string) error {
	if err := o.similar.Check(); err != nil {
		return err
	}
	r := &reporting{reportOptions: &o, app: a}
	if err := r.open(ctx, args); err != nil {
		return err
	}
	p, err := a.printer(o.out, report.About{Verb: "report"})
	if err != nil {
		_ = r.s.ix.Close()
		return err
	}
	d, sum, err := r.search(ctx, p)
	if err = cmp.Or(err, r.s.ix.Close()); err != nil {
		return err
	}
	size, err := r.write(ctx, d)
	if err != nil {
		return err
	}
	sum.Add(report.Field{Name: "report", Value: terminal.Visible(r.place.Path)}, report.Field{Name: "size", Value: size},
		report.Field{Name: "pairs", Value: d.Overview.SimilarPairs}, report.Field{Name: "comparisons", Value: d.Overview.Comparisons})
	if err := a.end(p, sum); err != nil {
		return err
	}
	r.note(d, size)
	return nil
}

// open checks where the report goes, scans, and opens the index.
func (r *reporting) open(ctx context.Context, args []string) (err error) {
	if r.place, err = site.NewPlace(r.output, r.force); err != nil {
		return err
	}
	if dir, err := indexDir(r.app); err == nil {
		if err := r.place.CheckIndex(dir); err != nil {
			return err
		}
	}
	if args, err = r.list.Names(ctx, r.app.env.stdin, args); err != nil {
		return err
	}
	r.list = flags.List{} // already read
	given, err := roots(args)
	if err != nil {
		return err
	}
	for _, dir := range given {
		if err := r.place.CheckOutside(dir, r.files.NoIgnore()); err != nil {
			return err
		}
	}
	if err := r.place.Check(); err != nil {
		return err
	}
	if r.base.Dirs, err = r.base.Paths(args); err != nil {
		return err
	}
	r.files.ForBase = len(r.base.Dirs) > 0
	if r.s, err = openAnswer(ctx, r.app, &r.treeOptions, r.sizes, r.out, args); err != nil {
		return err
	}
	r.c = newComparison(r.app, &r.similar, r.memory, r.out)
	r.c.counts.limitReads(r.read)
	r.c.passages = true
	if err = r.checkRoots(); err != nil {
		_ = r.s.ix.Close()
		return err
	}
	return r.c.readBase(ctx, r.s, &r.treeOptions, r.base.Dirs)
}

// checkRoots checks that no scan of a root would find the report.
func (r *reporting) checkRoots() error {
	known, err := scan.Roots(r.s.ix.Trees())
	if err != nil {
		return r.s.ix.Damaged("%v", err)
	}
	r.roots = r.s.trees
	for _, root := range known {
		if r.s.trees == nil {
			r.roots = append(r.roots, root.Path)
		}
		if err := r.place.CheckOutside(root.Path, root.Selected.NoIgnore); err != nil {
			return err
		}
	}
	r.trees, err = scan.TreesOf(r.s.ix)
	return err
}

// search gathers the data of the report.
func (r *reporting) search(ctx context.Context, p *report.Printer) (*web.Data, *report.Summary, error) {
	q := r.similar.Query(r.work.N)
	q.Trees, q.Admit = r.s.trees, r.sizes.Paths()
	r.found = site.NewGathering(q.By, r.limit)
	var matched *folders.Finding
	sum, err := r.c.search(ctx, "report", r.s, p, q, func(q search.PairQuery) (stats search.PairStats, err error) {
		r.c.lookFor(r.s, p, q)
		r.c.living.Marks = true
		r.query = folderQuery(r.s, q, r.sizes)
		matched, stats, err = search.Survey(ctx, r.s.ix, r.query, r.pair, r.group)
		return stats, err
	})
	if err != nil {
		return nil, nil, err
	}
	if err := r.duplicates(ctx); err != nil {
		return nil, nil, err
	}
	err = r.found.Revise(func(pair *search.Pair) (bool, error) { return r.c.living.Pair(ctx, pair) },
		func(f *search.File) error { return r.c.living.File(ctx, f) })
	if err != nil {
		return nil, nil, err
	}
	d, err := r.found.Data(ctx, r.overview(sum), matched)
	return d, sum, err
}

func (r *reporting) pair(p search.Pair) error {
	if !r.sizes.Admits(p.A.Size) || !r.sizes.Admits(p.B.Size) {
		return nil
	}
	return r.found.Pair(p)
}

func (r *reporting) group(g search.Group) error {
	if !admitGroup(&r.sizes, &g) {
		return nil
	}
	return r.found.Group(g)
}

func (r *reporting) duplicates(ctx context.Context) error {
	look := setLook{fsys.Blocks{Trees: r.trees}, true}
	q := search.DuplicateQuery{Trees: r.query.Files.Trees, Admit: r.query.Files.Admit, Hardlinks: r.query.Files.Hardlinks}
	return search.Duplicates(ctx, r.s.ix, q, func(d search.DuplicateSet) error {
		if r.sizes.Admits(d.Size) && look.at(&d) > 1 {
			r.found.Set(d)
		}
		return ctx.Err()
	})
}

// overview returns what the page says of the scan.
func (r *reporting) overview(sum *report.Summary) web.Overview {
	o := web.Overview{
		Roots: r.roots, View: r.s.ix.Params().View, Window: r.s.ix.Params().Rule.Window,
		Made: time.Now().UTC().Truncate(time.Second), Version: report.VersionName(),
		Files: sum.Files, Contents: sum.Contents, Bytes: sum.Bytes, Failed: r.app.failed, Skipped: sum.Skipped,
		Min: r.query.Files.Min, By: r.similar.By,
		Commands: map[string]string{"compare": r.command()},
	}
	if o.Skipped == nil && sum.Generated+sum.Vendored > 0 { // without a scan no more is known
		o.Skipped = map[string]int64{"generated": sum.Generated, "vendored": sum.Vendored}
	}
	o.Title = "Similar files"
	if len(o.Roots) == 1 {
		o.Title += " in " + filepath.Base(o.Roots[0])
	}
	return o
}

// command returns the command that compares two files. The page puts in their paths.
func (r *reporting) command() string {
	text := "alike compare -f html"
	if r.app.common.viewGiven.Changed {
		text += " --view " + r.app.common.view
	}
	for _, dir := range r.base.Dirs {
		text += " --base " + shell.Word(dir)
	}
	return text + " {a} {b} > comparison.html"
}

// write writes the report and returns its size in bytes.
func (r *reporting) write(ctx context.Context, d *web.Data) (int64, error) {
	w, err := r.place.Begin()
	if err != nil {
		return 0, err
	}
	defer w.Discard()
	params := r.s.ix.Params()
	c := &site.Comparer{
		Open: func(path string) io.ReadCloser {
			return input.Interruptible(ctx, func() (io.ReadCloser, error) { return r.trees.OpenRegular(path) })
		},
		Rule: params.Rule, Options: compare.Options{View: view.Kind(params.View), Base: r.c.base, Memory: int64(r.memory.Bytes)},
		Threads: cmp.Or(r.work.N, runtime.GOMAXPROCS(0)),
	}
	var counter terminal.Counter
	c.Progress = func(done, total int) { counter.Set(int64(done), int64(total)) }
	shown := r.app.screen.StartBar(counter.Gauge("comparing the strongest pairs"))
	err = w.Compare(ctx, c, r.found.Strongest(), r.compared, d)
	shown.Finish()
	if err != nil {
		return 0, err
	}
	return w.Complete(ctx, d)
}

// note says what was written.
func (r *reporting) note(d *web.Data, size int64) {
	screen, o, path := r.app.screen, &d.Overview, r.place.Path
	if o.ShownPairs < o.SimilarPairs {
		screen.Note("the report has %s of %s pairs, the strongest; --limit 0 shows all", terminal.Comma(o.ShownPairs), terminal.Comma(o.SimilarPairs))
	}
	if !r.place.File {
		path = filepath.Join(path, "index.html")
	}
	screen.Note("%s, %s, %s, %s", terminal.Amount(o.SimilarPairs, "pair", "pairs"), terminal.Amount(o.AllGroups, "group", "groups"),
		terminal.Amount(o.AllFolders, "pair of folders", "pairs of folders"), terminal.Amount(o.AllSets, "set of identical files", "sets of identical files"))
	screen.Note("wrote %s (%s, %s compared)", terminal.Visible(path), terminal.Size(size), terminal.Amount(int64(o.Comparisons), "pair", "pairs"))
	r.c.left.note(screen)
}

// folderQuery returns the query for the folders of a report: those that alike folders shows
// without flags, of similar files by q.
func folderQuery(s *session, q search.PairQuery, sizes flags.Filter) search.FolderQuery {
	var o foldersOptions
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.addFolders(fs)
	o.sizes = sizes
	folders := o.query(s, nil)
	folders.Files = q
	folders.Files.Trees = slices.Clone(s.trees)
	return folders
}
