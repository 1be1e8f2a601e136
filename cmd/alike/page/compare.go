package page

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
	"alike/db/template"
	"alike/fingerprint"
	doctext "alike/fingerprint/text"
	"alike/scan/compare"
)

// Comparison is a comparison of two files, for a page that shows them side by side.
type Comparison struct {
	*compare.Comparison
	Shown   []compare.Region // regions to show, longest first
	Both    string           // share of all windows that are in both files
	In      [2]string        // share of the windows of each file that are in the other
	Covered [2]string        // share of the bytes of each file that are in regions
	Words   []string         // similarity of the files as documents
	Links   Links            // to the other pages of a report
}

// Write writes the page with as many regions as fit, longest first, and returns their
// number.
func (c *Comparison) Write(w io.Writer) (int, error) {
	files, n := c.files()
	content := c.content(files, c.Shown[:n])
	title := content.Sides[0].Name.Short() + " and " + content.Sides[1].Name.Short() + " – alike"
	return n, write(w, title, content)
}

// content fills compare.html.
type content struct {
	Sides     [2]side
	Regions   []*region // longest first
	Identical bool
	View      string
	Window    int
	Unit      string // of Window
	Both      string
	Words     []string
	Notes     []string // omissions from the page
	Linked    bool     // there are links
	Links     Links
}

// side is one of the two files.
type side struct {
	Letter, Other string
	Name          name
	Facts         string
	In, Covered   string
	InBar, CovBar int // In and Covered in hundredths
	Digits        int // width of the row numbers
	Empty, Hex    bool
	Bars          []bar
	Table         template.Markup // the rows
	file          *file
	regions       []*region
}

// Rows yields the rows one by one. Together they would take more memory than the page.
func (s side) Rows() iter.Seq[row] { return s.file.pageRows(s.regions) }

// region is a region on the page.
type region struct {
	Number int // in the list
	Hue    int
	Bytes  string
	Lines  [2]string // on both sides
	Ribbon string    // an SVG path
	Place  int       // rank by offset in a, from 0
}

// bar is a region in the map of a file: its place in thousandths of the height.
type bar struct {
	*region
	Top, Height string
}

// hues is the number of colours for regions. Five would do, because a region has at most
// four neighbours.
const hues = 6

// files returns the files with as many regions as fit on a page.
func (c *Comparison) files() (files [2]*file, n int) {
	shown := c.Shown[:min(len(c.Shown), maxRegions)]
	hide := c.Files[0].Lines.Returns() && c.Files[1].Lines.Returns()
	for i, f := range c.Files {
		files[i] = &file{File: f, decoder: doctext.Decoder(c.Figures.Encodings[i]), hideReturns: hide}
		files[i].mark(shown, i)
	}
	n = fitting(files)
	for _, f := range files {
		f.keep(n)
	}
	return files, n
}

func (c *Comparison) content(files [2]*file, on []compare.Region) *content {
	page := &content{
		Identical: c.Identical, View: string(c.View), Window: c.Window, Unit: c.View.Unit(),
		Both: c.Both, Words: c.Words, Regions: make([]*region, len(on)), Linked: c.Links.any(), Links: c.Links,
	}
	places := [2][][2]float64{files[0].places(), files[1].places()}
	for i, r := range on {
		page.Regions[i] = &region{
			Number: i + 1, Bytes: terminal.Size(int64(r.Sides[0].Len())),
			Lines: [2]string{place(files[0], r.Sides[0]), place(files[1], r.Sides[1])}, Ribbon: ribbon(places[0][i], places[1][i]),
		}
	}
	for place, i := range files[0].order {
		page.Regions[i].Place = place
	}
	colour(page.Regions, files[0].order, files[1].order)
	in := [2]fingerprint.Share{c.Windows.AInB(), c.Windows.BInA()}
	named := names(c.Files[0].Info.Path, c.Files[1].Info.Path)
	for i := range page.Sides {
		page.Sides[i] = c.side(files[i], i, in[i], page.Regions)
		page.Sides[i].Name = named[i]
		page.Sides[i].Table = page.Sides[i].writeRows
		for k, r := range page.Regions {
			page.Sides[i].Bars = append(page.Sides[i].Bars, r.bar(places[i][k]))
		}
	}
	page.Notes = c.notes(files, len(on))
	return page
}

func (c *Comparison) side(f *file, i int, in fingerprint.Share, regions []*region) side {
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
	digits := len(strconv.Itoa(f.Lines.Count()))
	if f.hex {
		digits = 8
	}
	return side{
		Letter: "ab"[i : i+1], Other: "ba"[i : i+1],
		Facts: strings.Join(facts, " · "), In: c.In[i], Covered: c.Covered[i],
		InBar: hundredths(in), CovBar: hundredths(c.Comparison.Covered(i)), Digits: digits, Empty: len(f.Data) == 0, Hex: f.hex,
		file: f, regions: regions,
	}
}

// hundredths returns a share for a bar with a length of 100.
func hundredths(s fingerprint.Share) int {
	if !s.Defined() {
		return 0
	}
	return int(100 * s)
}

// place returns the lines of a region, or its offsets in a file that is not text.
func place(f *file, e compare.Extent) string {
	switch {
	case f.hex:
		return fmt.Sprintf("%x–%x", e.Start, e.End-1)
	case e.Line == e.EndLine:
		return strconv.Itoa(e.Line)
	default:
		return fmt.Sprintf("%d–%d", e.Line, e.EndLine)
	}
}

// ribbon returns the SVG path that connects the place of a region in a, on the left, with that
// in b, in a picture of 100 by 1000.
func ribbon(a, b [2]float64) string {
	for _, place := range []*[2]float64{&a, &b} {
		place[0], place[1] = 1000*place[0], 1000*place[1]
	}
	return fmt.Sprintf("M0 %.1fC50 %.1f 50 %.1f 100 %.1fV%.1fC50 %.1f 50 %.1f 0 %.1fZ",
		a[0], a[0], b[0], b[0], b[1], b[1], a[1], a[1])
}

// bar returns the bar of a region, high enough to be seen.
func (r *region) bar(place [2]float64) bar {
	const least = 4
	height := max(1000*(place[1]-place[0]), least)
	return bar{r, fmt.Sprintf("%.1f", min(1000*place[0], 1000-height)), fmt.Sprintf("%.1f", height)}
}

// colour gives different hues to regions that are neighbours in either file.
func colour(regions []*region, orders ...[]int) {
	next := make([][]*region, len(regions))
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

// notes lists what the page omits or does not mark.
func (c *Comparison) notes(files [2]*file, on int) (notes []string) {
	if c.Base != nil {
		notes = append(notes, fmt.Sprintf("Content that the base (%s) has too counts in neither file and is not marked.", terminal.Amount(c.Base.Files, "file", "files")))
	}
	if on < len(c.Regions) {
		notes = append(notes, fmt.Sprintf("The longest %s of %s are marked and listed.", terminal.Comma(int64(on)), terminal.Amount(int64(len(c.Regions)), "region", "regions")))
	}
	var large []string
	for i, f := range files {
		if !f.whole() {
			large = append(large, "ab"[i:i+1])
		}
	}
	if len(large) > 0 {
		verb := map[int]string{1: "is", 2: "are"}[len(large)]
		notes = append(notes, fmt.Sprintf("%s %s too large to be shown in full. The page has the regions with %d lines around them; of long regions, the beginning and the end.",
			strings.Join(large, " and "), verb, foldedNear))
	}
	switch {
	case len(c.Regions) > 0 || c.Identical && c.Base == nil: // two empty files have no regions
	case c.Base != nil:
		notes = append(notes, fmt.Sprintf("No passage of %d %s that is not in the base is in both files.", c.Window, c.View.Unit()))
	default:
		notes = append(notes, fmt.Sprintf("No passage of %d %s is in both files.", c.Window, c.View.Unit()))
	}
	return notes
}
