package report

import (
	"cmp"
	"context"
	"fmt"

	"alike/cmd/alike/ranking"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// Groups is a list of groups that also counts them, their files and common bytes.
type Groups struct {
	*List[Group]
	groups    int64
	files     int64
	common    int64 // bytes
	identical bool  // some files are identical
}

// Groups returns a list of groups. It orders them by the bytes in common, most first,
// then by path. Sorting takes about room bytes of memory.
func (p *Printer) Groups(room int64) *Groups {
	methods := groupMethods
	methods.better = sortedBy(p, methods.better, map[string]func(a, b Group) int{
		"share": func(a, b Group) int { return cmp.Compare(b.share(p.set.about.By), a.share(p.set.about.By)) },
		"size":  func(a, b Group) int { return cmp.Compare(b.Representative.Size, a.Representative.Size) },
		"path":  func(a, b Group) int { return cmp.Compare(a.Representative.Path, b.Representative.Path) },
	})
	return &Groups{List: newList(p, room, methods)}
}

// Add prints a group or keeps it for Print.
func (l *Groups) Add(g Group) error {
	files := g.files()
	l.groups++
	l.files += files
	l.common += g.Common
	l.identical = l.identical || files > int64(1+len(g.Members))
	return l.List.Add(g)
}

// Files returns the number of files in all groups, including groups beyond the limit.
func (l *Groups) Files() int64 { return l.files }

// Note explains the columns, counts the groups and explains how to see more.
func (l *Groups) Note(s *Summary, minShared int) {
	p := l.printer
	one, many := p.set.about.nouns()
	if p.table() && p.results > 0 {
		how := ", ~ estimated from fingerprints, ? from fewer than 10"
		if p.set.about.Exact {
			how = ", counted in the files"
		}
		p.screen.Note("in common: bytes that the others share with the representative\n%%: share %s%s", byPhrases[p.set.about.By], how)
		if l.identical {
			p.screen.Note("alike dups lists identical files")
		}
	}
	if p.omitted > 0 {
		p.screen.Note("%s of %s groups, those with the most in common first; --limit 0 shows all",
			terminal.Comma(p.results), terminal.Comma(p.results+p.omitted))
	}
	if l.groups == 0 {
		p.screen.Note("no similar %s%s", many, s.limits())
	} else {
		p.screen.Note("%s of %s, %s in common%s", terminal.Amount(l.groups, "group", "groups"),
			terminal.Amount(l.files, one, many), terminal.Size(l.common), s.limits())
	}
	p.noteEmpty("group", "groups")
	p.noteCounts(s, minShared)
}

// byPhrases complete the explanation of the share of --by.
var byPhrases = map[search.Measure]string{
	search.Smaller: "of the smaller file", search.Larger: "of the larger file",
	search.Union: "of both together", search.Distinctive: "of what is distinctive",
}

// GroupOrder orders groups by the bytes in common, most first, and then by path.
func GroupOrder(a, b Group) int {
	return cmp.Or(cmp.Compare(b.Common, a.Common), cmp.Compare(a.Representative.Path, b.Representative.Path))
}

var groupMethods = listMethods[Group]{
	better: GroupOrder,
	paths:  Group.eachPath,
	encode: appendGroup,
	decode: decodeGroup,
}

func appendGroup(data []byte, g Group) []byte {
	data = ranking.AppendInt(appendFile(data, g.Representative), g.Common)
	data = ranking.AppendInt(data, len(g.Members))
	for _, m := range g.Members {
		data = ranking.AppendInt(appendFile(data, m.File), m.Shared)
		data = appendShares(data, m.InRepresentative, m.Representative, m.Resemblance, m.Distinctive)
		data = ranking.AppendFlag(data, m.Exact)
	}
	return data
}

func decodeGroup(r *ranking.Record) Group {
	g := Group{Group: search.Group{Representative: decodeFile(r)}, Common: r.Int()}
	for n := r.Int(); n > 0 && !r.Malformed(); n-- {
		g.Members = append(g.Members, search.Member{
			File: decodeFile(r), Shared: int(r.Int()),
			InRepresentative: decodeShare(r), Representative: decodeShare(r),
			Resemblance: decodeShare(r), Distinctive: decodeShare(r), Exact: r.Flag(),
		})
	}
	return g
}

// share returns the share of the most similar member.
func (g *Group) share(by search.Measure) fingerprint.Share {
	if len(g.Members) == 0 {
		return 1 // identical files
	}
	return g.Members[0].By(by)
}

// RankDuplicates sorts sets of identical files: by what they save, most first, or by --sort.
func (p *Printer) RankDuplicates(sets []search.DuplicateSet) {
	path := func(a, b search.DuplicateSet) int { return cmp.Compare(a.Files[0].Path, b.Files[0].Path) }
	sortStable(sets, sortedBy(p, func(a, b search.DuplicateSet) int {
		return cmp.Or(cmp.Compare(b.Savings(), a.Savings()), path(a, b))
	}, map[string]func(a, b search.DuplicateSet) int{
		"size": func(a, b search.DuplicateSet) int { return cmp.Compare(b.Size, a.Size) },
		"path": path,
	}))
}

// Duplicates prints sets of identical files, in their order, up to the limit or until ctx is
// cancelled.
func (p *Printer) Duplicates(ctx context.Context, sets []search.DuplicateSet) error {
	shown := sets
	for i := range shown {
		shown[i].Kept = max(shown[i].Kept, 1)
	}
	if p.limit > 0 && len(sets) > p.limit {
		shown = sets[:p.limit]
	}
	p.omitted = int64(len(sets) - len(shown))
	var all folding
	for _, d := range shown {
		for _, f := range p.set.listed(&d) {
			all.add(f.Path)
		}
	}
	p.set.folder = all.folder()
	for _, d := range shown {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.found(d); err != nil {
			return err
		}
	}
	return nil
}

// NoteDuplicates counts the sets. savings is the space that they waste, in bytes. leftOut
// says which sets are left out.
func (p *Printer) NoteDuplicates(sets []search.DuplicateSet, savings int64, leftOut []string) {
	for _, line := range leftOut {
		p.screen.Note("%s", line)
	}
	defer p.noteEmpty("set", "sets")
	shared := 0
	for i := range sets {
		shared += sets[i].Reflinked
	}
	total := p.results + p.omitted
	switch {
	case total == 0 && len(leftOut) > 0:
		return
	case total == 0:
		p.screen.Note("no identical files%s", p.ended.limits())
		return
	case p.omitted > 0:
		p.screen.Note("%s of %s sets, the largest first; --limit 0 shows all", terminal.Comma(p.results), terminal.Comma(total))
	}
	rest := reflinked(shared)
	if len(sets) > 0 && sets[0].Hosts() > 0 {
		rest = " with one copy left on each host"
	}
	p.screen.Note("%s of identical files, %s could be saved%s", terminal.Amount(total, "set", "sets"), terminal.Size(savings), rest)
}

// reflinked says how many files save nothing because they share their blocks.
func reflinked(files int) string {
	if files == 0 {
		return ""
	}
	return fmt.Sprintf("; %s blocks already", terminal.Amount(int64(files), "file shares its", "files share their"))
}
