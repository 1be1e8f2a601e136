package page

import (
	"iter"
	"slices"
	"sort"

	"golang.org/x/text/encoding"

	"alike/cmd/alike/terminal"
	doctext "alike/fingerprint/text"
	"alike/scan/compare"
)

// Limits of a page, so that browsers open it within seconds. A file within the first two
// is shown in full; a larger one is folded between its regions.
const (
	maxRows    = 20_000
	maxBytes   = 2 << 20
	maxRegions = 2_000 // coloured and listed

	foldedRows = 10_000 // shown of a folded file
	maxEdge    = 100    // rows shown at each end of a region of a folded file
	minEdge    = 10     // the same if there are many regions
	foldedNear = 5      // rows shown around a region of a folded file

	longestRow = 500 // bytes
	hexRow     = 16  // bytes of a file that is not text
)

// file is one of the two files on a page. Its rows are lines, parts of long lines, or 16
// bytes each of a file that is not text.
type file struct {
	*compare.File
	decoder     *encoding.Decoder // to UTF-8; nil if the file is UTF-8 or not text
	hideReturns bool              // at the ends of lines
	hex         bool
	extents     []compare.Extent // of the regions on the page, in the order of the list
	order       []int            // indexes of extents, by offset
	rows        int
	within      [][2]int // first and last row of each region
	edge        int      // rows shown at each end of a region if the file is folded
}

type fileRow struct {
	line       int
	continued  bool // not the first row of its line
	start, end int  // the bytes shown
	next       int  // the start of the next row
}

// mark records the regions on one side of a comparison.
func (f *file) mark(regions []compare.Region, side int) {
	f.hex = doctext.IsBinary(f.Data)
	f.edge = min(max(foldedRows/2/max(len(regions), 1)-foldedNear, minEdge), maxEdge)
	for i, r := range regions {
		f.extents, f.order = append(f.extents, r.Sides[side]), append(f.order, i)
	}
	slices.SortStableFunc(f.order, func(i, j int) int { return f.extents[i].Start - f.extents[j].Start })
	f.measure()
}

// keep drops all regions but the first n.
func (f *file) keep(n int) {
	f.order = slices.DeleteFunc(f.order, func(i int) bool { return i >= n })
	f.extents, f.within = f.extents[:n], f.within[:n]
}

// each yields the rows of the file with their numbers. It does not keep them, because a
// file may have 256 million lines.
func (f *file) each() iter.Seq2[int, fileRow] {
	return func(yield func(int, fileRow) bool) {
		n, line := 0, 1
		for at := 0; at < len(f.Data); line++ {
			end, next := f.Lines.End(at)
			if f.hex {
				end, next = len(f.Data), len(f.Data)
			}
			for start := at; start == at || start < end; n++ {
				row := fileRow{line, start > at, start, f.cut(start, end), next}
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

// cut returns the end of the row that starts at start, in a line that ends at end.
func (f *file) cut(start, end int) int {
	switch {
	case f.hex:
		return min(end, start+hexRow)
	case end-start <= longestRow:
		return end
	case f.decoder != nil:
		return start + wholeCharacters(f.decoder, f.Data[start:start+longestRow])
	}
	return start + terminal.CharacterStart(f.Data[start:end], longestRow)
}

// wholeCharacters returns the length of data without a partial character at its end.
func wholeCharacters(d *encoding.Decoder, data []byte) int {
	d.Reset()
	if _, read, _ := d.Transform(make([]byte, 16+3*len(data)), data, false); read > 0 {
		return read
	}
	return len(data)
}

// measure counts the rows and finds the rows of each region.
func (f *file) measure() {
	f.within = make([][2]int, len(f.extents))
	begun, ended := 0, 0
	for n, row := range f.each() {
		for ; begun < len(f.order) && f.shownFrom(f.order[begun]) < row.next; begun++ {
			f.within[f.order[begun]][0] = n
		}
		for ; ended < begun && f.extents[f.order[ended]].End <= row.next; ended++ {
			f.within[f.order[ended]][1] = n
		}
		f.rows = n + 1
	}
}

// shownFrom returns the offset of the first visible character of a region. Many regions
// start with the newline of the previous line.
func (f *file) shownFrom(i int) int {
	e := f.extents[i]
	if f.hex {
		return e.Start
	}
	if at := f.seenIn(e.Start, e.End); at < e.End {
		return at
	}
	return e.Start
}

// whole reports whether the file is shown in full.
func (f *file) whole() bool { return f.rows <= maxRows && len(f.Data) <= maxBytes }

// places returns where each region begins and ends among the rows on the page, from 0 to 1. Rows
// that are left out count as one.
func (f *file) places() [][2]float64 {
	places := make([][2]float64, len(f.extents))
	shown := f.shown()
	total := 0.0
	for i, r := range shown {
		total += float64(r.to - r.from)
		if r.to < f.rows || i < len(shown)-1 {
			total++
		}
	}
	offsets := make([]int, 0, 2*len(f.extents))
	for _, e := range f.extents {
		offsets = append(offsets, e.Start, e.End)
	}
	slices.Sort(offsets)
	at := make(map[int]float64, len(offsets))
	before := 0.0 // rows on the page
	for n, row := range f.each() {
		if len(offsets) == 0 {
			break
		}
		for len(shown) > 0 && n >= shown[0].to {
			shown = shown[1:]
			before++
		}
		on := len(shown) > 0 && n >= shown[0].from
		for len(offsets) > 0 && offsets[0] <= row.next {
			at[offsets[0]] = before
			if on {
				at[offsets[0]] += float64(offsets[0]-row.start) / float64(max(row.next-row.start, 1))
			}
			offsets = offsets[1:]
		}
		if on {
			before++
		}
	}
	for i, e := range f.extents {
		places[i] = [2]float64{at[e.Start] / max(total, 1), at[e.End] / max(total, 1)}
	}
	return places
}

// rowRange is a range of rows, half open.
type rowRange struct{ from, to int }

// around returns the rows that show a region of a folded file.
func (f *file) around(i int) []rowRange {
	from, to := f.within[i][0], f.within[i][1]+1
	near := rowRange{max(0, from-foldedNear), min(f.rows, to+foldedNear)}
	if to-from <= 2*f.edge+1 {
		return []rowRange{near}
	}
	return []rowRange{{near.from, from + f.edge}, {to - f.edge, near.to}}
}

// fitting returns the number of regions that fit on a page, longest first.
func fitting(files [2]*file) int {
	n := len(files[0].extents)
	for _, f := range files {
		if f.whole() {
			continue
		}
		room := foldedRows
		for i := range n {
			for _, r := range f.around(i) {
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

// shown returns the rows on the page as disjoint ranges in order.
func (f *file) shown() []rowRange {
	if f.whole() {
		return []rowRange{{0, f.rows}}
	}
	all := []rowRange{{0, min(f.rows, 2*foldedNear)}}
	for i := range f.extents {
		all = append(all, f.around(i)...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].from < all[j].from })
	joined := all[:1]
	for _, r := range all[1:] {
		// Leaving out one or two rows saves nothing, because a row replaces them.
		if last := &joined[len(joined)-1]; r.from <= last.to+2 {
			last.to = max(last.to, r.to)
		} else {
			joined = append(joined, r)
		}
	}
	return joined
}
