package main

import (
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"unicode"
)

type position struct {
	line, column int
}

type token struct {
	kind string
	text string
	at   position
}

// scanner looks at the beginning of the input and tells how many runes it
// takes; 0 means that it is not responsible.
type scanner struct {
	kind string
	scan func(in []rune) (length int, problem string)
}

var keywords = map[string]bool{"if": true, "else": true, "while": true, "func": true, "return": true, "let": true}

var pairs = []string{"==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "->", ":="}

func span(in []rune, wanted func(rune) bool) int {
	for i, r := range in {
		if !wanted(r) {
			return i
		}
	}
	return len(in)
}

func at(in []rune, i int) rune {
	if i < len(in) {
		return in[i]
	}
	return 0
}

func starts(in []rune, text string) bool {
	return strings.HasPrefix(string(in[:min(len(in), 2)]), text)
}

func word(in []rune) (int, string) {
	if !unicode.IsLetter(in[0]) && in[0] != '_' {
		return 0, ""
	}
	return span(in, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }), ""
}

func number(in []rune) (int, string) {
	n := span(in, unicode.IsDigit)
	if n == 0 {
		return 0, ""
	}
	if at(in, n) == '.' && unicode.IsDigit(at(in, n+1)) {
		n += 1 + span(in[n+1:], unicode.IsDigit)
	}
	if unicode.ToLower(at(in, n)) == 'e' {
		n++
		if r := at(in, n); r == '+' || r == '-' {
			n++
		}
		digits := span(in[min(n, len(in)):], unicode.IsDigit)
		if digits == 0 {
			return n, "exponent without digits"
		}
		n += digits
	}
	return n, ""
}

func quoted(in []rune) (int, string) {
	if in[0] != '"' {
		return 0, ""
	}
	problem := ""
	for i := 1; i < len(in) && in[i] != '\n'; i++ {
		switch in[i] {
		case '"':
			return i + 1, problem
		case '\\':
			i++
			if !strings.ContainsRune(`nt"\`, at(in, i)) {
				problem = "unknown escape"
			}
		}
	}
	return span(in, func(r rune) bool { return r != '\n' }), "string without end"
}

// comment calls itself for each comment inside.
func comment(in []rune) (int, string) {
	if starts(in, "//") {
		return span(in, func(r rune) bool { return r != '\n' }), ""
	}
	if !starts(in, "/*") {
		return 0, ""
	}
	for i := 2; i < len(in); {
		switch {
		case starts(in[i:], "*/"):
			return i + 2, ""
		case starts(in[i:], "/*"):
			inner, _ := comment(in[i:])
			i += inner
		default:
			i++
		}
	}
	return len(in), "comment without end"
}

func operator(in []rune) (int, string) {
	for _, p := range pairs {
		if starts(in, p) {
			return 2, ""
		}
	}
	if strings.ContainsRune("+-*/%<>=!(){}[],;:.&|", in[0]) {
		return 1, ""
	}
	return 0, ""
}

var scanners = []scanner{
	{"space", func(in []rune) (int, string) { return span(in, unicode.IsSpace), "" }},
	{"comment", comment},
	{"word", word},
	{"number", number},
	{"string", quoted},
	{"operator", operator},
	{"error", func([]rune) (int, string) { return 1, "unexpected character" }},
}

func (p position) after(text []rune) position {
	for _, r := range text {
		if r == '\n' {
			p = position{p.line + 1, 1}
		} else {
			p.column++
		}
	}
	return p
}

func first(in []rune) (kind string, length int, problem string) {
	for _, s := range scanners {
		if n, trouble := s.scan(in); n > 0 {
			return s.kind, n, trouble
		}
	}
	return "error", len(in), "stuck"
}

func lex(in []rune) (tokens []token, problems []string) {
	for p := (position{1, 1}); len(in) > 0; {
		kind, n, problem := first(in)
		text := string(in[:n])
		if kind == "word" && keywords[text] {
			kind = "keyword"
		}
		switch {
		case problem != "":
			problems = append(problems, fmt.Sprintf("%d:%d: %s", p.line, p.column, problem))
		case kind != "space" && kind != "comment":
			tokens = append(tokens, token{kind, text, p})
		}
		p, in = p.after(in[:n]), in[n:]
	}
	return tokens, problems
}

func main() {
	source, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	tokens, problems := lex([]rune(string(source)))
	counts := map[string]int{}
	for _, t := range tokens {
		fmt.Printf("%3d:%-3d %-9s %s\n", t.at.line, t.at.column, t.kind, t.text)
		counts[t.kind]++
	}
	var kinds []string
	for kind := range counts {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		fmt.Printf("%6d %s\n", counts[kind], kind)
	}
	if len(problems) > 0 {
		fmt.Fprintln(os.Stderr, strings.Join(problems, "\n"))
		os.Exit(1)
	}
}
