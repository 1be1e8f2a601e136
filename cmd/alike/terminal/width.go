package terminal

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width returns the number of columns that s occupies on a terminal.
func Width(s string) int { return uniseg.StringWidth(s) }

// PadLeft adds spaces before s up to a width in columns.
func PadLeft(s string, columns int) string {
	return strings.Repeat(" ", max(0, columns-Width(s))) + s
}

// PadRight adds spaces after s up to a width in columns.
func PadRight(s string, columns int) string {
	return s + strings.Repeat(" ", max(0, columns-Width(s)))
}

// Cut shortens s to a maximum width in columns. It does not split graphemes.
func Cut(s string, columns int) string {
	if Width(s) <= columns {
		return s
	}
	cut, used := 0, 0
	graphemes := uniseg.NewGraphemes(s)
	for graphemes.Next() {
		if used += graphemes.Width(); used > columns {
			break
		}
		_, cut = graphemes.Positions()
	}
	return s[:cut]
}

// Wrap breaks a line at spaces so that it fits into the given columns, and ends it with a
// newline. The lines after the first begin with indent. A word that is too long is not
// broken.
func Wrap(line, indent string, columns int) string {
	var b strings.Builder
	for Width(line) > columns {
		at := strings.LastIndexByte(Cut(line, columns+1), ' ')
		if at <= len(indent) || strings.TrimSpace(line[:at]) == "" {
			break
		}
		b.WriteString(strings.TrimRight(line[:at], " ") + "\n")
		line = indent + strings.TrimLeft(line[at:], " ")
	}
	b.WriteString(line + "\n")
	return b.String()
}
