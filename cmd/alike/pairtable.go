package main

import (
	"context"
	"fmt"
	"strconv"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// pairPrinter prints pairs in the format that was asked for.
type pairPrinter struct {
	*printer
	by       search.Measure
	exact    bool   // figures are counted, not estimated
	kind     string // of change that the pairs are, none for those of pairs
	sarif    *sarifReport
	folder   string // that all paths on the screen lie in
	numbered int
}

// printAll prints what a ranking has kept.
func (p *pairPrinter) printAll(ctx context.Context, r *ranking[search.Pair]) error {
	p.folder = r.folder()
	p.sarif.expect(r.left())
	err := r.each(ctx, func(pair search.Pair) error {
		p.found()
		return p.print(pair)
	})
	if err != nil {
		return err
	}
	p.omitted = r.seen - p.results
	if p.kind != "" {
		return nil // more is to come
	}
	return p.header(pairHeader)
}

// print prints one pair.
func (p *pairPrinter) print(pair search.Pair) error {
	switch {
	case p.flags.format == "json" && p.kind != "":
		change := jsonPair(pair)
		change.Type, change.Kind = "change", p.kind
		return p.object(change)
	case p.flags.format == "json":
		return p.object(jsonPair(pair))
	case p.sarif != nil:
		return p.sarif.pair(pair)
	case p.flags.format == "csv":
		return p.pairRow(pair)
	case p.flags.null:
		_ = p.path0(pair.A.Path)
		return p.path0(pair.B.Path)
	case p.onTerminal():
		return p.pairLines(pair)
	default:
		return p.pairColumns(pair)
	}
}

// pairColumns prints a pair as text for files and pipes: columns that are
// separated by tabs and stay as they are, sizes in bytes, whole paths.
func (p *pairPrinter) pairColumns(pair search.Pair) error {
	kind := p.kind
	if kind != "" {
		kind += "\t"
	}
	return p.line("%s%s\t%v\t%s\t%s\t%d\t%d\t%s\t%s",
		kind, pairFigure(pair, pairShare(pair, p.by)),
		relationOf(pair.AInB, pair.BInA, pair.Identical),
		pairFigure(pair, pair.AInB), pairFigure(pair, pair.BInA),
		pair.A.Size, pair.B.Size, terminal.Visible(pair.A.Path), terminal.Visible(pair.B.Path))
}

// pairFigure is one of the shares of a pair for people.
func pairFigure(pair search.Pair, s fingerprint.Share) string {
	return figure(s, pair.Shared, pair.Identical, pair.Exact)
}

// relationWords are the words for a relation in the lines of a and of b.
var relationWords = map[relation][2]string{
	identical:  {"identical", ""},
	nearlySame: {"nearly", "the same"},
	aInB:       {"inside", "contains"},
	bInA:       {"contains", "inside"},
	overlap:    {"overlap", ""},
}

// pairLines prints a pair for a person: a line for each file, with how much of
// it is found in the other. That fits 80 columns as well as 160.
//
//	   found                 size  file in /usr/local/go/src/
//	1   ~97%  inside       12 KiB  net/http/a.go
//	    ~41%  contains     28 KiB  net/smtp/b.go
func (p *pairPrinter) pairLines(pair search.Pair) error {
	if !p.table.begun {
		p.table.begun = true
		if err := p.pairHead(); err != nil {
			return err
		}
	}
	r := relationOf(pair.AInB, pair.BInA, pair.Identical)
	p.numbered++
	for i, f := range []search.File{pair.A, pair.B} {
		number, by, share, above := itoa(p.numbered), pairFigure(pair, pairShare(pair, p.by)), pair.AInB, ""
		if i == 1 {
			number, by, share, above = "", "", pair.BInA, pair.A.Path
		}
		if byWidth(p.by) == 0 {
			by = ""
		}
		figures := p.paint.Dim(terminal.PadLeft(number, 3)) + p.paint.Bold(terminal.PadLeft(by, byWidth(p.by))) +
			p.paint.Bold(terminal.PadLeft(pairFigure(pair, share), 7)) + "  " +
			relatedColour(p.paint, r, terminal.PadRight(relationWords[r][i], 9)) + terminal.PadLeft(terminal.Size(f.Size), 9)
		err := p.besides(figures, p.folded(f.Path, p.folder, above)+p.copies(f, pair.Identical))
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *pairPrinter) pairHead() error {
	return p.line("%s", p.paint.Dim(fmt.Sprintf("%3s%s%7s  %-9s%9s  %s",
		"", terminal.PadLeft(byHeading(p.by), byWidth(p.by)), "found", "", "size", p.fileHeading(p.folder))))
}

// fileHeading stands above a column of paths.
func (p *printer) fileHeading(folder string) string {
	if folder == "" {
		return "file"
	}
	return "file in " + terminal.Visible(folder)
}

// copies says that further files have the same bytes, where that is not the
// point of the line anyway.
func (p *printer) copies(f search.File, identical bool) string {
	if f.Copies == 0 || identical {
		return ""
	}
	return p.paint.Dim(fmt.Sprintf("  (+%s)", terminal.Amount(int64(f.Copies), "identical file", "identical files")))
}

// tell says after the results what a person needs to read them, and how to see
// more.
func (p *pairPrinter) tell(sum *summary, minShared int) {
	s := p.app.screen
	switch {
	case !p.onTerminal() || p.results == 0:
	case p.exact:
		s.Note("found: how much of the file is in the other one, counted on the files themselves")
	default:
		s.Note("found: how much of the file is in the other one; ~: estimated from fingerprints,\n" +
			"?: from fewer than 10, roughly (--min-shared 10 leaves those pairs out)")
	}
	p.tellDistinctive(p.by)
	switch {
	case p.omitted > 0:
		s.Note("%s of %s pairs, the best first; --limit 0 shows all, --min 90%% the closest",
			terminal.Comma(p.results), terminal.Comma(p.results+p.omitted))
	case p.results == 0:
		s.Note("no similar pairs")
	default:
		s.Note("%s", terminal.Amount(p.results, "pair", "pairs"))
	}
	if p.flags.format != "json" { // of which the summary counts them
		noteBase(s, sum.baseJSON)
		noteFew(s, sum.FewFingerprints, "content", "contents", minShared)
	}
}

var pairHeader = append(append(fileHeader("a_"), fileHeader("b_")...),
	"shared", "a_in_b", "b_in_a", "resemblance", "distinctive", "identical", "exact")

// fileHeader names the CSV cells of a file.
func fileHeader(prefix string) []string {
	names := []string{"path", "path_b64", "size", "level", "fingerprints", "copies"}
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// fileCells are the CSV cells of a file.
func fileCells(f search.File) []string {
	plainText, base64Text := csvPath(f.Path)
	return []string{plainText, base64Text, itoa(f.Size), itoa(f.Level), itoa(f.Fingerprints), itoa(f.Copies)}
}

// cell is a share as in JSON, empty where it is undefined.
func cell(s fingerprint.Share) string {
	if !s.Defined() {
		return ""
	}
	return strconv.FormatFloat(float64(s.Rounded()), 'f', -1, 64)
}

func (p *pairPrinter) pairRow(pair search.Pair) error {
	cells := append(fileCells(pair.A), fileCells(pair.B)...)
	header := pairHeader
	if p.kind != "" {
		header, cells = changeHeader, append([]string{p.kind}, cells...)
	}
	return p.row(header, append(cells, itoa(pair.Shared), cell(pair.AInB), cell(pair.BInA),
		cell(pair.Resemblance), cell(pair.Distinctive),
		strconv.FormatBool(pair.Identical), strconv.FormatBool(pair.Exact))...)
}
