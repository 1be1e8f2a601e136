package main

import (
	"regexp"
	"slices"
	"strings"
)

// kind is the kind of a token.
type kind uint8

const (
	space kind = iota
	newline
	comment
	directive // a line of the C preprocessor, an import or a package clause
	word
	number
	text
	operator
)

// token is a piece of a program. All tokens joined are the program.
type token struct {
	kind kind
	text string
}

// syntax is what the disguises need to know about a language.
type syntax struct {
	ext     string
	pattern *regexp.Regexp // one alternative for each kind, in the order of kinds
	known   map[string]bool
	ends    string // a statement ends with it; "" if with the line
	comment string
}

const (
	blankPattern  = `(?P<space>[ \t]+)|(?P<newline>\r?\n)|`
	slashComments = `(?P<comment>//[^\n]*|/\*(?s:.*?)\*/)|`
	wordPattern   = `(?P<word>[\pL_$][\pL\pN_$]*)|(?P<number>\d(?:[\w.]|[eE][+-])*)|`
	quotedPattern = `"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
	operators     = `(?P<operator>>>>=?|<<=|>>=|===|!==|\*\*|->|=>|:=|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|(?s:.))`
)

func newSyntax(ext, comments, directives, texts, known string) *syntax {
	s := &syntax{ext: ext, ends: ";", comment: "//", known: map[string]bool{}}
	s.pattern = regexp.MustCompile(`^(?:` + blankPattern + comments + directives + wordPattern +
		`(?P<text>` + texts + quotedPattern + `)|` + operators + `)`)
	for _, w := range strings.Fields(known) {
		s.known[w] = true
	}
	return s
}

var syntaxes = map[string]*syntax{
	"java":       newSyntax("java", slashComments, `(?P<directive>(?:import|package)\s[^\n]*)|`, "", javaWords),
	"c":          newSyntax("c", slashComments, `(?P<directive>#[^\n]*)|`, "", cWords),
	"cpp":        newSyntax("cpp", slashComments, `(?P<directive>#[^\n]*|using\s+namespace[^\n]*)|`, "", cWords+cppWords),
	"python":     newSyntax("py", `(?P<comment>#[^\n]*)|`, `(?P<directive>(?:import|from)\s[^\n]*)|`, `"""(?s:.*?)"""|'''(?s:.*?)'''|[frb]+(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|`, pythonWords),
	"javascript": newSyntax("js", slashComments, `(?P<directive>'use strict'[^\n]*|const [^\n=]*= require\([^\n]*)|`, "`(?s:[^`]*)`|"+regexpLiteral, javascriptWords),
	"go":         newSyntax("go", slashComments, `(?P<directive>package \w+|import \((?s:.*?)\n\)|import "[^\n]*)|`, "`[^`]*`|", goWords),
}

// regexpLiteral is a regular expression of JavaScript that does not begin with a blank. A
// quotient of two names on one line is rare enough in this collection.
const regexpLiteral = `/(?:[^\s/\\\n\[=]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/[gimsuy]*|`

func init() {
	for _, name := range []string{"python", "javascript", "go"} {
		syntaxes[name].ends = ""
	}
	syntaxes["javascript"].ends = ";"
	syntaxes["python"].comment = "#"
}

// split splits a program into tokens.
func (s *syntax) split(program string) []token {
	names := s.pattern.SubexpNames()
	kinds := map[string]kind{
		"space": space, "newline": newline, "comment": comment, "directive": directive,
		"word": word, "number": number, "text": text, "operator": operator,
	}
	var tokens []token
	for len(program) > 0 {
		at := s.pattern.FindStringSubmatchIndex(program)
		for i, name := range names {
			if name != "" && at[2*i] >= 0 {
				tokens = append(tokens, token{kinds[name], program[:at[1]]})
				break
			}
		}
		program = program[at[1]:]
	}
	return tokens
}

func join(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.text)
	}
	return b.String()
}

// pieces splits code into its head, its functions and other declarations, and its tail.
// Joined in another order, the declarations are the same program to a reader. inside is
// the number of braces around the functions.
func (s *syntax) pieces(code string, inside int) (head string, functions []string, tail string) {
	if s.ext == "py" {
		return pythonPieces(code)
	}
	tokens := s.split(code)
	depth, start := 0, 0
	for i, t := range tokens {
		switch {
		case t.kind == directive && depth == 0 && len(functions) == 0:
			start = i + 1
		case t.kind != operator:
		case strings.Contains("{([", t.text):
			depth++
			if t.text == "{" && depth == inside && len(functions) == 0 {
				start = i + 1
			}
		case strings.Contains("})]", t.text):
			depth--
			if depth < inside {
				return head, functions, join(tokens[start:])
			}
			if depth == inside && t.text == "}" && i+1 < len(tokens) && tokens[i+1].kind == newline {
				if len(functions) == 0 {
					head = join(tokens[:start])
				}
				functions = append(functions, join(tokens[start:i+1]))
				start = i + 1
			}
		}
	}
	return head, functions, join(tokens[start:])
}

func pythonPieces(program string) (head string, functions []string, tail string) {
	lines := strings.SplitAfter(program, "\n")
	isStart := func(l string) bool {
		return strings.HasPrefix(l, "def ") || strings.HasPrefix(l, "class ") || strings.HasPrefix(l, "@")
	}
	i := slices.IndexFunc(lines, isStart)
	if i < 0 {
		return program, nil, ""
	}
	head = strings.Join(lines[:i], "")
	start := i
	for j := i + 1; j <= len(lines); j++ {
		if j < len(lines) {
			l := lines[j]
			if l == "" || l[0] == ' ' || l[0] == '\n' || l[0] == '\t' || l[0] == ')' || strings.HasPrefix(lines[j-1], "@") {
				continue
			}
		}
		if j == len(lines) || !isStart(lines[j]) {
			return head, append(functions, strings.Join(lines[start:j], "")), strings.Join(lines[j:], "")
		}
		functions = append(functions, strings.Join(lines[start:j], ""))
		start = j
	}
	return head, functions, ""
}
