package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"alike/cmd/alike/flags"
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
		short: "groups of similar files",
		long: `Prints groups of similar files: a representative, which is a file that many
others are like, and its members, the files that are like it. Groups come in the
order of what one would save by keeping the representative alone: the bytes that
the other files have in common with it. With DIR these trees are scanned first
and groups within them are printed; without, groups of the whole index.

Every member is similar to the representative, but not always to another member.
Groups do not chain: if B is like A, and C is like B but not like A, then A and
C are in one group only where B represents it. So a group says something of each
file in it, and a long row of versions becomes several groups. Each file is in
one group at most, and in none if all that it is like are members of others.

Files with the same bytes are one member, which says how many identical files
there are beside it; alike dups names them. A group of identical files only has
no members.

` + flags.ExactHelp + `

` + flags.BaseHelp + `

` + scansFirst + `
Here they leave out members of other sizes, and groups whose representative has
another size.

On a terminal the first 20 members of a group are shown, with --limit all.
To a pipe or a file, text has a line for each file, the representative first,
with columns separated by tabs: number of the group, relation to the
representative (representative, nearly-same, inside, contains, overlap), the
share of --by, how much of the file is in the representative, how much of the
representative is in the file, number of further identical files, size in bytes,
path. Shares of the representative are -. With -0 an empty name ends each group.

With -f json groups are printed as they are found, unless --sort or --limit is
given. More than fits in memory is sorted in a temporary file, in TMPDIR or /tmp.`,
		example: `  alike groups ~/projects
  alike groups --min 90% --limit 10 ~/projects
  alike groups -f json ~/projects | jq 'select(.type=="group") | .files'`,
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
