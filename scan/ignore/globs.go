package ignore

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// globs are the patterns of --exclude, see Options.Exclude.
type Globs struct {
	names []glob // matched with names
	paths []glob // matched with the path from the root, or with the whole
}

type glob struct {
	pattern  string
	dirOnly  bool
	absolute bool // it began with a slash
}

// parseGlobs compiles globs; the error names the one that is malformed.
func ParseGlobs(texts []string) (*Globs, error) {
	g := &Globs{}
	for _, text := range texts {
		pattern, dirOnly := strings.CutSuffix(text, "/")
		pattern, absolute := strings.CutPrefix(pattern, "/")
		if pattern == "" || !doublestar.ValidatePattern(pattern) {
			return nil, fmt.Errorf("malformed glob %q", text)
		}
		one := glob{valid(pattern), dirOnly, absolute}
		if absolute || strings.Contains(pattern, "/") {
			g.paths = append(g.paths, one)
		} else {
			g.names = append(g.names, one)
		}
	}
	return g, nil
}

// match reports whether one of the globs matches. Root is the length of the
// root's path with a slash at the end.
func (g *Globs) Match(s *Path, root int) bool {
	for _, one := range g.names {
		if one.match(s, s.Name) {
			return true
		}
	}
	for _, one := range g.paths {
		if one.match(s, s.Below(root)) || one.absolute && one.match(s, s.Below(1)) {
			return true
		}
	}
	return false
}

func (g *glob) match(s *Path, path string) bool {
	return (s.Dir || !g.dirOnly) && doublestar.MatchUnvalidated(g.pattern, valid(path))
}

// valid makes valid UTF-8 of a name, so that different invalid bytes remain
// different: doublestar decodes runes, and all invalid bytes decode to the same.
// They become characters of a private plane that no name is likely to have.
func valid(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if r == utf8.RuneError && !strings.HasPrefix(name[i:], "\ufffd") {
			r = 0x10f000 + rune(name[i])
		}
		b.WriteRune(r)
	}
	return b.String()
}
