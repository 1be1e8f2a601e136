package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/report"
	"alike/cmd/alike/shell"
	"alike/cmd/alike/site"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/scan"
	"alike/scan/fsys"
)

// surveyOptions are the options of verbs that show everything that was found.
type surveyOptions struct {
	treeOptions
	similar flags.Similarity
	base    flags.Base
	units   flags.Units
	sizes   flags.Filter // of the files that are shown
	limit   int          // of pairs
	out     report.Flags
}

// shownPairs is the default of --limit: as many rows as a browser shows without a stutter.
const shownPairs = 100_000

func (o *surveyOptions) addLimit(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.limit, 0), "limit", "show the `N` strongest pairs; 0 shows all")
}

// groups returns the flags of a verb: its own first and last ones around those of surveys.
func (o *surveyOptions) groups(first flagGroup, limits func(*pflag.FlagSet), last ...flagGroup) []flagGroup {
	of := []flagGroup{
		first,
		titled("What it shows", o.similar.AddFlags, o.base.AddFlags, o.units.AddFlags, limits),
		titled("Which files", o.sizes.AddFlags, o.sizes.AddEmpty, o.list.AddFlags),
	}
	return slices.Concat(of, last, answerGroups(&o.treeOptions, o.index.AddAnswerFlags))
}

// survey gathers what the pages of report and serve show.
type survey struct {
	*surveyOptions
	app   *app
	s     *session
	c     *comparison
	known []scan.Root
	roots []string // of the folders that are shown
	trees *fsys.Trees
	found *site.Gathering
	query search.FolderQuery
	count int64 // units compared
}

// newSurvey returns a survey of an open index.
func newSurvey(ctx context.Context, a *app, o *surveyOptions, s *session) (v *survey, err error) {
	v = &survey{surveyOptions: o, app: a, s: s, c: newComparison(a, &o.similar, o.memory, o.out)}
	v.c.counts.limitReads(o.read)
	v.c.passages = true
	if v.known, err = scan.Roots(s.ix.Trees()); err != nil {
		return nil, s.ix.Damaged("%v", err)
	}
	v.roots = s.trees
	if s.trees == nil {
		for _, root := range v.known {
			v.roots = append(v.roots, root.Path)
		}
	}
	v.trees, err = scan.TreesOf(s.ix)
	return v, err
}

// readBase reads the base if one is named. It closes the index if that fails.
func (v *survey) readBase(ctx context.Context) error {
	return v.c.readBase(ctx, v.s, &v.treeOptions, v.base.Dirs)
}

// gather gathers the data of the pages.
func (v *survey) gather(ctx context.Context, p *report.Printer) (*web.Data, *report.Summary, error) {
	q := v.similar.Query(v.work.N)
	q.Trees, q.Admit = v.s.trees, v.sizes.Paths()
	v.units.Apply(&q, v.s.below(), &v.sizes)
	whole := q // about units
	q.Isolate = q.Unit != nil
	choice, pair, group := usualFolders, v.pair, v.group
	v.found = site.NewGathering(q.By, v.limit, nil)
	if v.units.Wholes() {
		choice.minFiles, pair, group = 1, v.between, func(search.Group) error { return nil }
		v.found = site.NewGathering(q.By, v.limit, q.Unit)
	}
	var matched *folders.Finding
	defer func() {
		if matched != nil {
			matched.Close()
		}
	}()
	sum, err := v.c.search(ctx, "report", v.s, p, q, func(q search.PairQuery) (stats search.PairStats, err error) {
		if err := v.units.Find(ctx, v.s.ix, &q); err != nil {
			return stats, err
		}
		v.c.lookFor(v.s, p, q)
		v.c.living.Marks = true
		v.query = folderQuery(v.s, q, v.sizes, choice)
		v.query.Units = v.units.Wholes()
		v.query.Files.Trees = slices.Clone(v.s.trees)
		matched, stats, err = search.Survey(ctx, v.s.ix, v.query, pair, group)
		if err == nil && v.units.Wholes() {
			whole.Base, whole.Progress = q.Base, q.Progress
			if err = v.c.counts.ask(&whole, v.s.ix); err == nil {
				v.count, err = v.ofUnits(ctx, whole)
			}
			stats.Units = v.count
		}
		return stats, err
	})
	if err != nil {
		return nil, nil, err
	}
	if err := v.duplicates(ctx); err != nil {
		return nil, nil, err
	}
	err = v.found.Revise(func(pair *search.Pair) (bool, error) { return v.c.living.Pair(ctx, pair) },
		func(f *search.File) error { return v.c.living.File(ctx, f) })
	if err != nil {
		return nil, nil, err
	}
	d, err := v.found.Data(ctx, v.overview(sum), matched)
	return d, sum, err
}

// ofUnits finds the similar units and their groups. It returns the number of units.
func (v *survey) ofUnits(ctx context.Context, q search.PairQuery) (int64, error) {
	stats, err := search.Pairs(ctx, v.s.ix, q, v.found.Pair)
	if err == nil {
		_, err = search.Groups(ctx, v.s.ix, q, v.found.Group)
	}
	return stats.Units, err
}

func (v *survey) between(p search.Pair) error {
	if !v.sizes.Admits(p.A.Size) || !v.sizes.Admits(p.B.Size) {
		return nil
	}
	return v.found.Between(p)
}

func (v *survey) pair(p search.Pair) error {
	if !v.sizes.Admits(p.A.Size) || !v.sizes.Admits(p.B.Size) {
		return nil
	}
	return v.found.Pair(p)
}

func (v *survey) group(g search.Group) error {
	if !admitGroup(&v.sizes, &g) {
		return nil
	}
	return v.found.Group(g)
}

func (v *survey) duplicates(ctx context.Context) error {
	look := newSetLook(v.s.ix, v.trees, true)
	q := search.DuplicateQuery{Trees: v.query.Files.Trees, Admit: v.query.Files.Admit, Hardlinks: v.query.Files.Hardlinks, Base: v.query.Files.Base}
	return search.Duplicates(ctx, v.s.ix, q, func(d search.DuplicateSet) error {
		if !v.sizes.Admits(d.Size) {
			return ctx.Err()
		}
		found, err := look.at(ctx, &d)
		if err == nil && found > 1 {
			v.found.Set(d)
		}
		return err
	})
}

// overview returns what the page says of the scan.
func (v *survey) overview(sum *report.Summary) web.Overview {
	o := web.Overview{
		Roots: v.roots, View: v.s.ix.Params().View, Window: v.s.ix.Params().Rule.Window,
		Made: time.Now().UTC().Truncate(time.Second), Version: report.VersionName(),
		Files: sum.Files, Contents: sum.Contents, Bytes: sum.Bytes, Failed: v.app.failed, Skipped: sum.Skipped,
		Units: v.count, Min: v.query.Files.Min, By: v.similar.By,
		Few: search.FewShared, FolderMin: v.query.Options.Min, Base: v.c.base != nil,
		Settings: v.settings(), Command: v.command(),
	}
	if o.Skipped == nil && sum.Generated+sum.Vendored > 0 { // without a scan no more is known
		o.Skipped = map[string]int64{"generated": sum.Generated, "vendored": sum.Vendored}
	}
	if v.s.ix.Imported() {
		o.Command = [2]string{}
	}
	o.Title = "Similar files"
	if len(o.Roots) == 1 {
		o.Title += " in " + filepath.Base(o.Roots[0])
	}
	return o
}

// settings says what was compared, as far as the other fields of the overview do not.
func (v *survey) settings() (lines []string) {
	if b := v.c.base; b != nil {
		lines = append(lines, fmt.Sprintf("without what the base has: %s (%s, %s)",
			strings.Join(v.base.Dirs, ", "), terminal.Amount(b.Files, "file", "files"), terminal.Size(b.Bytes)))
	}
	if units := v.units.Words(); units != "" {
		lines = append(lines, units)
	}
	return lines
}

// command returns the command that compares two files, before and after their paths.
func (v *survey) command() [2]string {
	text, params := "alike compare -f html ", v.s.ix.Params()
	if params.View != defaultView {
		text += "--view " + params.View + " "
	}
	for _, dir := range v.base.Dirs {
		text += "--base " + shell.Word(dir) + " "
	}
	return [2]string{text, " > comparison.html"}
}
