package ignore

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// Globs are patterns in the syntax of doublestar (*, ?, [a-z], {a,b}, **). One without
// a slash matches names. One with a slash matches paths from the root, and if it begins
// with a slash also absolute paths. One that ends in a slash matches folders only.
type Globs struct {
	names []glob // without a slash
	paths []glob // with a slash
}

type glob struct {
	pattern  string
	dirOnly  bool
	absolute bool // began with a slash
}

// ParseGlobs compiles globs. The error names the first malformed one.
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

// Match reports whether any of the globs matches s. Root is the length of the root's
// path with a trailing slash.
func (g *Globs) Match(s *Path, root int) bool {
	for _, one := range g.names {
		if one.match(s, s.Name) {
			return true
		}
	}
	for _, one := range g.paths {
		if s.Deep {
			return false
		}
		if one.match(s, s.Below(root)) || one.absolute && one.match(s, s.Below(1)) {
			return true
		}
	}
	return false
}

func (g *glob) match(s *Path, path string) bool {
	return (s.Dir || !g.dirOnly) && doublestar.MatchUnvalidated(g.pattern, valid(path))
}

// valid replaces invalid bytes of a name with runes of a private plane that real names
// are unlikely to contain. Doublestar decodes runes, and all invalid bytes would decode
// to the same one.
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
