package ignore

import (
	"bytes"
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
// the manual is silent. The last matching line decides. Plain names and suffixes are
// looked up in tables. Of the other lines, only the ones after the best match so far are
// tried.
type Patterns struct {
	lines []pattern

	names    map[string][]int // lines that are a plain name
	suffixes map[string][]int // lines like *.o or *.tar.gz, by the part after the last dot
	others   []int
}

type pattern struct {
	text    string // without !, and without slashes at either end
	literal int    // bytes of text before the first special character
	negated bool
	dirOnly bool // ended in a slash
	path    bool // had another slash: matches the path, not the name
	suffix  bool // is a star followed by a literal

	wildcard wildcard // of a path pattern, what follows the literal; of a name pattern, all of it
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
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	l := &Patterns{names: map[string][]int{}, suffixes: map[string][]int{}}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		line, _, _ = bytes.Cut(line, []byte{0}) // git ends strings there
		l.add(parsePattern(trimSpaces(string(line))))
	}
	if len(l.lines) == 0 {
		return nil
	}
	return l
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

func parsePattern(line string) pattern {
	var p pattern
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.path = strings.Contains(line, "/")
	p.text = strings.TrimPrefix(line, "/") // a slash anchors the pattern, wherever it is
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

// add appends a line and indexes it for match.
func (l *Patterns) add(p pattern) {
	i := len(l.lines)
	l.lines = append(l.lines, p)
	switch {
	case p.path:
		l.others = append(l.others, i)
	case p.literal == len(p.text):
		l.names[p.text] = append(l.names[p.text], i)
	case p.suffix && strings.Contains(p.text, "."):
		ext := extension(p.text)
		l.suffixes[ext] = append(l.suffixes[ext], i)
	default:
		l.others = append(l.others, i)
	}
}

// extension returns what follows the last dot of a name that has one.
func extension(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}

// Match returns the verdict on s. Base is the length of the path, with a trailing
// slash, of the directory that contains the file of patterns. Nil Patterns are silent.
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

func (p *pattern) match(s *Path, base int) bool {
	if p.dirOnly && !s.Dir {
		return false
	}
	if !p.path {
		return p.matchName(s.Name)
	}
	if s.Deep {
		return false
	}
	path := s.Below(base)
	// Git, too, compares and removes the literal prefix first. That is faster, and it
	// puts a following ** at the start of the pattern.
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
