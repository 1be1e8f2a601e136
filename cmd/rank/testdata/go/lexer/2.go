package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

type tokenKind string

const (
	kindIdentifier tokenKind = "identifier"
	kindKeyword    tokenKind = "keyword"
	kindNumber     tokenKind = "number"
	kindString     tokenKind = "string"
	kindOperator   tokenKind = "operator"
)

var allKinds = []tokenKind{kindIdentifier, kindKeyword, kindNumber, kindString, kindOperator}

var keywords = map[string]bool{"if": true, "else": true, "while": true, "func": true, "return": true, "var": true}

const twoCharacterOperators = "== != <= >= && || += -= *= /= -> :="
const oneCharacterOperators = "+-*/%=<>!(){}[];,.:&|"

var escapes = map[rune]rune{'n': '\n', 't': '\t', '\\': '\\', '"': '"', '0': 0}

type token struct {
	kind   tokenKind
	text   string
	line   int
	column int
}

// lexer walks over the characters and keeps track of the position.
type lexer struct {
	source   []rune
	offset   int
	line     int
	column   int
	tokens   []token
	problems []string
}

// peek returns the character at a distance, 0 behind the end.
func (l *lexer) peek(distance int) rune {
	if l.offset+distance >= len(l.source) {
		return 0
	}
	return l.source[l.offset+distance]
}

func (l *lexer) isAtEnd() bool {
	return l.offset >= len(l.source)
}

func (l *lexer) advance() rune {
	character := l.source[l.offset]
	l.offset++
	l.column++
	if character == '\n' {
		l.line++
		l.column = 1
	}
	return character
}

func (l *lexer) takeWhile(accepts func(rune) bool) string {
	start := l.offset
	for !l.isAtEnd() && accepts(l.peek(0)) {
		l.advance()
	}
	return string(l.source[start:l.offset])
}

func (l *lexer) report(at token, message string) {
	l.problems = append(l.problems, fmt.Sprintf("%d:%d: %s", at.line, at.column, message))
}

func isIdentifierPart(character rune) bool {
	return character == '_' || unicode.IsLetter(character) || unicode.IsDigit(character)
}

func (l *lexer) skipComment(at token) {
	depth := 0
	for !l.isAtEnd() {
		switch {
		case l.peek(0) == '/' && l.peek(1) == '*':
			depth++
			l.advance()
		case l.peek(0) == '*' && l.peek(1) == '/':
			depth--
			l.advance()
		}
		l.advance()
		if depth == 0 {
			return
		}
	}
	l.report(at, "comment is not closed")
}

func (l *lexer) readNumber() string {
	text := l.takeWhile(unicode.IsDigit)
	if l.peek(0) == '.' && unicode.IsDigit(l.peek(1)) {
		text += string(l.advance()) + l.takeWhile(unicode.IsDigit)
	}
	if l.peek(0) == 'e' || l.peek(0) == 'E' {
		signLength := 0
		if l.peek(1) == '+' || l.peek(1) == '-' {
			signLength = 1
		}
		if unicode.IsDigit(l.peek(1 + signLength)) {
			for i := 0; i <= signLength; i++ {
				text += string(l.advance())
			}
			text += l.takeWhile(unicode.IsDigit)
		}
	}
	return text
}

func (l *lexer) readString(at token) string {
	var text strings.Builder
	l.advance()
	for !l.isAtEnd() && l.peek(0) != '\n' {
		character := l.advance()
		if character == '"' {
			return text.String()
		}
		if character == '\\' && !l.isAtEnd() {
			escaped, isKnown := escapes[l.advance()]
			if !isKnown {
				l.report(at, "unknown escape in string")
			}
			character = escaped
		}
		text.WriteRune(character)
	}
	l.report(at, "string is not closed")
	return text.String()
}

func (l *lexer) readOperator(at token) string {
	text := string(l.advance())
	if !l.isAtEnd() && strings.Contains(twoCharacterOperators, text+string(l.peek(0))) && !unicode.IsSpace(l.peek(0)) {
		return text + string(l.advance())
	}
	if !strings.Contains(oneCharacterOperators, text) {
		l.report(at, "unexpected character "+text)
		return ""
	}
	return text
}

func (l *lexer) readNext() {
	current := token{line: l.line, column: l.column}
	character := l.peek(0)
	switch {
	case unicode.IsSpace(character):
		l.advance()
		return
	case character == '/' && l.peek(1) == '/':
		l.takeWhile(func(r rune) bool { return r != '\n' })
		return
	case character == '/' && l.peek(1) == '*':
		l.skipComment(current)
		return
	case unicode.IsDigit(character):
		current.kind, current.text = kindNumber, l.readNumber()
	case character == '"':
		current.kind, current.text = kindString, l.readString(current)
	case isIdentifierPart(character):
		current.kind, current.text = kindIdentifier, l.takeWhile(isIdentifierPart)
		if keywords[current.text] {
			current.kind = kindKeyword
		}
	default:
		current.kind, current.text = kindOperator, l.readOperator(current)
		if current.text == "" {
			return
		}
	}
	l.tokens = append(l.tokens, current)
}

func printTokens(tokens []token) {
	counts := make(map[tokenKind]int)
	for _, current := range tokens {
		fmt.Printf("%4d:%-3d %-10s %q\n", current.line, current.column, current.kind, current.text)
		counts[current.kind]++
	}
	for _, kind := range allKinds {
		fmt.Printf("%-10s %d\n", kind, counts[kind])
	}
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	l := &lexer{source: []rune(string(text)), line: 1, column: 1}
	for !l.isAtEnd() {
		l.readNext()
	}
	printTokens(l.tokens)
	for _, problem := range l.problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if len(l.problems) > 0 {
		os.Exit(1)
	}
}
