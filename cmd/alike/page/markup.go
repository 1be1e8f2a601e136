package page

import (
	"io"
	"strconv"
	"strings"

	"alike/db/template"
)

// markup is HTML of rows. A template takes ten times as long for them, which is most of the
// time that a report takes.
type markup struct {
	strings.Builder
	*side
}

// writeRows writes the rows.
func (s *side) writeRows(w io.Writer) error {
	m := markup{side: s}
	any := false
	for r := range s.Rows() {
		any = true
		m.row(&r)
		if _, err := io.WriteString(w, m.String()); err != nil {
			return err
		}
		m.Reset()
	}
	if any {
		return nil
	}
	m.add(`<p class="empty">`)
	if s.Empty {
		m.text("an empty file")
	}
	m.add("</p>\n")
	_, err := io.WriteString(w, m.String())
	return err
}

// add adds HTML.
func (m *markup) add(html ...string) {
	for _, part := range html {
		_, _ = m.WriteString(part)
	}
}

func (m *markup) text(text string) { _, _ = template.Escaper.WriteString(m, text) }

func (m *markup) row(r *row) {
	if r.LeftOut != "" {
		m.add(`<div class="out">⋯ `)
		m.text(r.LeftOut)
		m.add("</div>\n")
		return
	}
	m.add(`<div class="r`)
	switch {
	case r.All != nil:
		m.add(" all h", strconv.Itoa(r.All.Hue), `" data-r="`, strconv.Itoa(r.All.Number))
	case r.In != nil:
		m.add(" in h", strconv.Itoa(r.In.Hue))
	}
	m.add(`">`)
	if r.Tag != nil {
		m.tag(r.Tag)
	}
	if r.Number != "" {
		m.add(`<span class="n">`, r.Number, "</span>")
	}
	m.add("<code>")
	for i := range r.Pieces {
		m.piece(&r.Pieces[i])
	}
	m.add("</code></div>\n")
}

func (m *markup) piece(p *piece) {
	if p.Begins != nil {
		m.tag(p.Begins)
		return
	}
	if p.Region != nil {
		m.add(`<mark class="h`, strconv.Itoa(p.Region.Hue), `" data-r="`, strconv.Itoa(p.Region.Number), `">`)
	}
	for _, part := range p.Parts {
		if part.Letter == "" {
			m.text(part.Text)
			continue
		}
		m.add(`<i class="`, part.Letter, `">`)
		m.text(part.Text)
		m.add("</i>")
	}
	if p.Region != nil {
		m.add("</mark>")
	}
}

// tag adds the number of a region where it begins, a link to the other side.
func (m *markup) tag(r *region) {
	n := strconv.Itoa(r.Number)
	m.add(`<a class="k h`, strconv.Itoa(r.Hue), `" id="`, m.Letter, n, `" href="#`, m.Other, n, `" data-k="`, n, `" title="region `, n, ", ")
	m.text(r.Bytes + ": " + r.Lines[0] + " of a, " + r.Lines[1] + " of b")
	m.add(`">`, n, "</a>")
}
