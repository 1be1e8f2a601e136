package report

import (
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

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
func (t *table) group(g Group) {
	t.title()
	t.begun = t.begun || t.folder != ""
	t.separate()
	t.numbered++
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
func groupFolder(g Group) string {
	var all folding
	g.eachPath(all.add)
	return all.common
}

func (t *table) groupHead(g Group, noun, folder string) {
	about := terminal.Amount(g.files(), "file", noun) + ", " + terminal.Size(g.Common) + " in common"
	head := t.paint.Dim(terminal.PadLeft(itoa(t.numbered), 3)) + "  " + t.paint.Bold(about)
	if folder == t.folder {
		t.out.line("%s", head)
		return
	}
	t.beside(head, t.paint.Dim("paths in "+terminal.Visible(folder[len(t.folder):])))
}

func (t *table) members(g Group, folder string) {
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

// duplicates prints a set of identical files.
//
//	3 files of 12 KiB, 24 KiB could be saved
//	  net/http/a.go
//	  net/http/b.go
//	  net/smtp/c.go
func (t *table) duplicates(d search.DuplicateSet) {
	t.title()
	t.separate()
	files := t.listed(&d)
	n := int64(len(files))
	head := terminal.Amount(n, "file", "files") + " of " + terminal.Size(d.Size)
	if d.Hosts() > 1 {
		head += " on " + terminal.Amount(int64(d.Hosts()), "host", "hosts")
	}
	if d.Size > 0 && (d.Hosts() == 0 || d.Savings() > 0) {
		head += ", " + terminal.Size(d.Savings()) + " could be saved" + reflinked(d.Reflinked)
	}
	t.out.line("%s", t.paint.Bold(head))
	above := ""
	for _, f := range files {
		f.Copies = 0 // the others are listed
		t.out.line("  %s%s", t.folded(f.Path, t.folder, above), t.copies(f))
		above = f.Path
	}
}
