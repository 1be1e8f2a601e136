package report

import (
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// membersShown is how many members of a group a terminal shows unless --limit is given.
const membersShown = 20

// group prints what a group amounts to, its representative and its members, paths
// below paths.
//
//	files in /usr/local/go/src/
//
//	  1  4 files, 36 KiB in common  paths in net/
//	     representative       12 KiB  http/a.go  (+1 identical file)
//	     ~97%   nearly same   12 KiB  http/b.go
//	     ~61%   inside it    9.8 KiB  smtp/c.go
func (t *table) group(g Group) error {
	if !t.begun && t.folder != "" {
		if err := t.out.line("%s", t.paint.Dim("files in "+terminal.Visible(t.folder))); err != nil {
			return err
		}
		t.begun = true
	}
	if err := t.separate(); err != nil {
		return err
	}
	t.numbered++
	folder, noun, first := t.folder, "files", g.Representative
	if len(g.Members) > 0 {
		folder = groupFolder(g)
	} else {
		noun, first.Copies = "identical files", 0
	}
	if err := t.groupHead(g, noun, folder); err != nil {
		return err
	}
	if err := t.groupFile(t.paint.Dim(terminal.PadRight("representative", 19)), first, folder, ""); err != nil {
		return err
	}
	return t.members(g, folder)
}

// groupFolder returns the deepest folder with all paths of a group. Files identical to
// them may lie elsewhere.
func groupFolder(g Group) string {
	var all folding
	g.eachPath(all.add)
	return all.common
}

func (t *table) groupHead(g Group, noun, folder string) error {
	about := terminal.Amount(g.files(), "file", noun) + ", " + terminal.Size(g.Common) + " in common"
	head := t.paint.Dim(terminal.PadLeft(itoa(t.numbered), 3)) + "  " + t.paint.Bold(about)
	if folder == t.folder {
		return t.out.line("%s", head)
	}
	return t.besides(head, t.paint.Dim("paths in "+terminal.Visible(folder[len(t.folder):])))
}

func (t *table) members(g Group, folder string) error {
	shown := g.Members
	if !t.limited && len(shown) > membersShown {
		shown = shown[:membersShown]
	}
	above := g.Representative.Path
	err := each(shown, func(m search.Member) error {
		r := memberRelation(m)
		figures := t.paint.Bold(terminal.PadRight(memberFigure(m, m.By(t.about.By)), 7)) +
			t.related(r, terminal.PadRight(matchWords[r], 12))
		err := t.groupFile(figures, m.File, folder, above)
		above = m.Path
		return err
	})
	if more := len(g.Members) - len(shown); err == nil && more > 0 {
		err = t.out.line("     %s", t.paint.Dim("and "+terminal.Amount(int64(more), "other", "others")))
	}
	return err
}

// groupFile prints a file of a group.
func (t *table) groupFile(figures string, f search.File, folder, above string) error {
	return t.besides("     "+figures+terminal.PadLeft(terminal.Size(f.Size), 8), t.folded(f.Path, folder, above)+t.copies(f))
}

// duplicates prints a set of identical files.
//
//	3 files of 12 KiB, 24 KiB could be saved
//	  net/http/a.go
//	  net/http/b.go
//	  net/smtp/c.go
func (t *table) duplicates(d search.DuplicateSet) error {
	if t.folder != "" && !t.begun {
		if err := t.out.line("%s", t.paint.Dim("files in "+terminal.Visible(t.folder))); err != nil {
			return err
		}
	}
	if err := t.separate(); err != nil {
		return err
	}
	n := int64(len(d.Files))
	head := terminal.Amount(n, "file", "files") + " of " + terminal.Size(d.Size)
	if d.Size > 0 {
		head += ", " + terminal.Size((n-1)*d.Size) + " could be saved"
	}
	if err := t.out.line("%s", t.paint.Bold(head)); err != nil {
		return err
	}
	above := ""
	return each(d.Files, func(f search.File) error {
		path := t.folded(f.Path, t.folder, above)
		above = f.Path
		return t.out.line("  %s", path)
	})
}
