package main

import (
	"iter"
	"slices"
	"sort"

	"golang.org/x/text/encoding"

	doctext "alike/fingerprint/text"
	"alike/scan/compare"
)

// What a page holds at most of each of two files, so that browsers open it within
// seconds. A file within the first two bounds is there in full.
const (
	pageRows    = 20_000
	pageBytes   = 2 << 20
	pageRegions = 2_000 // that are coloured and listed

	foldedRows = 10_000 // of a larger file: regions with
	mostEdge   = 100    // so many rows of their beginning and of their end,
	leastEdge  = 10     // or as few where there are many, and
	foldedNear = 5      // so many around them

	longestRow = 500 // bytes
	hexRow     = 16  // bytes of a file that is no text
)

// pageFile is one of two files on a page, in rows: each is a line, or a part of a
// long line, or 16 bytes of what is no text.
type pageFile struct {
	*shownFile
	hex     bool
	extents []compare.Extent // of the regions on the page, as they stand in the list
	order   []int            // of extents, by where they are in the file
	rows    int
	within  [][2]int // rows of each region, its first and its last
	edge    int      // rows at both ends of a region, where not all of the file is shown
}

// fileRow is a row of a file.
type fileRow struct {
	line       int
	continued  bool // it is not the first of its line
	start, end int  // what it shows
	next       int  // where the next row begins
}

func newPageFile(f *shownFile, regions []compare.Region, side int) *pageFile {
	p := &pageFile{shownFile: f, hex: doctext.IsBinary(f.Data)}
	p.edge = min(max(foldedRows/2/max(len(regions), 1)-foldedNear, leastEdge), mostEdge)
	for i, r := range regions {
		p.extents, p.order = append(p.extents, r.Sides[side]), append(p.order, i)
	}
	slices.SortStableFunc(p.order, func(i, j int) int { return p.extents[i].Start - p.extents[j].Start })
	p.measure()
	return p
}

// each goes through the rows of the file. Nothing keeps them: there are files of
// 256 million lines.
func (p *pageFile) each() iter.Seq2[int, fileRow] {
	return func(yield func(int, fileRow) bool) {
		n, line := 0, 1
		for at := 0; at < len(p.Data); line++ {
			end, next := p.Lines.End(at)
			if p.hex {
				end, next = len(p.Data), len(p.Data)
			}
			for start := at; start == at || start < end; n++ {
				row := fileRow{line, start > at, start, p.cut(start, end), next}
				if row.end < end {
					row.next = row.end
				}
				if !yield(n, row) {
					return
				}
				start = max(row.end, at+1) // an empty line is a row
			}
			at = next
		}
	}
}

// cut returns where a row ends that begins at start, in a line that ends at end.
func (p *pageFile) cut(start, end int) int {
	switch {
	case p.hex:
		return min(end, start+hexRow)
	case end-start <= longestRow:
		return end
	case p.decoder != nil:
		return start + wholeCharacters(p.decoder, p.Data[start:start+longestRow])
	}
	at := start + longestRow
	return at - longestRow + characterStart(p.Data[start:end], longestRow)
}

// wholeCharacters returns how many bytes the characters have that are whole.
func wholeCharacters(d *encoding.Decoder, data []byte) int {
	d.Reset()
	if _, read, _ := d.Transform(make([]byte, 16+3*len(data)), data, false); read > 0 {
		return read
	}
	return len(data)
}

// measure counts the rows, and notes where the regions are.
func (p *pageFile) measure() {
	p.within = make([][2]int, len(p.extents))
	begun, ended := 0, 0
	for n, row := range p.each() {
		for ; begun < len(p.order) && p.shownFrom(p.order[begun]) < row.next; begun++ {
			p.within[p.order[begun]][0] = n
		}
		for ; ended < begun && p.extents[p.order[ended]].End <= row.next; ended++ {
			p.within[p.order[ended]][1] = n
		}
		p.rows = n + 1
	}
}

// shownFrom returns where the first character of a region is that can be seen:
// many a region begins with the end of the line before it.
func (p *pageFile) shownFrom(i int) int {
	e := p.extents[i]
	if p.hex {
		return e.Start
	}
	if at := p.seenIn(e.Start, e.End); at < e.End {
		return at
	}
	return e.Start
}

// whole reports whether all of the file fits on a page.
func (p *pageFile) whole() bool { return p.rows <= pageRows && len(p.Data) <= pageBytes }

// rowRange is rows from the first to the one before the last.
type rowRange struct{ from, to int }

// around returns the rows that show a region of a file that does not fit.
func (p *pageFile) around(i int) []rowRange {
	from, to := p.within[i][0], p.within[i][1]+1
	near := rowRange{max(0, from-foldedNear), min(p.rows, to+foldedNear)}
	if to-from <= 2*p.edge+1 {
		return []rowRange{near}
	}
	return []rowRange{{near.from, from + p.edge}, {to - p.edge, near.to}}
}

// fitting returns how many regions, from the longest on, can be shown of files that
// do not fit on a page.
func fitting(files [2]*pageFile) int {
	n := len(files[0].extents)
	for _, p := range files {
		if p.whole() {
			continue
		}
		room := foldedRows
		for i := range n {
			for _, r := range p.around(i) {
				room -= r.to - r.from
			}
			if room < 0 {
				n = i
				break
			}
		}
	}
	return n
}

// shown returns the rows on the page, in order and apart.
func (p *pageFile) shown() []rowRange {
	if p.whole() {
		return []rowRange{{0, p.rows}}
	}
	all := []rowRange{{0, min(p.rows, 2*foldedNear)}}
	for i := range p.extents {
		all = append(all, p.around(i)...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].from < all[j].from })
	joined := all[:1]
	for _, r := range all[1:] {
		// A row that says that one or two are left out saves nothing.
		if last := &joined[len(joined)-1]; r.from <= last.to+2 {
			last.to = max(last.to, r.to)
		} else {
			joined = append(joined, r)
		}
	}
	return joined
}
