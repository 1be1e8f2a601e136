package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/db/search"
)

type groupsOptions struct {
	treeOptions
	similar flags.Similarity
	base    flags.Base
	sizes   flags.Sizes // of the files in the answer
	out     outputFlags
}

func groupsVerb(a *app) verb {
	o := groupsOptions{similar: flags.Similarity{By: "union"}}
	return verb{
		use:   "groups [flags] [DIR…]",
		short: "list groups of similar files",
		long: `Lists groups of similar files. A group has a representative, a file that many others
resemble, and members, the files that resemble it. Groups are ordered by what keeping
the representative alone would save: the bytes that the other files share with it.
With DIR, alike first scans these folders and lists the groups within them; without,
it lists the groups of the whole index.

Every member is similar to the representative, but not always to the other members.
Groups do not chain: if A and C both resemble B but not each other, they share a group
only if B represents it. A long series of versions therefore becomes several groups. A
file is in at most one group, and in none if all files that it resembles are members
of others.

Identical files are one member, shown with the number of further copies; alike dups
lists them. A group of identical files alone has no members.

` + flags.ExactHelp + `

` + flags.BaseHelp + `

` + scansFirst + `
Here they leave out members of other sizes, and groups whose representative has
another size.

A terminal shows at most 20 members of a group unless --limit is given. In a pipe or a
file, text has a line per file, the representative first, with tab-separated columns:
number of the group, relation to the representative (representative, nearly-same,
inside, contains, overlap), the share of --by, how much of the file is in the
representative, how much of the representative is in the file, number of further
identical files, size in bytes, path. The representative has - for shares. With -0 an
empty name ends each group.

-f json prints groups as they are found, unless --sort or --limit is given. Groups that
do not fit in memory are sorted in a temporary file in $TMPDIR or /tmp.`,
		examples: []help.Example{
			{Command: "alike groups ~/projects"},
			{Command: "alike groups --min 90% --limit 10 ~/projects"},
			{Command: `alike groups -f json ~/projects | jq 'select(.type=="group") | .files'`},
		},
		brief: []string{
			"min", "by", "base", "exact", "limit", "min-size", "exclude",
			"hidden", "no-ignore", "format", "fail-on-match", "view", "index",
		},
		run: func(ctx context.Context, args []string) error { return runGroups(ctx, a, o, args) },
		flags: append([]flagGroup{
			titled("Which groups", o.similar.AddFlags, o.base.AddFlags, o.out.addLimit),
			titled("Which files", o.sizes.AddFlags, o.addFiles),
			titled("Output", o.out.addFormat, o.out.addNull, o.out.addSort, o.out.addFailOnMatch),
		}, indexGroups(&o.treeOptions, o.index.AddAnswerFlags)...),
	}
}

func runGroups(ctx context.Context, a *app, o groupsOptions, args []string) error {
	if err := o.similar.Check(); err != nil {
		return err
	}
	args, err := o.list.Names(ctx, a.env.stdin, args)
	if err != nil {
		return err
	}
	o.list = flags.List{} // it has served
	if o.base.Dirs, err = o.base.Paths(args); err != nil {
		return err
	}
	o.files.ForBase = len(o.base.Dirs) > 0
	s, err := openAnswer(ctx, a, &o.treeOptions, o.sizes, o.out, args)
	if err != nil {
		return err
	}
	q := o.similar.Query(o.work.N)
	q.Trees = s.trees
	p := a.printer(o.out)
	groups := &groupPrinter{printer: p, by: q.By, exact: o.similar.Exact}
	c := newComparison(a, p, &o.similar, o.memory, groupKind, groups.print)
	c.exact.holdTo(o.read)
	defer c.best.close()
	if err := c.without(ctx, s, &o.treeOptions, o.base.Dirs); err != nil {
		return err
	}
	sum, err := c.run(ctx, "groups", s, q, func(q search.PairQuery) (search.PairStats, error) {
		return search.Groups(ctx, s.ix, q, func(found search.Group) error {
			g, admitted := admittedGroup(&o.sizes, found)
			if !admitted {
				return nil
			}
			groups.count(g)
			return c.take(g)
		})
	})
	if err != nil {
		return err
	}
	if !p.streams() {
		if err := groups.printAll(ctx, c.best); err != nil {
			return err
		}
	}
	sum.Grouped = &groups.grouped
	if err := p.end(sum); err != nil {
		return err
	}
	groups.tell(sum, q.MinShared)
	return nil
}

// group is a group and what orders it among others.
type group struct {
	search.Group
	// common is how many bytes the other files have in common with the
	// representative: those of identical files and, as estimated, of the members.
	common int64
}

// admittedGroup returns a group without the members of sizes that do not take part.
func admittedGroup(o *flags.Sizes, found search.Group) (g group, admitted bool) {
	g.Group = found
	if !o.Admits(g.Representative.Size) {
		return g, false
	}
	g.Members = slices.DeleteFunc(g.Members, func(m search.Member) bool { return !o.Admits(m.Size) })
	g.common = g.Representative.Size * int64(g.Representative.Copies)
	for _, m := range g.Members {
		if share := m.InRepresentative.Rounded(); share.Defined() {
			g.common += int64(math.Round(float64(share)*float64(m.Size))) * int64(1+m.Copies)
		}
	}
	return g, len(g.Members) > 0 || g.Representative.Copies > 0
}

// files counts the files of the group, identical ones included.
func (g *group) files() int64 {
	n := int64(1 + g.Representative.Copies)
	for _, m := range g.Members {
		n += int64(1 + m.Copies)
	}
	return n
}

// groupKind orders groups by the bytes in common, the most first, then by path.
var groupKind = kind[group]{
	better: func(a, b group) int {
		return cmp.Or(cmp.Compare(b.common, a.common), cmp.Compare(a.Representative.Path, b.Representative.Path))
	},
	paths: func(g group, use func(string)) {
		use(g.Representative.Path)
		for _, m := range g.Members {
			use(m.Path)
		}
	},
	encode: appendGroup,
	decode: (*record).group,
}

func appendGroup(data []byte, g group) []byte {
	data = appendNumber(appendFile(data, g.Representative), g.common)
	data = appendNumber(data, len(g.Members))
	for _, m := range g.Members {
		data = appendNumber(appendFile(data, m.File), m.Shared)
		data = appendShares(data, m.InRepresentative, m.Representative, m.Resemblance, m.Distinctive)
		data = appendFlag(data, m.Exact)
	}
	return data
}

func (r *record) group() group {
	g := group{Group: search.Group{Representative: r.file()}, common: r.number()}
	for n := r.number(); n > 0 && !r.bad; n-- {
		g.Members = append(g.Members, search.Member{
			File: r.file(), Shared: int(r.number()),
			InRepresentative: r.share(), Representative: r.share(),
			Resemblance: r.share(), Distinctive: r.share(), Exact: r.flag(),
		})
	}
	return g
}
