package ignore

import "strings"

// Filter selects absolute paths by globs. A glob matches a path if it matches the file or
// a folder around it, at any depth unless it begins with a slash.
type Filter struct{ only, not *Globs }

// NewFilter compiles a filter, nil if there are no globs.
func NewFilter(only, not []string) (*Filter, error) {
	if len(only)+len(not) == 0 {
		return nil, nil
	}
	f := &Filter{}
	for _, side := range []struct {
		globs **Globs
		texts []string
	}{{&f.only, only}, {&f.not, not}} {
		if len(side.texts) == 0 {
			continue
		}
		var err error
		if *side.globs, err = ParseGlobs(side.texts); err != nil {
			return nil, err
		}
		for i := range (*side.globs).paths {
			if g := &(*side.globs).paths[i]; !g.absolute {
				g.pattern, g.prefix = "**/"+g.pattern, ""
			}
		}
	}
	return f, nil
}

// Admits reports whether the filter selects a path: one of the first globs matches it, if
// there are any, and none of the others does. A nil filter selects every path.
func (f *Filter) Admits(path string) bool {
	return f == nil || (f.only == nil || f.only.covers(path)) && (f.not == nil || !f.not.covers(path))
}

// covers reports whether any of the globs matches an absolute path or a folder around it.
func (g *Globs) covers(path string) bool {
	for end := 1; end < len(path); end++ {
		name, _, dir := strings.Cut(path[end:], "/")
		s := Path{Prefix: path[:end], Name: name, Dir: dir}
		if g.Match(&s, 1) {
			return true
		}
		end += len(name)
	}
	return false
}
