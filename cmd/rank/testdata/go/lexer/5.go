package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

type kind string

const (
	identifier kind = "identifier"
	keyword    kind = "keyword"
	number     kind = "number"
	text       kind = "string"
	operator   kind = "operator"
	failure    kind = "error"
)

var kinds = []kind{identifier, keyword, number, text, operator, failure}

var keywords = map[string]bool{
	"if": true, "else": true, "while": true, "func": true, "return": true, "var": true,
}

var twoRunes = map[string]bool{
	"==": true, "!=": true, "<=": true, ">=": true, "&&": true, "||": true, ":=": true, "->": true,
}

const oneRune = "+-*/%<>=!()[]{},;:.&|"

var escapes = map[rune]rune{'n': '\n', 't': '\t', '\\': '\\', '"': '"', '0': 0}

type token struct {
	kind      kind
	value     string
	line, col int
}

type lexer struct {
	source    []rune
	at        int
	line, col int
	emit      func(token)
}

func (l *lexer) peek(ahead int) rune {
	if l.at+ahead >= len(l.source) {
		return -1
	}
	return l.source[l.at+ahead]
}

func (l *lexer) next() rune {
	r := l.source[l.at]
	l.at++
	l.col++
	if r == '\n' {
		l.line, l.col = l.line+1, 1
	}
	return r
}

func (l *lexer) while(test func(rune) bool) string {
	start := l.at
	for l.at < len(l.source) && test(l.peek(0)) {
		l.next()
	}
	return string(l.source[start:l.at])
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// rules are tried in turn; the first whose test holds scans the token.
var rules = []struct {
	test func(l *lexer) bool
	scan func(l *lexer) (kind, string)
}{
	{func(l *lexer) bool { return unicode.IsDigit(l.peek(0)) }, scanNumber},
	{func(l *lexer) bool { return isWord(l.peek(0)) }, scanWord},
	{func(l *lexer) bool { return l.peek(0) == '"' }, scanString},
	{func(l *lexer) bool { return true }, scanOperator},
}

func (l *lexer) run() {
	for l.at < len(l.source) {
		if unicode.IsSpace(l.peek(0)) {
			l.next()
			continue
		}
		line, col := l.line, l.col
		if l.peek(0) == '/' && l.peek(1) == '*' {
			if !l.skipComment() {
				l.emit(token{failure, "comment without end", line, col})
			}
			continue
		}
		for _, rule := range rules {
			if rule.test(l) {
				k, value := rule.scan(l)
				l.emit(token{k, value, line, col})
				break
			}
		}
	}
}

func (l *lexer) skipComment() bool {
	depth := 0
	for l.at < len(l.source) {
		switch pair := string([]rune{l.peek(0), max(l.peek(1), 0)}); pair {
		case "/*":
			depth++
			l.next()
		case "*/":
			depth--
			l.next()
		}
		l.next()
		if depth == 0 {
			return true
		}
	}
	return false
}

func scanNumber(l *lexer) (kind, string) {
	value := l.while(unicode.IsDigit)
	if l.peek(0) == '.' && unicode.IsDigit(l.peek(1)) {
		value += string(l.next()) + l.while(unicode.IsDigit)
	}
	if strings.ContainsRune("eE", l.peek(0)) {
		value += string(l.next())
		if strings.ContainsRune("+-", l.peek(0)) {
			value += string(l.next())
		}
		exponent := l.while(unicode.IsDigit)
		if exponent == "" {
			return failure, "exponent without digits: " + value
		}
		value += exponent
	}
	if rest := l.while(isWord); rest != "" {
		return failure, "malformed number: " + value + rest
	}
	return number, value
}

func scanWord(l *lexer) (kind, string) {
	word := l.while(isWord)
	if keywords[word] {
		return keyword, word
	}
	return identifier, word
}

func scanString(l *lexer) (kind, string) {
	var out strings.Builder
	problem := ""
	l.next()
	for l.peek(0) != '"' {
		if l.peek(0) == -1 || l.peek(0) == '\n' {
			return failure, "string without end"
		}
		r := l.next()
		if r == '\\' && l.at < len(l.source) {
			code := l.next()
			known, ok := escapes[code]
			if !ok {
				problem = fmt.Sprintf("unknown escape \\%c", code)
			}
			r = known
		}
		out.WriteRune(r)
	}
	l.next()
	if problem != "" {
		return failure, problem
	}
	return text, out.String()
}

func scanOperator(l *lexer) (kind, string) {
	first := l.next()
	if l.at < len(l.source) {
		if pair := string([]rune{first, l.peek(0)}); twoRunes[pair] {
			l.next()
			return operator, pair
		}
	}
	if !strings.ContainsRune(oneRune, first) {
		return failure, fmt.Sprintf("unexpected %q", first)
	}
	return operator, string(first)
}

func main() {
	source, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	counts := make(map[kind]int)
	l := &lexer{source: []rune(string(source)), line: 1, col: 1}
	l.emit = func(t token) {
		counts[t.kind]++
		fmt.Printf("%4d:%-3d %-10s %q\n", t.line, t.col, t.kind, t.value)
	}
	l.run()
	for _, k := range kinds {
		fmt.Printf("%-10s %d\n", k, counts[k])
	}
	if counts[failure] > 0 {
		os.Exit(1)
	}
}
