package main

import (
	"fmt"
	"iter"
	"path/filepath"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/scan/compare"
)

// comparePage is what two files have in common, for the template compare.html.
type comparePage struct {
	Sides     [2]pageSide
	Regions   []*pageRegion // the longest first
	Identical bool
	View      string
	Window    int
	Both      string // what is in either: how much is in both
	Words     []string
	Notes     []string // what is not on the page, and why
}

// pageSide is one of the two files.
type pageSide struct {
	Letter, Other string
	Folder, Name  string // of the path
	Facts         string
	In, Covered   string // shares
	InBar, CovBar int    // the same in hundredths
	Digits        int    // of the numbers of its rows
	Empty, Hex    bool
	file          *pageFile
	regions       []*pageRegion
}

// Rows are made as they are written: they would take more memory than the page.
func (s pageSide) Rows() iter.Seq[pageRow] { return s.file.pageRows(s.regions) }

// pageRegion is a region on a page.
type pageRegion struct {
	Number int // its place in the list
	Hue    int
	Bytes  string
	Lines  [2]string // on both sides
	Ribbon string    // an SVG path
	Place  int       // among the regions of a by where they are, from 0
}

// hues is how many colours regions have. Five would do: at most four others are
// next to a region.
const hues = 6

// page prints a page, and returns how many of the regions shown are on it.
func (p *comparePrinter) page(c *compared, shown []compare.Region) (int, error) {
	files, n := c.pageFiles(shown)
	content := c.pageContent(files, shown[:n])
	var names [2]string
	for i, s := range content.Sides {
		names[i] = s.Name
	}
	err := writePage(p.w, "compare", names[0]+" and "+names[1]+" – alike", content)
	return n, p.written(err)
}

// pageFiles returns the files with as many of the regions as fit on a page.
func (c *compared) pageFiles(shown []compare.Region) (files [2]*pageFile, n int) {
	shown = shown[:min(len(shown), pageRegions)]
	for i, f := range c.files {
		files[i] = newPageFile(f, shown, i)
	}
	n = fitting(files)
	for _, f := range files {
		f.keep(n)
	}
	return files, n
}

// keep leaves the first n regions.
func (p *pageFile) keep(n int) {
	order := p.order[:0]
	for _, i := range p.order {
		if i < n {
			order = append(order, i)
		}
	}
	p.order, p.extents, p.within = order, p.extents[:n], p.within[:n]
}

func (c *compared) pageContent(files [2]*pageFile, on []compare.Region) *comparePage {
	page := &comparePage{
		Identical: c.Identical, View: string(c.View), Window: c.Window,
		Both: rounded(c.Windows.Resemblance()), Regions: make([]*pageRegion, len(on)),
	}
	if c.Figures.Text && !c.Identical {
		page.Words = wordFigures(c.Figures)
	}
	sizes := [2]int{len(c.files[0].Data), len(c.files[1].Data)}
	for i, r := range on {
		page.Regions[i] = &pageRegion{
			Number: i + 1, Bytes: terminal.Size(int64(r.Sides[0].Len())),
			Lines: [2]string{pageLines(files[0], r.Sides[0]), pageLines(files[1], r.Sides[1])}, Ribbon: ribbon(r, sizes),
		}
	}
	for place, i := range files[0].order {
		page.Regions[i].Place = place
	}
	colour(page.Regions, files[0].order, files[1].order)
	in := [2]fingerprint.Share{c.Windows.AInB(), c.Windows.BInA()}
	for i := range page.Sides {
		page.Sides[i] = c.pageSide(files[i], i, in[i], page.Regions)
	}
	page.Notes = c.pageNotes(files, len(on))
	return page
}

func (c *compared) pageSide(f *pageFile, i int, in fingerprint.Share, regions []*pageRegion) pageSide {
	facts := []string{terminal.Size(f.Info.Size)}
	if !f.hex {
		facts = append(facts, terminal.Amount(int64(f.Lines.Count()), "line", "lines"))
	}
	switch encoding := c.Figures.Encodings[i]; {
	case f.hex:
		facts = append(facts, "no text, shown byte by byte")
	case encoding != "" && encoding != "utf-8":
		facts = append(facts, encoding)
	}
	digits := len(itoa(f.Lines.Count()))
	if f.hex {
		digits = 8
	}
	folder, name := filepath.Split(f.Info.Path)
	covered := c.Covered(i)
	return pageSide{
		Letter: "ab"[i : i+1], Other: "ba"[i : i+1], Folder: terminal.Visible(folder), Name: terminal.Visible(name),
		Facts: strings.Join(facts, " · "), In: rounded(in), Covered: rounded(covered),
		InBar: hundred(in), CovBar: hundred(covered), Digits: digits, Empty: len(f.Data) == 0, Hex: f.hex,
		file: f, regions: regions,
	}
}

// hundred is a share for a bar of 100.
func hundred(s fingerprint.Share) int {
	if !s.Defined() {
		return 0
	}
	return int(100 * s)
}

// pageLines says where a region is: the lines, or the bytes of what has no lines.
func pageLines(f *pageFile, e compare.Extent) string {
	if f.hex {
		return fmt.Sprintf("%x–%x", e.Start, e.End-1)
	}
	return strings.ReplaceAll(lineSpan(e), "-", "–")
}

// ribbon is the path from where a region is in a, on the left, to where it is in b,
// in a picture of 100 by 1000.
func ribbon(r compare.Region, sizes [2]int) string {
	var y [2][2]float64
	for i, e := range r.Sides {
		for k, at := range [2]int{e.Start, e.End} {
			y[i][k] = 1000 * float64(at) / float64(max(sizes[i], 1))
		}
	}
	return fmt.Sprintf("M0 %.1fC50 %.1f 50 %.1f 100 %.1fV%.1fC50 %.1f 50 %.1f 0 %.1fZ",
		y[0][0], y[0][0], y[1][0], y[1][0], y[1][1], y[1][1], y[0][1], y[0][1])
}

// colour gives regions that are next to each other in a file different hues.
func colour(regions []*pageRegion, orders ...[]int) {
	next := make([][]*pageRegion, len(regions))
	for _, order := range orders {
		for k := range len(order) - 1 {
			i, j := order[k], order[k+1]
			next[i], next[j] = append(next[i], regions[j]), append(next[j], regions[i])
		}
	}
	const none = -1
	for _, r := range regions {
		r.Hue = none
	}
	for k, i := range orders[0] {
		taken := [hues]bool{}
		for _, r := range next[i] {
			if r.Hue != none {
				taken[r.Hue] = true
			}
		}
		hue := k % hues
		for taken[hue] {
			hue = (hue + 1) % hues
		}
		regions[i].Hue = hue
	}
}

// pageNotes says what is not on the page, or not marked on it.
func (c *compared) pageNotes(files [2]*pageFile, on int) (notes []string) {
	if c.Base != nil {
		notes = append(notes, fmt.Sprintf("What also stands in the base, %s, counts for neither file and is not marked.", terminal.Amount(c.Base.Files, "file", "files")))
	}
	if on < len(c.Regions) {
		notes = append(notes, fmt.Sprintf("Marked and listed are the %s longest of %s.", terminal.Comma(int64(on)), terminal.Amount(int64(len(c.Regions)), "region", "regions")))
	}
	var large []string
	for i, f := range files {
		if !f.whole() {
			large = append(large, "ab"[i:i+1])
		}
	}
	if len(large) > 0 {
		verb := map[int]string{1: "is", 2: "are"}[len(large)]
		notes = append(notes, fmt.Sprintf("%s %s too large to be shown in full: here are the regions, of long ones the beginning and the end, with %d lines around them.",
			strings.Join(large, " and "), verb, foldedNear))
	}
	switch {
	case len(c.Regions) > 0 || c.Identical && c.Base == nil: // two empty files have no regions
	case c.Base != nil:
		notes = append(notes, fmt.Sprintf("No passage of %d bytes that is not in the base is in both files.", c.Window))
	default:
		notes = append(notes, fmt.Sprintf("No passage of %d bytes is in both files.", c.Window))
	}
	return notes
}
