package view

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// Mutations apply to real files what people do to copied code. They use regular
// expressions and share nothing with the implementation of the view.

var (
	wordExp = regexp.MustCompile(`\\.|\b[A-Za-z_][A-Za-z0-9_]*`)
	// longExp matches escapes and words in strings, except words that could be a
	// range, a format or a flag.
	longExp  = regexp.MustCompile(`\\[uUx]\{?[0-9A-Fa-f]+|\\.|\b[A-Za-z_][A-Za-z0-9_]{3,}`)
	inserted = map[string]string{
		".go": "checked := verify(input, 42)\n", ".c": "checked = verify(input, 42);\n", ".s": "ADDQ $42, R8\n",
		".py": "checked = verify(given, 42)\n", ".js": "checked = verify(given, 42);\n", ".java": "checked = verify(given, 42);\n",
	}
)

// literals matches strings and characters, and regular expressions that do not follow
// an operand.
const literals = `(?:\b[rRbBfFuUL]{1,2})?(?:(?s:"""(?:\\.|[^\\])*?"""|'''(?:\\.|[^\\])*?''')|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')` +
	"|`[^`]*`" + `|(?:[(,=:!&|?\[]|return)[ \t]*/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])*/[dgimsuvy]*`

// tokenExp matches comments on lines of their own (1), other comments (2), literals
// (3) and words.
var tokenExp = map[string]*regexp.Regexp{
	"//": regexp.MustCompile(`(?m)(^[ \t]*(?://[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*$))|(//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)|(` + literals + `)|` + wordExp.String()),
	"#":  regexp.MustCompile(`(?m)(^[ \t]*#[^\n]*)|(#[^\n]*)|(` + literals + `)|` + wordExp.String()),
}

// tokenType is the type of a token, numbered like the groups of tokenExp.
type tokenType int

const (
	ownLine tokenType = iota + 1 // a comment on a line of its own
	lineEnd                      // a comment after code
	literal
	word
)

// tokens replaces each comment, literal and word of a text.
func (m *mutator) tokens(text string, replace func(kind tokenType, token string) string) string {
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

// mutation changes a file to hide its origin. share is the minimum share of the
// result that comes from the original.
type mutation struct {
	name   string
	share  float64
	cuts   bool // the mutation separates adjacent code
	mutate func(m *mutator, text string) string
}

var mutations = []mutation{
	{"nothing", 1, false, func(m *mutator, text string) string { return text }},
	{"renamed", 1, false, (*mutator).rename},
	{"reindented", 1, false, (*mutator).indent},
	{"comments changed", 1, false, (*mutator).comment},
	{"all three", 1, false, func(m *mutator, text string) string { return m.comment(m.indent(m.rename(text))) }},
	{"functions reordered", 1, true, (*mutator).reorder},
	{"all four", 1, true, func(m *mutator, text string) string { return m.comment(m.indent(m.rename(m.reorder(text)))) }},
	{"statements inserted", 0.5, true, (*mutator).insert},
	{"half replaced", 0.4, true, (*mutator).half},
}

// mutator mutates the files of one language.
type mutator struct {
	end      string // extension of the files
	keywords map[string]bool
	comments string
	random   *rand.Rand
	other    string // text of another file
}

// rename gives each word that is not a keyword another name, consistently, including
// long words in strings and all words in comments.
func (m *mutator) rename(text string) string {
	names := map[string]string{}
	rename := func(w string) string {
		if m.keywords[w] || w[0] == '\\' || m.end == ".s" && strings.ToUpper(w) == w { // a mnemonic
			return w
		}
		if names[w] == "" {
			names[w] = fmt.Sprintf("%c%d_%c", 'a'+m.random.IntN(26), len(names), 'a'+m.random.IntN(26))
		}
		return names[w]
	}
	return m.tokens(text, func(kind tokenType, token string) string {
		if kind == literal {
			return longExp.ReplaceAllStringFunc(token, rename)
		}
		return wordExp.ReplaceAllStringFunc(token, rename)
	})
}

// indent changes the indentation and inserts blank lines.
func (m *mutator) indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasSuffix(l, "\\") { // nothing may follow the backslash
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

// comment replaces comments on lines of their own.
func (m *mutator) comment(text string) string {
	return m.tokens(text, func(kind tokenType, c string) string {
		inside := strings.TrimLeft(c, " \t")
		if kind != ownLine || strings.HasPrefix(inside, "#!") {
			return c
		}
		if m.random.IntN(2) == 0 {
			return ""
		}
		return c[:len(c)-len(inside)] + m.comments + fmt.Sprintf(" remark %d, rewritten", m.random.IntN(1000))
	})
}

// newMutator returns a mutator for files of a language. It mutates the same way in
// each run.
func newMutator(end, example string) *mutator {
	l := identify("a"+end, []byte(example))
	m := &mutator{end: end, keywords: map[string]bool{}, comments: "//", random: rand.New(rand.NewPCG(7, 7))}
	if strings.HasPrefix(l.comments, "#") {
		m.comments = "#"
	}
	for _, w := range strings.Fields(l.keywords) {
		m.keywords[w] = true
	}
	return m
}
