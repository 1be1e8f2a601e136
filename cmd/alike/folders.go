package main

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/db/search/folders"
)

type foldersOptions struct {
	questionOptions                 // similar is of files, but for By
	min             flagvalue.Share // of folders
	minFiles        int
	fixed           *pflag.Flag // --min-files
	members         bool        // --files
}

func foldersVerb(a *app) verb {
	var o foldersOptions
	return verb{
		use:   "folders [flags] [DIR…]",
		short: "list folders that are copies, parts or forks of others",
		long: `Lists pairs of folders of which one, or each, is found in the other: copies,
near-copies, parts and forks. With DIR, alike first scans these folders and compares the
folders within them; without, it compares all folders of the index.

A file of one folder counts by how much of it is in its best counterpart in the other,
as alike pairs finds them without flags. So renamed, moved and edited files count, and
several may have the same counterpart. A folder's share is that of the bytes of its files,
subfolders included; empty files do not count. A folder is also compared with each folder
directly in it, and then stands for its other files.

A pair is left out if a stronger pair says the same. So a fork of a tree is one line, and a
folder inside it another only if it has a copy elsewhere. Of identical folders, the
first is paired with each of the others; of folders that are nearly the same, such as
versions of a program, one stands for the others. The strongest pair comes first: the one
with the most bytes in common, if the folders resemble each other equally.

With --against TREE, one folder is in DIR and the other in TREE, which is scanned too.

With --unit-dir 1, only the folders directly in DIR are compared, each as a whole, such as
the submissions of a course. --unit-dir 2 takes the folders one deeper, a GLOB such as
'*/src' the outermost folders whose path below DIR it matches. With --isolate, all folders
are compared, but no file with one of the same unit.

` + flags.BaseHelp + `

` + scansFirst + `

Folders are identical, or copies, only if both were read whole and have the same contents.
What was left out of one is counted beside it, by reason: hidden or ignored files, links,
unreadable ones, those that --only and its kin filter.

In a pipe or a file, text has tab-separated columns: the share of --by, the relation
(identical, same-as-read, nearly-same, a-in-b, b-in-a, overlap), how much of A is in B, how much of B is
in A, the files of A found and all, those of B, both sizes in bytes, both paths; then, if
anything was left out, what of A and what of B, or -. With --files,
a line follows for each file: "file", a or b, its share, size, path and counterpart, or -.`,
		examples: []help.Example{
			{Command: "alike folders ~/projects"},
			{Command: "alike folders --files --limit 1 ~/projects", Comment: "its files too"},
			{Command: "alike folders theirs --against ours", Comment: "what they have of ours"},
			{Command: "alike folders --view code --unit-dir 1 ~/course", Comment: "submissions"},
			{Command: "alike folders --by larger --min 90% /srv", Comment: "nearly the same as wholes"},
		},
		brief: []string{
			"min", "by", "against", "files", "limit", "exclude",
			"hidden", "format", "fail-on-match", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runFolders(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which folders", o.addFolders, o.base.AddFlags, o.units.AddFlags, o.out.AddLimit),
			titled("Which files", o.sizes.AddFlags, o.list.AddFlags),
			titled("Output", o.addMembers, o.out.FormatOf("folders"), o.out.AddNull, o.out.AddSort, o.out.AddFailOnMatch),
		}, answerGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func (o *foldersOptions) addFolders(fs *pflag.FlagSet) {
	o.similar.AddFolderFlags(fs, &o.min)
	o.minFiles = usualFolders.minFiles
	fs.Var(flagvalue.NewNumber(&o.minFiles, 1), "min-files", "minimum number `N` of files that are found\nThe default is 3, but 1 with --unit-dir.")
	o.fixed = fs.Lookup("min-files")
	o.fixed.DefValue, o.fixed.Hidden = "", true
	o.addAgainst(fs, "folder")
}

func (o *foldersOptions) addMembers(fs *pflag.FlagSet) {
	fs.BoolVar(&o.members, "files", false, "list the files of both folders and their counterparts")
}

// query returns the query for folders of an answer.
func (o *foldersOptions) query(r *answer) search.FolderQuery {
	choice := folderChoice{o.min, o.minFiles, o.similar.By}
	if o.units.Wholes() && !o.fixed.Changed {
		choice.minFiles = 1
	}
	q := folderQuery(r.session, r.query, o.sizes, choice)
	q.Units = o.units.Wholes()
	return q
}

// folderChoice selects the pairs of folders that are shown.
type folderChoice struct {
	min      flagvalue.Share
	minFiles int
	by       string // word of --by
}

// usualFolders are the pairs that alike folders shows without flags.
var usualFolders = folderChoice{flags.FolderMin, 3, flags.FolderBy}

// folderQuery returns the query for folders whose files are similar by a query for files.
func folderQuery(s *session, files search.PairQuery, sizes flags.Filter, c folderChoice) search.FolderQuery {
	by := flags.Measures[c.by]
	return search.FolderQuery{
		Files: files, AdmitSize: sizes.Admits, Roots: s.below(),
		Options: folders.Options{Min: float64(c.min), MinFiles: c.minFiles, By: func(a, b, both float64) float64 {
			return report.FolderShare(by, a, b, both)
		}},
	}
}

func runFolders(ctx context.Context, a *app, o foldersOptions, args []string) error {
	if err := o.out.CheckMembers(o.members); err != nil {
		return err
	}
	r, err := openAnswer(ctx, a, "folders", &o.questionOptions, args)
	if err != nil {
		return err
	}
	defer r.ix.Close()
	if err := r.begin(ctx, report.About{Files: o.members}); err != nil {
		return err
	}
	r.query.By, r.query.Isolate = search.Distinctive, r.query.Unit != nil
	query := o.query(r)
	var found *folders.Finding
	err = r.search(ctx, func(q search.PairQuery) (stats search.PairStats, err error) {
		query.Files = q
		found, stats, err = search.Folders(ctx, r.ix, query)
		return stats, err
	})
	if err != nil {
		return err
	}
	defer found.Close()
	complete := func(f *report.Folders) {
		if o.members {
			ofA, ofB := found.Members(&f.Pair)
			f.Members = slices.Concat(ofA, ofB)
		}
	}
	if err := r.print.Folders(ctx, found.Pairs, complete); err != nil {
		return err
	}
	if err := a.end(r.print, r.sum); err != nil {
		return err
	}
	r.print.NoteFolders(r.sum)
	if len(found.Pairs) == 0 {
		err = hint(ctx, a.screen, query.MinFiles, found)
	}
	o.units.Note(a.screen)
	return err
}

// hint names the flags that show more if nothing was found.
func hint(ctx context.Context, screen *terminal.Screen, minFiles int, found *folders.Finding) error {
	pairs := func(n int) string { return terminal.Amount(int64(n), "pair of folders", "pairs of folders") }
	n, err := found.Loosened(ctx, 1, false)
	if n > 0 {
		screen.Note("%s with fewer than %d files found: --min-files 1", pairs(n), minFiles)
	}
	if err == nil {
		n, err = found.Loosened(ctx, minFiles, true)
	}
	if err == nil && n > 0 {
		screen.Note("%s whose files are hard links to the same files: --hardlinks", pairs(n))
	}
	return err
}
