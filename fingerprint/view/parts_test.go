package view

import (
	"regexp"
	"strings"
	"testing"
)

// Functions of real files, found by the start and indentation of lines: a function
// extends to the next one or to a line with less indentation. Functions inside
// functions are not recognised.

// functionExp matches the first lines of functions, containerExp those of classes and
// similar containers.
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
	// noFunctionExp matches lines that look like the first line of a function but are
	// not.
	noFunctionExp = regexp.MustCompile(`^\s*(if|for|while|switch|catch|return|throw|else|do|try|new|await|yield|require|super|this|case)\b`)
	// aboutExp matches a line that belongs to the function below it.
	aboutExp = regexp.MustCompile(`^[ \t]*(//|/\*|\*|#[^a-z]|@[A-Za-z.]+(\(.*\))?\n)`)
)

// statementExp matches a line that is a complete assignment or call, or an
// instruction in assembly. goesOnExp matches a line that may continue the statement
// above it.
var (
	statementExp = regexp.MustCompile(`^\s+[\w.,\[\]$*<> ]+ (:|\+|-|\|)?= [^\n]*[\w)\]}"'` + "`" + `;]\n$|^\s+(self|this)?[\w.$]+\([^\n]*\);?\n$|^\t[A-Z][^\\]*\n$`)
	goesOnExp    = regexp.MustCompile(`^\s*(else\b|[-+*/%.?:|&)\],"'])`)
)

// part is a part of a file. Functions of the same group, such as a class or the top
// level, may be reordered. Parts of group 0 stay in place.
type part struct {
	text  string
	group int
	depth int // indentation of the first line of a function
}

// cutter splits a text into parts, line by line.
type cutter struct {
	parts  []part
	groups []part // the open groups, innermost last; only group and depth are used
	known  int    // number of groups so far
	above  string // pending lines that belong to a function that may follow
}

// add appends text to the last part, or begins a new part.
func (c *cutter) add(text string, group, depth int, begins bool) {
	if n := len(c.parts); !begins && n > 0 && c.parts[n-1].group == group {
		c.parts[n-1].text += text
		return
	}
	c.parts = append(c.parts, part{text, group, depth})
}

// inside returns the group of the function that contains the last line, or 0.
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

// parts splits a text before and after its functions, together with the comments
// above them.
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
	for g := range len(parts) { // in order, so that every run shuffles alike
		of := byGroup[g+1]
		m.random.Shuffle(len(of), func(i, j int) { parts[of[i]].text, parts[of[j]].text = parts[of[j]].text, parts[of[i]].text })
	}
	return joined(parts)
}

// half keeps every other function and replaces the rest by functions of another file,
// with the same indentation if there are any.
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

// insert adds statements to functions, about one in a dozen lines.
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

// balanced reports whether all brackets of a line are closed.
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

// TestParts checks that splitting a file into parts loses nothing, and that the
// sources of package testdata have enough functions to reorder.
func TestParts(t *testing.T) {
	t.Parallel()
	for end, files := range samples(t) {
		for _, file := range files {
			m := newMutator(end, file.text)
			parts := m.parts(file.text)
			if joined(parts) != file.text {
				t.Errorf("%s differs from its parts joined", file.path)
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
