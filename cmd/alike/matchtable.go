package main

import (
	"strconv"

	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// matchPrinter prints the matches of queries in the format that was asked for.
type matchPrinter struct {
	*printer
	by        search.Measure
	minShared int
	exact     bool // figures are counted, not estimated
	files     int
}

// printAll prints the matches of one file, the best first.
func (p *matchPrinter) printAll(r *reply) error {
	p.files++
	folder := ""
	if p.onTerminal() {
		folder = commonFolder(matchPaths(r.found))
		if err := p.matchHead(r.file, folder, len(r.found)); err != nil {
			return err
		}
	}
	for _, m := range r.found {
		p.found()
		if err := p.print(r.file, m, folder); err != nil {
			return err
		}
	}
	p.omitted += r.omitted
	return nil
}

func matchPaths(found []search.Match) []string {
	paths := make([]string, len(found))
	for i, m := range found {
		paths[i] = m.File.Path
	}
	return paths
}

func (p *matchPrinter) print(query search.File, m search.Match, folder string) error {
	share := figure(matchShare(m, p.by), m.Shared, m.Identical, m.Exact)
	inFile := figure(m.QueryInFile, m.Shared, m.Identical, m.Exact)
	inQuery := figure(m.FileInQuery, m.Shared, m.Identical, m.Exact)
	relation := relationOf(m.QueryInFile, m.FileInQuery, m.Identical)
	switch {
	case p.flags.format == "json":
		return p.object(jsonMatch(query, m))
	case p.flags.format == "csv":
		return p.matchRow(query, m)
	case p.flags.null:
		return p.path0(m.File.Path)
	case p.onTerminal():
		by := ""
		if byWidth(p.by) > 0 {
			by = share
		}
		figures := p.paint.Bold(terminal.PadLeft(by, byWidth(p.by))) +
			p.paint.Bold(terminal.PadLeft(inFile, 7)) + p.paint.Bold(terminal.PadLeft(inQuery, 9)) + "  " +
			relatedColour(p.paint, relation, terminal.PadRight(matchWords[relation], 11)) + terminal.PadLeft(terminal.Size(m.File.Size), 9)
		return p.besides(figures, p.folded(m.File.Path, folder, "")+p.copies(m.File, false))
	default:
		return p.line("%s\t%v\t%s\t%s\t%d\t%d\t%s\t%s", share, relation, inFile, inQuery,
			query.Size, m.File.Size, terminal.Visible(query.Path), terminal.Visible(m.File.Path))
	}
}

// matchWords say what a match is to the file that was asked about, the a of the
// relation.
var matchWords = map[relation]string{
	identical: "identical", nearlySame: "nearly same", aInB: "contains it", bInA: "inside it", overlap: "overlap",
}

// matchHead prints what stands above the matches of a file.
//
//	/home/me/draft.txt (12 KiB, 141 fingerprints)
//	  of it  of file                  size  file in /usr/local/go/src/
//	   ~97%     ~41%  contains it   28 KiB  net/smtp/b.go
func (p *matchPrinter) matchHead(query search.File, folder string, matches int) error {
	if p.files > 1 {
		if err := p.line(""); err != nil {
			return err
		}
	}
	name := terminal.Visible(query.Path)
	if query.Path == input.Stdin {
		name = "standard input"
	}
	about := terminal.Size(query.Size) + ", " + terminal.Amount(int64(query.Fingerprints), "fingerprint", "fingerprints")
	if err := p.line("%s  %s", p.paint.Bold(name), p.paint.Dim("("+about+")")); err != nil {
		return err
	}
	if matches == 0 {
		return p.line("  nothing like it in the index")
	}
	return p.line("%s", p.paint.Dim(terminal.PadLeft(byHeading(p.by), byWidth(p.by))+terminal.PadLeft("of it", 7)+terminal.PadLeft("of file", 9)+
		terminal.PadLeft("size", 22)+"  "+p.fileHeading(folder)))
}

// tell says after the results what a person needs to read them, and how to see
// more.
func (p *matchPrinter) tell(sum *summary) {
	s := p.app.screen
	switch {
	case !p.onTerminal() || p.results == 0:
	case p.exact:
		s.Note("of it: how much of it is in the file; of file: how much of the file is in it;\n" +
			"counted on the files themselves")
	default:
		s.Note("of it: how much of it is in the file; of file: how much of the file is in it;\n" +
			"~: estimated from fingerprints; ?: from fewer than 10, roughly")
	}
	p.tellDistinctive(p.by)
	if p.omitted > 0 {
		s.Note("%s of %s, the best first; --limit 0 shows all",
			terminal.Comma(p.results), terminal.Amount(p.results+p.omitted, "match", "matches"))
	}
	if p.results == 0 && !p.onTerminal() {
		s.Note("nothing like it in the index")
	}
	noteFew(s, sum.FewFingerprints, "file", "files", p.minShared)
}

// noteFew tells how many things have so few fingerprints that no share of them
// can count. They need not be small: a large file of zeros has none either.
func noteFew(s *terminal.Screen, n int64, one, many string, minShared int) {
	few := terminal.Amount(int64(minShared), "fingerprint", "fingerprints")
	switch {
	case n == 1:
		s.Note("1 %s has fewer than %s and is found only as identical", one, few)
	case n > 1:
		s.Note("%s %s have fewer than %s and are found only as identical", terminal.Comma(n), many, few)
	}
}

var matchHeader = append(append(fileHeader("query_"), fileHeader("file_")...),
	"shared", "query_in_file", "file_in_query", "resemblance", "distinctive", "identical", "exact")

func (p *matchPrinter) matchRow(query search.File, m search.Match) error {
	cells := append(fileCells(query), fileCells(m.File)...)
	return p.row(matchHeader, append(cells, itoa(m.Shared), cell(m.QueryInFile), cell(m.FileInQuery),
		cell(m.Resemblance), cell(m.Distinctive), strconv.FormatBool(m.Identical), strconv.FormatBool(m.Exact))...)
}
