package page

import (
	"os"
	"strings"

	"alike/cmd/alike/terminal"
)

// Links lead to other pages of a report. Those without an address are left out.
type Links struct {
	Previous, Next, Up Link
	Place              string // of the page among the others, such as "3 of 200"
}

// Link is a link to a page. Address is relative, such as 0003.html.
type Link struct{ Address, Title string }

// any reports whether there is a link.
func (l Links) any() bool { return l.Previous.Address+l.Next.Address+l.Up.Address != "" }

// name is a path in three parts, each with its separators: what the paths of both files begin
// with, what differs, and what both end with.
type name struct{ Folder, Own, Rest string }

// Short returns the name without what both begin with.
func (n name) Short() string { return n.Own + n.Rest }

// names splits two paths. Own is never empty: at least it is the name of the file.
func names(a, b string) (split [2]name) {
	parts := [2][]string{components(a), components(b)}
	shorter := min(len(parts[0]), len(parts[1]))
	from := 0
	for from < shorter-1 && parts[0][from] == parts[1][from] {
		from++
	}
	rest := 0
	for rest < shorter-from-1 && parts[0][len(parts[0])-1-rest] == parts[1][len(parts[1])-1-rest] {
		rest++
	}
	for i, p := range parts {
		to := len(p) - rest
		split[i] = name{visible(p[:from]), visible(p[from:to]), visible(p[to:])}
	}
	return split
}

// components splits a path after each separator.
func components(path string) (parts []string) {
	for path != "" {
		n := 1 + strings.IndexFunc(path, func(c rune) bool { return c == '/' || c == os.PathSeparator })
		if n == 0 {
			n = len(path)
		}
		parts, path = append(parts, path[:n]), path[n:]
	}
	return parts
}

func visible(parts []string) string { return terminal.Visible(strings.Join(parts, "")) }
