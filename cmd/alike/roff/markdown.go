package roff

import (
	"regexp"
	"strings"
	"sync"
)

// Markdown appends a document: headings of the second level as sections, paragraphs, lists,
// tables as items, and emphasis. The heading of the first level and the paragraph after it
// are left out; MarkdownShort returns the paragraph.
func (p *Page) Markdown(text string) {
	_, text, _ = strings.Cut(text, "\n## ")
	for block := range strings.SplitSeq("## "+text, "\n\n") {
		lines := strings.Split(strings.Trim(block, "\n"), "\n")
		switch first := lines[0]; {
		case first == "":
		case strings.HasPrefix(first, "## "):
			p.Section(strings.ToUpper(first[3:]))
		case strings.HasPrefix(first, "### "):
			p.Subsection(first[4:])
		case strings.HasPrefix(first, "|"):
			for _, row := range lines[min(2, len(lines)):] {
				p.row(row)
			}
		case strings.HasPrefix(first, "    "):
			for i := range lines {
				lines[i] = strings.TrimPrefix(lines[i], "    ")
			}
			p.Verbatim(lines...)
		case strings.HasPrefix(first, "- "):
			for point := range strings.SplitSeq(strings.TrimPrefix(strings.Join(lines, "\n"), "- "), "\n- ") {
				p.Point(inline(point))
			}
		default:
			p.Text(inline(strings.Join(lines, "\n")))
		}
	}
}

// row appends a row of a table: its first cell is the term, the others say what it means.
func (p *Page) row(row string) {
	cells := strings.Split(strings.Trim(row, "| "), " | ")
	for i := range cells {
		cells[i] = inline(cells[i])
	}
	p.Item(cells[0], strings.Join(cells[1:], "; "))
}

// MarkdownShort returns the first paragraph of a document as a line for the section NAME.
func MarkdownShort(text string) string {
	blocks := strings.SplitN(text, "\n\n", 3)
	if len(blocks) < 3 {
		return ""
	}
	short := strings.TrimSuffix(strings.Join(strings.Fields(blocks[1]), " "), ".")
	return strings.ToLower(short[:min(1, len(short))]) + short[min(1, len(short)):]
}

// marked matches markup inside a paragraph. A link may contain code.
var marked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?s)`[^`]+`|\\[[^\\]]+\\]\\([^)]+\\)|\\*\\*[^*]+\\*\\*|\\*[^*\\s][^*]*\\*")
})

// inline returns the source of a paragraph: code in bold, and the target of a link left out.
func inline(text string) string {
	var b strings.Builder
	for at := marked().FindStringIndex(text); at != nil; at = marked().FindStringIndex(text) {
		b.WriteString(Escape(text[:at[0]]))
		switch found := text[at[0]:at[1]]; {
		case strings.HasPrefix(found, "`"):
			b.WriteString(Bold(strings.Trim(found, "`")))
		case strings.HasPrefix(found, "["):
			name, _, _ := strings.Cut(found[1:], "](")
			b.WriteString(Italic(name))
		case strings.HasPrefix(found, "**"):
			b.WriteString(Bold(strings.Trim(found, "*`")))
		default:
			b.WriteString(Italic(strings.Trim(found, "*")))
		}
		text = text[at[1]:]
	}
	b.WriteString(Escape(text))
	return b.String()
}
