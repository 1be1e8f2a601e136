package main

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
)

// pageRow is a row of a file as the template writes it, or what it says of rows
// that are left out.
type pageRow struct {
	LeftOut string
	Number  string
	Link    *pageRegion // where the number leads
	All     *pageRegion // that all of the row belongs to
	In      *pageRegion // the first of those that a part belongs to
	Tag     *pageRegion // that begins before the text
	Pieces  []pagePiece
}

// pagePiece is a piece of the text of a row.
type pagePiece struct {
	Begins *pageRegion // it is not text but where a region begins
	Region *pageRegion // that it belongs to
	Text   string
	Odd    bool // it is not what stands in the file but what tells of it, as \x1b
}

// rowSpan is what of a row belongs to a region.
type rowSpan struct {
	from, to int
	region   *pageRegion
	begins   bool // the first that can be seen of the region
}

// pageRows returns what the page shows of a file.
func (p *pageFile) pageRows(regions []*pageRegion) iter.Seq[pageRow] {
	return func(yield func(pageRow) bool) {
		shown := p.shown()
		next := 0 // of the regions, by where they are
		var out foldedPart
		for n, row := range p.each() {
			for next < len(p.order) && p.extents[p.order[next]].End <= row.start {
				next++
			}
			for len(shown) > 0 && n >= shown[0].to {
				shown = shown[1:]
			}
			if len(shown) == 0 || n < shown[0].from {
				out.add(row)
				continue
			}
			if out.any && !yield(pageRow{LeftOut: out.String(p.hex)}) {
				return
			}
			out = foldedPart{}
			if !yield(p.row(row, p.spans(n, row, next, regions))) {
				return
			}
		}
		if out.any {
			yield(pageRow{LeftOut: out.String(p.hex)})
		}
	}
}

// foldedPart is rows that stand one after the other and are not on the page.
type foldedPart struct {
	any         bool
	first, last fileRow
}

func (o *foldedPart) add(row fileRow) {
	if !o.any {
		o.any, o.first = true, row
	}
	o.last = row
}

func (o *foldedPart) String(hex bool) string {
	text := terminal.Size(int64(o.last.next - o.first.start))
	if from, to := int64(o.first.line), int64(o.last.line); !hex && from == to {
		text += " of line " + terminal.Comma(from)
	} else if !hex {
		text += ", lines " + terminal.Comma(from) + "–" + terminal.Comma(to)
	}
	return text + " left out"
}

// spans returns what of a row belongs to regions, in order and apart; next is the
// first region that can be in it.
func (p *pageFile) spans(n int, row fileRow, next int, regions []*pageRegion) (spans []rowSpan) {
	last := row.start
	for _, i := range p.order[next:] {
		e := p.extents[i]
		if e.Start >= row.next {
			break
		}
		from := min(max(e.Start, last), row.end)
		s := rowSpan{from, max(from, min(e.End, row.end)), regions[i], p.within[i][0] == n}
		last = s.to
		if p.decoder == nil && !p.hex {
			// A character of which the region holds a part differs on the two sides.
			text := p.Data[row.start:row.end]
			s.from = row.start + characterEnd(text, s.from-row.start)
			s.to = max(s.from, row.start+characterStart(text, s.to-row.start))
		}
		if s.from < s.to || s.begins || e.Start <= row.start && e.End >= row.next {
			spans = append(spans, s)
		}
	}
	return spans
}

// row makes a row with its text.
func (p *pageFile) row(row fileRow, spans []rowSpan) pageRow {
	r := pageRow{}
	if !row.continued {
		r.Number = itoa(row.line)
	}
	if p.hex {
		r.Number = fmt.Sprintf("%08x", row.start)
	}
	for _, s := range spans {
		if r.In == nil && s.from < s.to {
			r.In = s.region
		}
	}
	if p.isAll(row, spans) {
		r.All, r.In = spans[0].region, nil
	}
	if p.hex {
		p.hexPieces(&r, row, spans)
	} else {
		p.textPieces(&r, row, spans)
	}
	if len(r.Pieces) > 0 && r.Pieces[0].Begins != nil {
		r.Tag, r.Pieces = r.Pieces[0].Begins, r.Pieces[1:]
	}
	return r
}

// isAll reports whether a row belongs to one region but for blanks around it.
func (p *pageFile) isAll(row fileRow, spans []rowSpan) bool {
	if len(spans) != 1 {
		return false
	}
	s := spans[0]
	if p.hex {
		return s.from == row.start && s.to == row.end
	}
	return p.seenIn(row.start, s.from) == s.from && p.seenIn(s.to, row.end) == row.end &&
		(s.from < s.to || !s.begins)
}

// seenIn returns where the first character of a stretch is that can be seen, or
// the end of it.
func (p *pageFile) seenIn(from, to int) int {
	blanks := " \t\r\n"
	if p.Lines.Newline() == 2 { // UTF-16
		blanks += "\x00"
	}
	for at := from; at < to; at++ {
		if strings.IndexByte(blanks, p.Data[at]) < 0 {
			return at
		}
	}
	return to
}

// textPieces makes the pieces of a row of text.
func (p *pageFile) textPieces(r *pageRow, row fileRow, spans []rowSpan) {
	end := row.end
	if p.hideReturns && row.next > row.end && end > row.start {
		end -= trailingReturn(p.Data[row.start:end], p.Lines.Newline())
	}
	take := p.taker(row.start)
	for _, s := range spans {
		r.add(take(min(s.from, end), end), nil)
		if s.begins {
			r.Pieces = append(r.Pieces, pagePiece{Begins: s.region})
		}
		r.add(take(min(s.to, end), end), s.region)
	}
	r.add(take(end, end), nil)
}

// trailingReturn returns how many bytes a carriage return at the end of a line has.
func trailingReturn(line []byte, width int) int {
	if n := len(line) - width; n >= 0 && strings.Trim(string(line[n:]), "\x00") == "\r" {
		return width
	}
	return 0
}

// taker returns what reads on from an offset of the file to another, as UTF-8 where
// the encoding is known, up to the end of the row.
func (p *pageFile) taker(at int) func(to, end int) string {
	return func(to, end int) string {
		if to <= at {
			return ""
		}
		if p.decoder == nil {
			text := string(p.Data[at:to])
			at = to
			return text
		}
		p.decoder.Reset()
		text := make([]byte, 16+3*(to-at)) // what is broken becomes a character of 3 bytes
		made, read, _ := p.decoder.Transform(text, p.Data[at:to], to == end)
		at += read
		return string(text[:made])
	}
}

// add adds text to a row, what cannot be shown as what tells of it.
func (r *pageRow) add(text string, region *pageRegion) {
	if r.All != nil {
		region = nil // the row says it
	}
	for text != "" {
		n := shownAsIs(text)
		odd := n == 0
		if odd {
			n = len(text) - len(afterOdd(text))
		}
		shown := text[:n]
		if odd {
			shown = terminal.Visible(shown)
		}
		r.Pieces = append(r.Pieces, pagePiece{Region: region, Text: shown, Odd: odd})
		text = text[n:]
	}
}

// shownAsIs returns how long the beginning of a text is that can be shown as it
// is. A tab can.
func shownAsIs(text string) int {
	for i, c := range text {
		if !isShown(text[i:], c) {
			return i
		}
	}
	return len(text)
}

// afterOdd returns what follows after all that cannot be shown.
func afterOdd(text string) string {
	for i, c := range text {
		if isShown(text[i:], c) {
			return text[i:]
		}
	}
	return ""
}

func isShown(text string, c rune) bool {
	if c == utf8.RuneError {
		_, n := utf8.DecodeRuneInString(text)
		return n > 1
	}
	return c == '\t' || c >= ' ' && c != 0x7f && !terminal.Invisible(c)
}

// hexPieces makes the pieces of a row of bytes: their numbers, and what they are
// in ASCII.
func (p *pageFile) hexPieces(r *pageRow, row fileRow, spans []rowSpan) {
	both := [2]func(at int) string{
		func(at int) string {
			gap := " "
			if at-row.start == hexRow/2-1 {
				gap = "  "
			}
			return fmt.Sprintf("%02x", p.Data[at]) + gap
		},
		func(at int) string {
			if c := p.Data[at]; c >= ' ' && c < 0x7f {
				return string(rune(c))
			}
			return "·"
		},
	}
	for i, shown := range both {
		at := row.start
		take := func(to int) string {
			var b strings.Builder
			for ; at < to; at++ {
				b.WriteString(shown(at))
			}
			return b.String()
		}
		for _, s := range spans {
			r.add(take(s.from), nil)
			if s.begins && i == 0 {
				r.Pieces = append(r.Pieces, pagePiece{Begins: s.region})
			}
			r.add(take(s.to), s.region)
		}
		r.add(take(row.end), nil)
		if i == 0 {
			left := hexRow - (row.end - row.start)
			r.add(strings.Repeat("   ", left)+strings.Repeat(" ", 1+max(0, left-1)/(hexRow/2)), nil)
		}
	}
}
