package view

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// What people do to code that they copy, done to real files with regular
// expressions, which know nothing of how the view is made.

var (
	wordExp = regexp.MustCompile(`\\.|\b[A-Za-z_][A-Za-z0-9_]*`)
	// longExp finds escapes and words of strings, but none that could be a range, a
	// format or a flag there.
	longExp  = regexp.MustCompile(`\\[uUx]\{?[0-9A-Fa-f]+|\\.|\b[A-Za-z_][A-Za-z0-9_]{3,}`)
	inserted = map[string]string{
		".go": "checked := verify(input, 42)\n", ".c": "checked = verify(input, 42);\n", ".s": "ADDQ $42, R8\n",
		".py": "checked = verify(given, 42)\n", ".js": "checked = verify(given, 42);\n", ".java": "checked = verify(given, 42);\n",
	}
)

// literals are strings and characters, and regular expressions where no operand
// stands before them.
const literals = `(?:\b[rRbBfFuUL]{1,2})?(?:(?s:"""(?:\\.|[^\\])*?"""|'''(?:\\.|[^\\])*?''')|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')` +
	"|`[^`]*`" + `|(?:[(,=:!&|?\[]|return)[ \t]*/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])*/[dgimsuvy]*`

// tokenExp finds comments that have lines for themselves (1), other comments (2),
// literals (3) and words.
var tokenExp = map[string]*regexp.Regexp{
	"//": regexp.MustCompile(`(?m)(^[ \t]*(?://[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*$))|(//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)|(` + literals + `)|` + wordExp.String()),
	"#":  regexp.MustCompile(`(?m)(^[ \t]*#[^\n]*)|(#[^\n]*)|(` + literals + `)|` + wordExp.String()),
}

// tokenKind is what a token is, by the groups of tokenExp.
type tokenKind int

const (
	ownLine tokenKind = iota + 1 // a comment
	lineEnd                      // a comment behind code
	literal
	word
)

// tokens replaces each comment, literal and word of a text.
func (m *mutator) tokens(text string, replace func(kind tokenKind, token string) string) string {
	var b strings.Builder
	end := 0
	for _, found := range tokenExp[m.comments].FindAllStringSubmatchIndex(text, -1) {
		kind := ownLine
		for kind < word && found[2*kind] < 0 {
			kind++
		}
		b.WriteString(text[end:found[0]])
		b.WriteString(replace(kind, text[found[0]:found[1]]))
		end = found[1]
	}
	return b.String() + text[end:]
}

// mutation changes a file as somebody does who hides where it is from; share is how
// much of the result is the original's, at least.
type mutation struct {
	name   string
	share  float64
	cuts   bool // between what stood side by side
	mutate func(m *mutator, text string) string
}

var mutations = []mutation{
	{"nothing", 1, false, func(m *mutator, text string) string { return text }},
	{"renamed", 1, false, (*mutator).rename},
	{"indented anew", 1, false, (*mutator).indent},
	{"comments changed", 1, false, (*mutator).comment},
	{"all three", 1, false, func(m *mutator, text string) string { return m.comment(m.indent(m.rename(text))) }},
	{"functions reordered", 1, true, (*mutator).reorder},
	{"all four", 1, true, func(m *mutator, text string) string { return m.comment(m.indent(m.rename(m.reorder(text)))) }},
	{"statements inserted", 0.5, true, (*mutator).insert},
	{"half replaced", 0.4, true, (*mutator).half},
}

// mutator mutates the files of one language.
type mutator struct {
	end      string // of its files' names
	keywords map[string]bool
	comments string
	random   *rand.Rand
	other    string // another file's text
}

// rename gives each word that is no keyword another name, the same everywhere; long
// words of strings and all of comments with them.
func (m *mutator) rename(text string) string {
	names := map[string]string{}
	rename := func(w string) string {
		if m.keywords[w] || w[0] == '\\' || m.end == ".s" && strings.ToUpper(w) == w { // mnemonics
			return w
		}
		if names[w] == "" {
			names[w] = fmt.Sprintf("%c%d_%c", 'a'+m.random.IntN(26), len(names), 'a'+m.random.IntN(26))
		}
		return names[w]
	}
	return m.tokens(text, func(kind tokenKind, token string) string {
		if kind == literal {
			return longExp.ReplaceAllStringFunc(token, rename)
		}
		return wordExp.ReplaceAllStringFunc(token, rename)
	})
}

// indent changes how lines are indented, and puts blank lines between them.
func (m *mutator) indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasSuffix(l, "\\") { // nothing may stand behind it
			continue
		}
		if trimmed := strings.TrimLeft(l, " \t"); trimmed != "" {
			lines[i] = strings.Repeat("   ", (len(l)-len(trimmed)+1)/2) + trimmed + strings.Repeat(" ", m.random.IntN(3))
		}
		if m.random.IntN(6) == 0 {
			lines[i] += "\n"
		}
	}
	return strings.Join(lines, "\n")
}

// comment replaces comments that have lines for themselves.
func (m *mutator) comment(text string) string {
	return m.tokens(text, func(kind tokenKind, c string) string {
		inside := strings.TrimLeft(c, " \t")
		if kind != ownLine || strings.HasPrefix(inside, "#!") {
			return c
		}
		if m.random.IntN(2) == 0 {
			return ""
		}
		return c[:len(c)-len(inside)] + m.comments + fmt.Sprintf(" remark %d, written anew", m.random.IntN(1000))
	})
}

// newMutator returns what mutates files of a language, the same way in each run.
func newMutator(end, example string) *mutator {
	l := Identify("a"+end, []byte(example))
	m := &mutator{end: end, keywords: map[string]bool{}, comments: "//", random: rand.New(rand.NewPCG(7, 7))}
	if strings.HasPrefix(l.Comments, "#") {
		m.comments = "#"
	}
	for _, w := range strings.Fields(l.Keywords) {
		m.keywords[w] = true
	}
	return m
}
