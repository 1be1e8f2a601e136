package ignore

import (
	"bytes"
	"strings"
)

// verdict is what a list of patterns says about a name.
type Verdict int

const (
	Silent   Verdict = iota // no pattern matches
	Ignored                 // the last that matches leaves it out
	Included                // the last that matches is negated
)

// patterns are the lines of one file in the syntax of .gitignore, compiled
// (gitignore(5), and what git does where that is silent). The last line
// that matches decides, so those that need only a look into a table are found
// by their number, and of the others only later ones are tried.
type Patterns struct {
	lines []pattern

	names    map[string][]int // lines that are a plain name
	suffixes map[string][]int // lines like *.o or *.tar.gz, by what follows the last dot
	others   []int
}

type pattern struct {
	text    string // without !, and without a slash at either end
	literal int    // bytes of text that stand for themselves, at its beginning
	negated bool
	dirOnly bool // it ended in a slash
	path    bool // it had a slash further ahead: matched with the path, not the name
	suffix  bool // it is a star and a literal

	wildcard wildcard // what follows the literal, of a path; all of it, of a name
}

// subject is what patterns are matched with: a name in a directory.
type Path struct {
	Prefix string // the directory's path with a slash at the end
	Name   string
	Dir    bool

	full string // prefix + name, made when a pattern needs it
}

// below returns the path without its first n bytes.
func (s *Path) Below(n int) string {
	if s.full == "" {
		s.full = s.Prefix + s.Name
	}
	return s.full[n:]
}

// parsePatterns compiles the content of a .gitignore file. There are no errors
// in that syntax: what makes no sense matches nothing.
func Parse(data []byte) *Patterns {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	l := &Patterns{}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		line, _, _ = bytes.Cut(line, []byte{0}) // git's strings end there
		l.add(parsePattern(trimSpaces(string(line))))
	}
	if len(l.lines) == 0 {
		return nil
	}
	return l
}

// trimSpaces cuts the spaces (not tabs) at the end of a line, up to one that a
// backslash quotes.
func trimSpaces(line string) string {
	end := 0 // of what is kept
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

func parsePattern(line string) pattern {
	var p pattern
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.path = strings.Contains(line, "/")
	p.text = strings.TrimPrefix(line, "/") // what anchors it is the slash, not its place
	p.literal = literalLength(p.text)
	p.suffix = strings.HasPrefix(p.text, "*") && literalLength(p.text[1:]) == len(p.text)-1
	switch {
	case p.path:
		p.wildcard = compileWildcard(p.text[p.literal:], true)
	case p.literal < len(p.text) && !p.suffix:
		p.wildcard = compileWildcard(p.text, false)
	}
	return p
}

// add appends a line and files it where match finds it fastest.
func (l *Patterns) add(p pattern) {
	i := len(l.lines)
	l.lines = append(l.lines, p)
	switch {
	case p.path:
		l.others = append(l.others, i)
	case p.literal == len(p.text):
		l.names = fileUnder(l.names, p.text, i)
	case p.suffix && strings.Contains(p.text, "."):
		l.suffixes = fileUnder(l.suffixes, extension(p.text), i)
	default:
		l.others = append(l.others, i)
	}
}

func fileUnder(m map[string][]int, key string, i int) map[string][]int {
	if m == nil {
		m = make(map[string][]int)
	}
	m[key] = append(m[key], i)
	return m
}

// extension returns what follows the last dot of a name that has one.
func extension(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}

// match returns the verdict on a name below the directory whose path, with a
// slash at the end, has base bytes. A nil list is silent.
func (l *Patterns) Match(s *Path, base int) Verdict {
	if l == nil {
		return Silent
	}
	best := -1
	try := func(candidates []int) {
		for k := len(candidates) - 1; k >= 0 && candidates[k] > best; k-- {
			if l.lines[candidates[k]].match(s, base) {
				best = candidates[k]
			}
		}
	}
	try(l.names[s.Name])
	if len(l.suffixes) > 0 && strings.Contains(s.Name, ".") {
		try(l.suffixes[extension(s.Name)])
	}
	try(l.others)
	switch {
	case best < 0:
		return Silent
	case l.lines[best].negated:
		return Included
	default:
		return Ignored
	}
}

// match reports whether a single line matches.
func (p *pattern) match(s *Path, base int) bool {
	if p.dirOnly && !s.Dir {
		return false
	}
	if !p.path {
		return p.matchName(s.Name)
	}
	path := s.Below(base)
	// The literal beginning is compared and cut off first, as git does it. This
	// is not only faster: ** after it then counts as standing at a beginning.
	rest, ok := strings.CutPrefix(path, p.text[:p.literal])
	return ok && p.wildcard.match(rest)
}

func (p *pattern) matchName(name string) bool {
	switch {
	case p.literal == len(p.text):
		return p.text == name
	case p.suffix:
		return strings.HasSuffix(name, p.text[1:])
	default:
		return p.wildcard.match(name)
	}
}
