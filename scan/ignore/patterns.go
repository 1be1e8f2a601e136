package ignore

import (
	"bytes"
	"context"
	"slices"
	"strings"
)

// Verdict is the result of matching a name with a list of patterns.
type Verdict int

const (
	Silent   Verdict = iota // no pattern matches
	Ignored                 // the last match excludes the name
	Included                // the last match is negated
)

// Patterns is one file in the syntax of gitignore(5), compiled. It follows git where
// the manual is silent. The last matching line decides. Lines are found by what they
// demand of a name, and only those after the best match so far are tried.
type Patterns struct {
	lines []pattern
	index index
	size  int // of the file in bytes
}

// pattern is a line. Git compares what precedes the first special character by itself.
// That puts a following ** at the start of a pattern.
type pattern struct {
	literal string // before the first special character, without slashes at either end
	negated bool
	dirOnly bool // ended in a slash
	path    bool // had another slash: matches the path, not the name

	rest *wildcard // what follows the literal, nil if nothing does
}

// Path is a name in a directory, to be matched with patterns.
type Path struct {
	Prefix string // path of the directory with a trailing slash
	Name   string
	Dir    bool
	Deep   bool // the prefix is unknown, because it is longer than MaxPath

	full string // Prefix + Name, built when a pattern needs it
}

// MaxPath is the size in bytes up to which patterns with a slash, which match the path, apply: git
// reads no longer paths. Below that, the cost of a folder would grow with its depth.
const MaxPath = 4096

// Below returns the path without its first n bytes.
func (s *Path) Below(n int) string {
	if s.full == "" {
		s.full = s.Prefix + s.Name
	}
	return s.full[n:]
}

// Parse compiles the content of a .gitignore file. It returns nil if there are no
// patterns. The syntax has no errors: malformed lines match nothing.
func Parse(data []byte) *Patterns {
	l, _ := parse(context.Background(), data)
	return l
}

// parse is Parse, which may take seconds. It returns the error of ctx if that ends.
func parse(ctx context.Context, data []byte) (*Patterns, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	l := &Patterns{size: len(data)}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		line, _, _ = bytes.Cut(line, []byte{0}) // git ends strings there
		if p, ok := parsePattern(trimSpaces(string(line))); ok {
			l.index.add(&p, len(l.lines))
			l.lines = append(l.lines, p)
		}
		if len(l.lines)%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if len(l.lines) == 0 {
		return nil, nil
	}
	return l, nil
}

// trimSpaces removes trailing spaces (not tabs), except one that a backslash quotes.
func trimSpaces(line string) string {
	end := 0 // of what remains
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
			if i == len(line) {
				return line
			}
			end = i + 1
		} else if line[i] != ' ' {
			end = i + 1
		}
	}
	return line[:end]
}

// parsePattern reports false if the line is malformed.
func parsePattern(line string) (p pattern, ok bool) {
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.path = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/") // a slash anchors the pattern, wherever it is
	literal := literalLength(line)
	p.literal = line[:literal]
	if literal == len(line) {
		return p, true
	}
	if p.rest, ok = compileWildcard(line[literal:], p.path); !ok {
		return p, false
	}
	if literal == 0 && p.path && p.rest.isName() {
		p.path, p.rest.code = false, p.rest.code[1:]
	}
	return p, true
}

// Match returns the verdict on s. Base is the length of the path, with a trailing
// slash, of the directory that contains the file of patterns. Nil Patterns are silent.
func (l *Patterns) Match(s *Path, base int) Verdict {
	if l == nil {
		return Silent
	}
	best := -1
	has := bytesOf(s.Name)
	l.index.each(s, base, func(some []candidate) {
		for _, c := range slices.Backward(some) {
			if c.line <= best {
				return
			}
			if c.needs&^has == 0 && l.lines[c.line].match(s, base) {
				best = c.line
			}
		}
	})
	switch {
	case best < 0:
		return Silent
	case l.lines[best].negated:
		return Included
	default:
		return Ignored
	}
}

// Slow returns the largest number of patterns that are tried one by one for a name.
func (l *Patterns) Slow() int {
	if l == nil {
		return 0
	}
	return l.index.slow()
}

func (p *pattern) match(s *Path, base int) bool {
	if p.dirOnly && !s.Dir {
		return false
	}
	text := s.Name
	if p.path {
		if s.Deep {
			return false
		}
		text = s.Below(base)
	}
	rest, ok := strings.CutPrefix(text, p.literal)
	if p.rest == nil {
		return ok && rest == ""
	}
	return ok && p.rest.match(rest)
}
