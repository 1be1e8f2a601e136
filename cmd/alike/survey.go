package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/report"
	"alike/cmd/alike/shell"
	"alike/cmd/alike/site"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/scan"
)

// surveyOptions are the options of verbs that show everything that was found.
type surveyOptions struct {
	questionOptions
	limit int // of pairs
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
	*answer
	limit   int // of pairs
	known   []scan.Root
	roots   []string // of the folders that are shown
	found   *site.Gathering
	folders search.FolderQuery
	count   int64 // units compared
}

// newSurvey returns a survey by an open index.
func newSurvey(r *answer, limit int) (v *survey, err error) {
	v = &survey{answer: r, limit: limit, roots: r.trees}
	v.passages = true
	if v.known, err = scan.Roots(v.ix.Trees()); err != nil {
		return nil, v.ix.Damaged("%v", err)
	}
	if v.trees == nil {
		for _, root := range v.known {
			v.roots = append(v.roots, root.Path)
		}
	}
	return v, nil
}

// gather gathers the data of the pages.
func (v *survey) gather(ctx context.Context) (*web.Data, error) {
	whole := v.query // about units
	v.query.Isolate = whole.Unit != nil
	units := v.asked.units.Wholes()
	choice, pair, group := usualFolders, v.pair, v.group
	v.found = site.NewGathering(whole.By, v.limit, nil)
	if units {
		choice.minFiles, pair, group = 1, v.between, func(search.Group) error { return nil }
		v.found = site.NewGathering(whole.By, v.limit, whole.Unit)
	}
	var matched *folders.Finding
	defer func() {
		if matched != nil {
			matched.Close()
		}
	}()
	err := v.searchOpen(ctx, func(q search.PairQuery) (stats search.PairStats, err error) {
		v.living.Marks = true
		v.folders = folderQuery(v.session, q, v.asked.sizes, choice)
		v.folders.Units = units
		matched, stats, err = search.Survey(ctx, v.ix, v.folders, pair, group)
		if err == nil && units {
			whole.Base, whole.Progress = q.Base, q.Progress
			if err = v.counts.ask(&whole, v.ix); err == nil {
				v.count, err = v.ofUnits(ctx, whole)
			}
			stats.Units = v.count
		}
		return stats, err
	})
	if err == nil {
		err = v.duplicates(ctx)
	}
	if err == nil {
		err = v.found.Revise(func(pair *search.Pair) (bool, error) { return v.living.Pair(ctx, pair) },
			func(f *search.File) error { return v.living.File(ctx, f) })
	}
	if err != nil {
		return nil, err
	}
	return v.found.Data(ctx, v.overview(), matched)
}

// ofUnits finds the similar units and their groups. It returns the number of units.
func (v *survey) ofUnits(ctx context.Context, q search.PairQuery) (int64, error) {
	stats, err := search.Pairs(ctx, v.ix, q, v.found.Pair)
	if err == nil {
		_, err = search.Groups(ctx, v.ix, q, v.found.Group)
	}
	return stats.Units, err
}

func (v *survey) between(p search.Pair) error {
	if !v.asked.sizes.Admits(p.A.Size) || !v.asked.sizes.Admits(p.B.Size) {
		return nil
	}
	return v.found.Between(p)
}

func (v *survey) pair(p search.Pair) error {
	if !v.asked.sizes.Admits(p.A.Size) || !v.asked.sizes.Admits(p.B.Size) {
		return nil
	}
	return v.found.Pair(p)
}

func (v *survey) group(g search.Group) error {
	if !admitGroup(&v.asked.sizes, &g) {
		return nil
	}
	return v.found.Group(g)
}

func (v *survey) duplicates(ctx context.Context) error {
	trees, err := scan.TreesOf(v.ix)
	if err != nil {
		return err
	}
	look, files := newSetLook(v.ix, trees, true), &v.folders.Files
	q := search.DuplicateQuery{Trees: files.Trees, Admit: files.Admit, Hardlinks: files.Hardlinks, Base: files.Base}
	return search.Duplicates(ctx, v.ix, q, func(d search.DuplicateSet) error {
		if !v.asked.sizes.Admits(d.Size) {
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
func (v *survey) overview() web.Overview {
	sum := v.sum
	o := web.Overview{
		Roots: v.roots, View: v.ix.Params().View, Window: v.ix.Params().Rule.Window,
		Made: time.Now().UTC().Truncate(time.Second), Version: report.VersionName(),
		Files: sum.Files, Contents: sum.Contents, Bytes: sum.Bytes, Failed: v.failed, Skipped: sum.Skipped,
		Units: v.count, Min: v.folders.Files.Min, By: v.asked.similar.By,
		Few: search.FewShared, FolderMin: v.folders.Options.Min, Base: v.base != nil,
		Settings: v.settings(), Command: v.command(),
	}
	if o.Skipped == nil && sum.Generated+sum.Vendored > 0 { // without a scan no more is known
		o.Skipped = map[string]int64{"generated": sum.Generated, "vendored": sum.Vendored}
	}
	if v.ix.Imported() {
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
	if b := v.base; b != nil {
		lines = append(lines, fmt.Sprintf("without what the base has: %s (%s, %s)",
			strings.Join(v.asked.base.Dirs, ", "), terminal.Amount(b.Files, "file", "files"), terminal.Size(b.Bytes)))
	}
	if units := v.asked.units.Words(); units != "" {
		lines = append(lines, units)
	}
	return lines
}

// command returns the command that compares two files, before and after their paths.
func (v *survey) command() [2]string {
	text, params := "alike compare -f html ", v.ix.Params()
	if params.View != defaultView {
		text += "--view " + params.View + " "
	}
	for _, dir := range v.asked.base.Dirs {
		text += "--base " + shell.Word(dir) + " "
	}
	return [2]string{text, " > comparison.html"}
}
