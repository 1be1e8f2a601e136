package view

import (
	"regexp"
	"strings"
	"testing"
)

// Functions of real files, found by how lines begin and are indented: a function goes
// up to the next one, or to a line that is indented less. What is within it is not
// looked at.

// functionExp finds the lines that functions begin with, containerExp those that
// classes and their kin do.
var (
	functionExp = map[string]*regexp.Regexp{
		".go":   regexp.MustCompile(`^func `),
		".s":    regexp.MustCompile(`^TEXT `),
		".c":    regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_ \t*]*\([^;\n]*\n?$`),
		".py":   regexp.MustCompile(`^\s*(async )?def `),
		".js":   regexp.MustCompile(`^\s*(export )?((async |static |get |set |\*)?(function\*? )?[\w$#\[\].]+(\([^;\n]*\{| ?= ?function ?\([^;\n]*\{)|const [\w$]+ = (async )?(\([^()\n]*\)|[\w$]+) ?=> ?.*)\n$`),
		".java": regexp.MustCompile(`^\s*(@Override )?((public|private|protected|static|final|abstract|synchronized) )*(<[^>]*> )?([A-Za-z][\w<>\[\],.? ]* )?[A-Za-z]\w*\([^;\n]*(\{.*\}|\{|\))?\n$`),
	}
	containerExp = regexp.MustCompile(`^\s*((export|default|public|private|protected|static|final|abstract|sealed) )*(class|interface|enum|record) `)
	// noFunctionExp are lines that look like a function's first one.
	noFunctionExp = regexp.MustCompile(`^\s*(if|for|while|switch|catch|return|throw|else|do|try|new|await|yield|require|super|this|case)\b`)
	// aboutExp is a line that belongs to the function below it.
	aboutExp = regexp.MustCompile(`^[ \t]*(//|/\*|\*|#[^a-z]|@[A-Za-z.]+(\(.*\))?\n)`)
)

// statementExp is a line that is a whole assignment or call, or in assembly an
// instruction; goesOnExp is one that the statement above it may go on with.
var (
	statementExp = regexp.MustCompile(`^\s+[\w.,\[\]$*<> ]+ (:|\+|-|\|)?= [^\n]*[\w)\]}"'` + "`" + `;]\n$|^\s+(self|this)?[\w.$]+\([^\n]*\);?\n$|^\t[A-Z][^\\]*\n$`)
	goesOnExp    = regexp.MustCompile(`^\s*(else\b|[-+*/%.?:|&)\],"'])`)
)

// part is a piece of a file. Functions of the same group, those of a class or of the
// outermost level, can stand in another order; what is of group 0 stays.
type part struct {
	text  string
	group int
	depth int // of a function: how far its first line is indented
}

// cutter cuts a text into parts, line after line.
type cutter struct {
	parts  []part
	groups []part // the open ones, the innermost last; only group and depth are used
	known  int    // groups so far
	above  string // lines that belong to the function below, if one follows
}

// add puts text to the last part, or begins one.
func (c *cutter) add(text string, group, depth int, begins bool) {
	if n := len(c.parts); !begins && n > 0 && c.parts[n-1].group == group {
		c.parts[n-1].text += text
		return
	}
	c.parts = append(c.parts, part{text, group, depth})
}

// inside is the group of the function that the last line belongs to, 0 if to none.
func (c *cutter) inside() (group, depth int) {
	if n := len(c.parts); n > 0 {
		return c.parts[n-1].group, c.parts[n-1].depth
	}
	return 0, 0
}

// function begins a function at a depth.
func (c *cutter) function(text string, depth int) {
	n := len(c.groups)
	if n == 0 || c.groups[n-1].depth < depth {
		c.known++
		c.groups = append(c.groups, part{group: c.known, depth: depth})
		n++
	}
	c.add(text, c.groups[n-1].group, depth, true)
}

// parts cuts a text before and behind its functions, with what is said about them
// above.
func (m *mutator) parts(text string) []part {
	c := &cutter{}
	for line := range strings.Lines(text) {
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		group, open := c.inside()
		blank := strings.TrimSpace(line) == ""
		if !blank && depth < open {
			group = 0
			for n := len(c.groups); n > 0 && c.groups[n-1].depth > depth; n-- {
				c.groups = c.groups[:n-1]
			}
		}
		switch {
		case !blank && (group == 0 || depth <= open+1) && aboutExp.MatchString(line):
			if c.above == "" && group == 0 {
				c.add("", 0, 0, false)
			}
			c.above += line
			continue
		case !blank && (group == 0 || depth <= open) && containerExp.MatchString(line):
			c.add(c.above+line, 0, 0, false)
		case (group == 0 || depth <= open) && functionExp[m.end].MatchString(line) && !noFunctionExp.MatchString(line):
			c.function(c.above+line, depth)
		default:
			c.add(c.above+line, group, open, false)
		}
		c.above = ""
	}
	group, open := c.inside()
	c.add(c.above, group, open, false)
	return c.parts
}

func (m *mutator) reorder(text string) string {
	parts := m.parts(text)
	byGroup := map[int][]int{}
	for i, p := range parts {
		byGroup[p.group] = append(byGroup[p.group], i)
	}
	delete(byGroup, 0)
	for g := range len(parts) { // in order, so that each run does the same
		of := byGroup[g+1]
		m.random.Shuffle(len(of), func(i, j int) { parts[of[i]].text, parts[of[j]].text = parts[of[j]].text, parts[of[i]].text })
	}
	return joined(parts)
}

// half keeps every second function, and puts others of another file, indented as far
// if there are any, in the place of the rest.
func (m *mutator) half(text string) string {
	theirs, all := map[int][]string{}, []string{}
	for _, p := range m.parts(m.other) {
		if p.group > 0 {
			theirs[p.depth], all = append(theirs[p.depth], p.text), append(all, p.text)
		}
	}
	parts, n := m.parts(text), 0
	for i, p := range parts {
		if p.group == 0 {
			continue
		}
		from := theirs[p.depth]
		if len(from) == 0 {
			from = all
		}
		if n++; n%2 == 0 && len(from) > 0 {
			parts[i].text = from[n%len(from)]
		}
	}
	return joined(parts)
}

// insert puts statements between those of functions, one in a dozen lines or so.
func (m *mutator) insert(text string) string {
	var b strings.Builder
	due := 0
	for _, p := range m.parts(text) {
		ended := p.group == 0
		lines := strings.SplitAfter(p.text, "\n")
		for i, line := range lines {
			b.WriteString(line)
			if m.random.IntN(12) == 0 {
				due++
			}
			depth := len(line) - len(strings.TrimLeft(line, " \t"))
			if depth <= p.depth {
				ended = ended || strings.HasPrefix(line[depth:], "}") || strings.HasSuffix(line, "}\n")
				continue
			}
			next := strings.Join(lines[i+1:min(i+2, len(lines))], "")
			if due > 0 && !ended && statementExp.MatchString(line) && balanced(line) && !goesOnExp.MatchString(next) {
				b.WriteString(line[:depth] + inserted[m.end])
				due--
			}
		}
	}
	return b.String()
}

// balanced reports whether no bracket of a line is open behind it.
func balanced(line string) bool {
	return strings.Count(line, "(") == strings.Count(line, ")") && strings.Count(line, "{") == strings.Count(line, "}") &&
		strings.Count(line, "[") == strings.Count(line, "]")
}

func joined(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.text)
	}
	return b.String()
}

// The mutations do what their names say: in our own files and in those of Go nothing
// is lost, and functions change their places.
func TestParts(t *testing.T) {
	for end, files := range samples(t) {
		for _, file := range files {
			m := newMutator(end, file.text)
			parts := m.parts(file.text)
			if joined(parts) != file.text {
				t.Errorf("%s is not the sum of its parts", file.path)
			}
			functions := 0
			for _, p := range parts {
				if p.group > 0 {
					functions++
				}
			}
			if strings.HasPrefix(file.path, "source/") && (functions < 8 || m.reorder(file.text) == file.text) {
				t.Errorf("%s has %d functions", file.path, functions)
			}
		}
	}
}
