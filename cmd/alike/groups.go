package main

import (
	"context"
	"slices"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
	"alike/db/search"
)

func groupsVerb(a *app) verb {
	o := questionOptions{similar: flags.Similarity{By: "union"}}
	return verb{
		use:   "groups [flags] [DIR…]",
		short: "list groups of similar files",
		long: `Lists groups of similar files. A group has a representative, a file that many others
resemble, and members, the files that resemble it. Groups are ordered by the space
saved by keeping only the representative: the bytes that the other files share with it.
With DIR, alike first scans these folders and lists the groups within them; without
DIR, it lists the groups of the whole index.

Every member is similar to the representative, but not always to the other members.
Groups do not chain: if A and C both resemble B but not each other, they share a group
only if B represents it. A long series of versions therefore becomes several groups. A
file is in at most one group, and in none if every file that it resembles is a member
of another.

Identical files count as one member, shown with the number of further copies. alike dups
lists them; --isolate names one in each other unit. A group of only identical files has
no members. Empty files, which are all identical, are left out unless --empty is given.

` + flags.CountHelp + `

` + flags.BaseHelp + `

` + flags.UnitsHelp + `

` + scansFirst + `
They leave out members of other sizes, and groups whose representative has another
size.

A terminal shows at most 20 members of a group unless --limit is given. In a pipe or a
file, text has a line per file, the representative first, with tab-separated columns:
number of the group, relation to the representative (representative, nearly-same,
inside, contains, overlap), the share of --by, how much of the file is in the
representative, how much of the representative is in the file, number of further
identical files, size in bytes, path. The representative has - for shares.

-f json prints groups as they are found, unless --sort or --limit is given. Groups that
do not fit in memory are sorted in a temporary file in $TMPDIR or /tmp.`,
		examples: []help.Example{
			{Command: "alike groups ~/projects"},
			{Command: "alike groups --min 90% --limit 10 ~/projects"},
			{Command: `alike groups -f json ~/projects | jq 'select(.type=="group") | .files'`},
		},
		brief: []string{
			"min", "by", "base", "exact", "limit", "min-size", "exclude",
			"no-ignore", "format", "fail-on-match", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runGroups(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which groups", o.similar.AddFlags, o.base.AddFlags, o.units.AddFlags, o.out.AddLimit),
			titled("Which files", o.sizes.AddFlags, o.sizes.AddEmpty, o.list.AddFlags),
			titled("Output", o.out.FormatOf("groups"), o.out.AddNullSets, o.out.AddAllPaths, o.out.AddSort, o.out.AddFailOnMatch),
		}, answerGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func runGroups(ctx context.Context, a *app, o questionOptions, args []string) error {
	if err := o.checkWholes(); err != nil {
		return err
	}
	r, err := openAnswer(ctx, a, "groups", &o, args)
	if err != nil {
		return err
	}
	defer r.ix.Close()
	if err := r.begin(ctx, report.About{}); err != nil {
		return err
	}
	groups := r.print.Groups(a.roomToSort(o.memory))
	defer groups.Close()
	if err := r.search(ctx, func(q search.PairQuery) (search.PairStats, error) { return r.findGroups(ctx, q, groups) }); err != nil {
		return err
	}
	if err := groups.Print(ctx); err != nil {
		return err
	}
	r.sum.Add(report.Field{Name: "grouped", Value: groups.Files()})
	if err := a.end(r.print, r.sum); err != nil {
		return err
	}
	groups.Note(r.sum, r.fewer())
	o.units.Note(a.screen)
	return nil
}

// findGroups searches the index for groups, and adds those that the flags do not leave out.
func (r *answer) findGroups(ctx context.Context, q search.PairQuery, groups *report.Groups) (search.PairStats, error) {
	r.living.InOtherUnits = r.asked.units.Isolated()
	living := completion[report.Group]{results: groups, limited: r.print.Limit() > 0, complete: func(g *report.Group) (bool, error) {
		return true, r.livingGroup(ctx, &g.Group)
	}}
	stats, err := search.Groups(ctx, r.ix, q, func(found search.Group) error {
		if r.asked.sizes.LeavesOutEmpty(found.Representative.Size) {
			r.print.LeaveOutEmpty()
		}
		if !admitGroup(&r.asked.sizes, &found) {
			return nil
		}
		return living.add(report.NewGroup(found))
	})
	if err != nil {
		return stats, err
	}
	return stats, living.end()
}

// livingGroup completes the files of a group that is about to be printed.
func (r *answer) livingGroup(ctx context.Context, g *search.Group) error {
	if g.Representative.Files > 0 { // a unit
		return nil
	}
	if err := r.living.File(ctx, &g.Representative); err != nil {
		return err
	}
	for i := range g.Members {
		if err := r.living.File(ctx, &g.Members[i].File); err != nil {
			return err
		}
	}
	return nil
}

// admitGroup removes the members outside the size limits from a group. It reports whether
// a group remains.
func admitGroup(o *flags.Filter, g *search.Group) bool {
	if g.Representative.Files > 0 { // of units
		return true
	}
	if !o.Admits(g.Representative.Size) {
		return false
	}
	g.Members = slices.DeleteFunc(g.Members, func(m search.Member) bool { return !o.Admits(m.Size) })
	return len(g.Members) > 0 || g.Representative.Copies > 0
}
