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
	plain map[string]bool // names without special characters, and whether only of folders
	names []glob          // others without a slash
	paths []glob          // with a slash
}

type glob struct {
	pattern  string
	prefix   string // what it matches begins and ends so
	suffix   string
	dirOnly  bool
	absolute bool // began with a slash
}

// ParseGlobs compiles globs. The error names the first malformed one.
func ParseGlobs(texts []string) (*Globs, error) {
	g := &Globs{plain: map[string]bool{}}
	for _, text := range texts {
		pattern, dirOnly := strings.CutSuffix(text, "/")
		pattern, absolute := strings.CutPrefix(pattern, "/")
		if pattern == "" || !doublestar.ValidatePattern(pattern) {
			return nil, fmt.Errorf("malformed glob %q", text)
		}
		one := newGlob(valid(pattern))
		one.dirOnly, one.absolute = dirOnly, absolute
		switch {
		case absolute || strings.Contains(pattern, "/"):
			g.paths = append(g.paths, one)
		case one.prefix == one.pattern:
			only, found := g.plain[one.pattern]
			g.plain[one.pattern] = dirOnly && (only || !found)
		default:
			g.names = append(g.names, one)
		}
	}
	return g, nil
}

// newGlob finds the literals at both ends of a pattern. A slash beside ** is none of them:
// both together match nothing, too. Most globs are decided by their ends.
func newGlob(pattern string) glob {
	g := glob{pattern: pattern, prefix: pattern, suffix: pattern}
	if i := strings.IndexAny(pattern, `*?[{\`); i >= 0 {
		g.prefix = strings.TrimSuffix(pattern[:i], "/")
	}
	if i := strings.LastIndexAny(pattern, `*?]}\`); i >= 0 {
		g.suffix = strings.TrimPrefix(pattern[i+1:], "/")
	}
	return g
}

// Match reports whether any of the globs matches s. Root is the length of the root's
// path with a trailing slash.
func (g *Globs) Match(s *Path, root int) bool {
	if len(g.plain)+len(g.names) > 0 {
		name := valid(s.Name)
		if only, found := g.plain[name]; found && (s.Dir || !only) {
			return true
		}
		for i := range g.names {
			if g.names[i].match(s, name) {
				return true
			}
		}
	}
	if len(g.paths) == 0 || s.Deep {
		return false
	}
	path, absolute := valid(s.Below(root)), valid(s.Below(1))
	for i := range g.paths {
		one := &g.paths[i]
		if one.match(s, path) || one.absolute && one.match(s, absolute) {
			return true
		}
	}
	return false
}

func (g *glob) match(s *Path, path string) bool {
	return (s.Dir || !g.dirOnly) && strings.HasPrefix(path, g.prefix) && strings.HasSuffix(path, g.suffix) &&
		doublestar.MatchUnvalidated(g.pattern, path)
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
