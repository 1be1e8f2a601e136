package report

import (
	"cmp"
	"math"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// Group is a representative and the files that resemble it.
type Group struct {
	search.Group
	// Common is the number of bytes that the other files share with the
	// representative: all bytes of identical files, an estimate for members.
	Common int64
}

// NewGroup returns a group with its bytes in common.
func NewGroup(found search.Group) Group {
	g := Group{found, found.Representative.Size * int64(found.Representative.Copies)}
	for _, m := range g.Members {
		if share := m.InRepresentative.Rounded(); share.Defined() {
			g.Common += int64(math.Round(float64(share)*float64(m.Size))) * int64(1+m.Copies)
		}
	}
	return g
}

// files counts the files of the group, including identical copies.
func (g *Group) files() int64 {
	n := int64(1 + g.Representative.Copies)
	for _, m := range g.Members {
		n += int64(1 + m.Copies)
	}
	return n
}

// eachPath calls use with the path of each file of the group.
func (g *Group) eachPath(use func(path string)) {
	use(g.Representative.Path)
	for _, m := range g.Members {
		use(m.Path)
	}
}

func (g *Group) values(s *setting, v values) {
	if v.rows() {
		g.row(s, v, "representative", &search.Member{File: g.Representative})
		for i := range g.Members {
			g.row(s, v, "member", &g.Members[i])
		}
		return
	}
	v.begin("group")
	v.file("representative", &g.Representative)
	g.Members = list(v, "members", g.Members, func(m *search.Member) {
		share := m.By(s.about.By)
		v.file("file", &m.File)
		v.share("share", &share)
		count(v, "shared", &m.Shared)
		memberShares(v, m)
	})
	v.int("files", g.files())
	count(v, "in_common", &g.Common)
}

// row names the values of a row for each path of a file. The representative has no shares.
func (g *Group) row(s *setting, v values, role string, m *search.Member) {
	share := m.By(s.about.By)
	eachPath(m.File, func(f search.File) {
		v.begin("group")
		v.int("group", int64(s.number))
		v.text("role", role)
		v.file("", &f)
		v.known(role == "member")
		v.int("shared", int64(m.Shared))
		v.share("share", &share)
		memberShares(v, m)
		v.known(true)
	})
}

func memberShares(v values, m *search.Member) {
	shareValues(v, "in_representative", "contains_representative", &m.InRepresentative, &m.Representative, &m.Resemblance, &m.Distinctive)
	m.Exact = v.flag("exact", m.Exact)
}

// group prints a line for each file, with the number of the group.
func (g *Group) lines(c *columns) {
	eachPath(g.Representative, func(f search.File) {
		c.out.line("%d\trepresentative\t-\t-\t-\t%d\t%d\t%s", c.number, f.Copies, f.Size, terminal.Visible(f.Path))
	})
	for _, m := range g.Members {
		eachPath(m.File, func(f search.File) {
			c.out.line("%d\t%s\t%s\t%s\t%s\t%d\t%d\t%s", c.number, memberWords[memberRelation(m)],
				memberFigure(m, m.By(c.about.By)), memberFigure(m, m.InRepresentative), memberFigure(m, m.Representative),
				m.Copies, m.Size, terminal.Visible(f.Path))
		})
	}
}

// memberRelation returns the relation of the representative, as a, to a member.
func memberRelation(m search.Member) relation {
	return relationOf(m.Representative, m.InRepresentative, false)
}

var memberWords = map[relation]string{
	nearlySame: "nearly-same", aInB: "contains", bInA: "inside", overlap: "overlap",
}

func memberFigure(m search.Member, s fingerprint.Share) string {
	return figure(s, m.Shared, false, m.Exact)
}

// membersShown is how many members of a group a terminal shows unless --limit is given.
const membersShown = 20

// group prints the size of a group, its representative and its members.
//
//	files in /usr/local/go/src/
//
//	  1  4 files, 36 KiB in common  paths in net/
//	     representative       12 KiB  http/a.go  (+1 identical file)
//	     ~97%   nearly same   12 KiB  http/b.go
//	     ~61%   inside it    9.8 KiB  smtp/c.go
func (g *Group) layOut(t *table) {
	t.title()
	t.begun = t.begun || t.folder != ""
	t.separate()
	folder, first := t.folder, g.Representative
	_, noun := t.about.nouns()
	if len(g.Members) > 0 {
		folder = groupFolder(g)
	} else {
		noun, first.Copies = "identical files", 0
	}
	t.groupHead(g, noun, folder)
	t.groupFile(t.paint.Dim(terminal.PadRight("representative", 19)), first, folder, "")
	t.members(g, folder)
}

// groupFolder returns the deepest folder with all paths of a group. Identical copies may
// be elsewhere.
func groupFolder(g *Group) string {
	var all folding
	g.eachPath(all.add)
	return all.common
}

func (t *table) groupHead(g *Group, noun, folder string) {
	about := terminal.Amount(g.files(), "file", noun) + ", " + terminal.Size(g.Common) + " in common"
	head := t.paint.Dim(terminal.PadLeft(itoa(t.number), 3)) + "  " + t.paint.Bold(about)
	if folder == t.folder {
		t.out.line("%s", head)
		return
	}
	t.beside(head, t.paint.Dim("paths in "+terminal.Visible(folder[len(t.folder):])))
}

func (t *table) members(g *Group, folder string) {
	shown := g.Members
	if !t.limited && len(shown) > membersShown {
		shown = shown[:membersShown]
	}
	above := g.Representative.Path
	for _, m := range shown {
		r := memberRelation(m)
		figures := t.paint.Bold(terminal.PadRight(memberFigure(m, m.By(t.about.By)), 7)) +
			t.related(r, terminal.PadRight(matchWords[r], 12))
		t.groupFile(figures, m.File, folder, above)
		above = m.Path
	}
	if more := len(g.Members) - len(shown); more > 0 {
		t.out.line("     %s", t.paint.Dim("and "+terminal.Amount(int64(more), "other", "others")))
	}
}

func (t *table) groupFile(figures string, f search.File, folder, above string) {
	t.beside("     "+figures+terminal.PadLeft(terminal.Size(f.Size), 8), t.folded(f.Path, folder, above)+t.copies(f))
}

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
	better := sortedBy(p, GroupOrder, map[string]func(a, b Group) int{
		"share": func(a, b Group) int { return cmp.Compare(b.share(p.set.about.By), a.share(p.set.about.By)) },
		"size":  func(a, b Group) int { return cmp.Compare(b.Representative.Size, a.Representative.Size) },
		"path":  func(a, b Group) int { return cmp.Compare(a.Representative.Path, b.Representative.Path) },
	})
	return &Groups{List: newList(p, room, better, func(g *Group) result { return g })}
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
	p.noteOmitted("groups", "those with the most in common", "")
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

// share returns the share of the most similar member.
func (g *Group) share(by search.Measure) fingerprint.Share {
	if len(g.Members) == 0 {
		return 1 // identical files
	}
	return g.Members[0].By(by)
}
