package main

import (
	"context"
	"strconv"

	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// groupPrinter prints groups in the format that was asked for.
type groupPrinter struct {
	*printer
	by       search.Measure
	exact    bool
	folder   string // that all paths on the screen lie in
	numbered int

	// Of all groups, those beyond the limit included:
	groups    int64
	grouped   int64 // files
	common    int64 // bytes
	identical bool  // some files are
}

// count counts a group that was found.
func (p *groupPrinter) count(g group) {
	files := g.files()
	p.groups++
	p.grouped += files
	p.common += g.common
	p.identical = p.identical || files > int64(1+len(g.Members))
}

// printAll prints what a ranking has kept.
func (p *groupPrinter) printAll(ctx context.Context, r *ranking[group]) error {
	p.folder = r.folder()
	err := r.each(ctx, func(g group) error {
		p.found()
		return p.print(g)
	})
	if err != nil {
		return err
	}
	p.omitted = r.seen - p.results
	return p.header(groupHeader)
}

// print prints one group: in CSV and in text for pipes a line for each file,
// which the number of the group holds together; with -0 an empty name after each
// group.
func (p *groupPrinter) print(g group) error {
	p.numbered++
	switch {
	case p.flags.format == "json":
		return p.object(jsonGroup(g, p.by))
	case p.flags.format == "csv":
		return p.groupRows(g)
	case p.flags.null:
		_ = p.path0(g.Representative.Path)
		for _, m := range g.Members {
			_ = p.path0(m.Path)
		}
		return p.path0("")
	case p.onTerminal():
		return p.groupLines(g)
	default:
		return p.groupColumns(g)
	}
}

// memberRelation is how a member lies to the representative, the a of the
// relation.
func memberRelation(m search.Member) relation {
	return relationOf(m.Representative, m.InRepresentative, false)
}

// memberWords are the words for that in tab-separated output.
var memberWords = map[relation]string{
	nearlySame: "nearly-same", aInB: "contains", bInA: "inside", overlap: "overlap",
}

// groupColumns prints a group as text for files and pipes.
func (p *groupPrinter) groupColumns(g group) error {
	f := g.Representative
	err := p.line("%d\trepresentative\t-\t-\t-\t%d\t%d\t%s", p.numbered, f.Copies, f.Size, terminal.Visible(f.Path))
	for _, m := range g.Members {
		if err != nil {
			break
		}
		err = p.line("%d\t%s\t%s\t%s\t%s\t%d\t%d\t%s", p.numbered, memberWords[memberRelation(m)],
			figure(m.By(p.by), m.Shared, false, m.Exact), figure(m.InRepresentative, m.Shared, false, m.Exact),
			figure(m.Representative, m.Shared, false, m.Exact), m.Copies, m.Size, terminal.Visible(m.Path))
	}
	return err
}

// membersShown is how many members of a group a person at a terminal gets unasked.
const membersShown = 20

// groupLines prints a group for a person: what it comes to, its representative
// and below that its members, paths under paths.
//
//	files in /usr/local/go/src/
//
//	  1  4 files, 36 KiB in common  paths in net/
//	     representative       12 KiB  http/a.go  (+1 identical file)
//	     ~97%   nearly same   12 KiB  http/b.go
//	     ~61%   inside it    9.8 KiB  smtp/c.go
func (p *groupPrinter) groupLines(g group) error {
	if !p.table.begun && p.folder != "" {
		if err := p.line("%s\n", p.paint.Dim("files in "+terminal.Visible(p.folder))); err != nil {
			return err
		}
	} else if p.table.begun {
		if err := p.line(""); err != nil {
			return err
		}
	}
	p.table.begun = true
	folder := p.folder
	if len(g.Members) > 0 {
		folder += g.folder(folder)
	}
	noun := "files"
	if len(g.Members) == 0 {
		noun = "identical files"
	}
	about := terminal.Amount(g.files(), "file", noun) + ", " + terminal.Size(g.common) + " in common"
	head := p.paint.Dim(terminal.PadLeft(itoa(p.numbered), 3)) + "  " + p.paint.Bold(about)
	var err error
	if folder == p.folder {
		err = p.line("%s", head)
	} else {
		err = p.besides(head, p.paint.Dim("paths in "+terminal.Visible(folder[len(p.folder):])))
	}
	if err != nil {
		return err
	}
	first := g.Representative
	if len(g.Members) == 0 {
		first.Copies = 0 // the line above has said so
	}
	err = p.fileLine(p.paint.Dim(terminal.PadRight("representative", 19)), first, folder, "")
	if err != nil {
		return err
	}
	return p.memberLines(g, folder)
}

// memberLines prints the members of a group for a person.
func (p *groupPrinter) memberLines(g group, folder string) error {
	shown := g.Members
	if !p.flags.limited.Changed && len(shown) > membersShown {
		shown = shown[:membersShown]
	}
	above := g.Representative.Path
	for _, m := range shown {
		r := memberRelation(m)
		figures := p.paint.Bold(terminal.PadRight(figure(m.By(p.by), m.Shared, false, m.Exact), 7)) +
			relatedColour(p.paint, r, terminal.PadRight(matchWords[r], 12))
		if err := p.fileLine(figures, m.File, folder, above); err != nil {
			return err
		}
		above = m.Path
	}
	if more := len(g.Members) - len(shown); more > 0 {
		return p.line("     %s", p.paint.Dim("and "+terminal.Amount(int64(more), "other", "others")))
	}
	return nil
}

// fileLine prints a file of a group.
func (p *groupPrinter) fileLine(figures string, f search.File, folder, above string) error {
	return p.besides("     "+figures+terminal.PadLeft(terminal.Size(f.Size), 8), p.folded(f.Path, folder, above)+p.copies(f, false))
}

// folder returns the deepest folder below another one that all paths that are
// known of the group lie in. Files that are identical to them may lie elsewhere.
func (g *group) folder(above string) string {
	var all folding
	groupKind.paths(*g, all.add)
	return all.common[len(above):]
}

// tell says after the results what a person needs to read them, and how to see
// more.
func (p *groupPrinter) tell(sum *summary, minShared int) {
	s := p.app.screen
	if p.onTerminal() && p.results > 0 {
		how := ", ~ estimated from fingerprints, ? from fewer than 10"
		if p.exact {
			how = ", counted in the files themselves"
		}
		s.Note("in common: what the others have of the representative\n%%: %s%s", byPhrases[p.by], how)
		if p.identical {
			s.Note("alike dups names the identical files")
		}
	}
	if p.omitted > 0 {
		s.Note("%s of %s groups, those with the most in common first; --limit 0 shows all",
			terminal.Comma(p.results), terminal.Comma(p.results+p.omitted))
	}
	if p.groups == 0 {
		s.Note("no similar files")
	} else {
		s.Note("%s of %s, %s in common", terminal.Amount(p.groups, "group", "groups"),
			terminal.Amount(p.grouped, "file", "files"), terminal.Size(p.common))
	}
	if p.flags.format != "json" { // of which the summary counts them
		noteBase(s, sum.baseJSON)
		noteFew(s, sum.FewFingerprints, "content", "contents", minShared)
	}
}

// byPhrases say of what the share of --by is.
var byPhrases = map[search.Measure]string{
	search.Smaller: "of the smaller file", search.Larger: "of the larger file",
	search.Union: "of both together", search.Distinctive: "of what is distinctive",
}

var groupHeader = append(append([]string{"group", "role"}, fileHeader("")...),
	"shared", "share", "in_representative", "contains_representative", "resemblance", "distinctive", "exact")

func (p *groupPrinter) groupRows(g group) error {
	number := itoa(p.numbered)
	cells := append([]string{number, "representative"}, fileCells(g.Representative)...)
	err := p.row(groupHeader, append(cells, "", "", "", "", "", "", "")...)
	for _, m := range g.Members {
		if err != nil {
			break
		}
		cells := append([]string{number, "member"}, fileCells(m.File)...)
		err = p.row(groupHeader, append(cells, itoa(m.Shared), cell(m.By(p.by)), cell(m.InRepresentative),
			cell(m.Representative), cell(m.Resemblance), cell(m.Distinctive), strconv.FormatBool(m.Exact))...)
	}
	return err
}
