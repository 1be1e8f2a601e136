package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

type kind uint8

const (
	ident kind = iota
	keyword
	integer
	float
	str
	operator
	bad
	kinds
)

var kindNames = [kinds]string{"ident", "keyword", "integer", "float", "string", "operator", "error"}

// Character classes, filled once by init.
const (
	letter = 1 << iota
	digit
	space
	single
)

var class [256]uint8

const keywords = " if else while for func return var true false "
const pairs = "== != <= >= && || += -= *= /= ++ -- -> := << >>"

func init() {
	for c := 'a'; c <= 'z'; c++ {
		class[c] = letter
		class[c-'a'+'A'] = letter
	}
	class['_'] = letter
	for c := '0'; c <= '9'; c++ {
		class[c] = digit
	}
	for _, c := range " \t\r\n" {
		class[c] = space
	}
	for _, c := range "+-*/%=<>!&|^~?:;,.(){}[]" {
		class[c] = single
	}
}

type token struct {
	kind      kind
	line, col int
	text      string
}

type lexer struct {
	src       string
	pos       int
	line      int
	lineStart int
	tokens    []token
}

// peek returns 0 behind the end.
func (l *lexer) peek(ahead int) byte {
	if l.pos+ahead < len(l.src) {
		return l.src[l.pos+ahead]
	}
	return 0
}

func (l *lexer) newline(at int) {
	l.line++
	l.lineStart = at + 1
}

func (l *lexer) add(k kind, start int, text string) {
	l.tokens = append(l.tokens, token{k, l.line, start - l.lineStart + 1, text})
}

// comment skips a nested comment; the position is behind the first "/*".
func (l *lexer) comment(start int) {
	line, lineStart := l.line, l.lineStart
	depth := 1
	for depth > 0 {
		switch c := l.peek(0); {
		case l.pos >= len(l.src):
			l.tokens = append(l.tokens, token{bad, line, start - lineStart + 1, "comment is not closed"})
			return
		case c == '*' && l.peek(1) == '/':
			depth--
			l.pos++
		case c == '/' && l.peek(1) == '*':
			depth++
			l.pos++
		case c == '\n':
			l.newline(l.pos)
		}
		l.pos++
	}
}

func (l *lexer) number(start int) {
	const (
		whole = iota
		fraction
		exponent
	)
	state := whole
	for ; ; l.pos++ {
		c := l.peek(0)
		if class[c]&digit != 0 {
			continue
		}
		if c == '.' && state == whole && class[l.peek(1)]&digit != 0 {
			state = fraction
			continue
		}
		if c|0x20 != 'e' || state == exponent {
			break
		}
		state = exponent
		if s := l.peek(1); s == '+' || s == '-' {
			l.pos++
		}
		if class[l.peek(1)]&digit == 0 {
			l.pos++
			l.add(bad, start, "exponent without digits")
			return
		}
	}
	if class[l.peek(0)]&letter != 0 {
		for class[l.peek(0)]&(letter|digit) != 0 {
			l.pos++
		}
		l.add(bad, start, "bad number "+l.src[start:l.pos])
		return
	}
	if state == whole {
		l.add(integer, start, l.src[start:l.pos])
	} else {
		l.add(float, start, l.src[start:l.pos])
	}
}

func (l *lexer) text(start int) {
	const from, to = `nrt0"\`, "\n\r\t\x00\"\\"
	var out []byte
	for l.pos++; ; l.pos++ {
		c := l.peek(0)
		if c == '\n' || l.pos >= len(l.src) {
			l.add(bad, start, "string is not closed")
			return
		}
		if c == '"' {
			break
		}
		if c == '\\' {
			l.pos++
			i := strings.IndexByte(from, l.peek(0))
			if i < 0 {
				l.add(bad, l.pos-1, fmt.Sprintf("unknown escape \\%c", l.peek(0)))
				continue
			}
			c = to[i]
		}
		out = append(out, c)
	}
	l.pos++
	l.add(str, start, string(out))
}

func (l *lexer) run() {
	for l.pos < len(l.src) {
		start := l.pos
		c := l.src[start]
		switch {
		case c == '\n':
			l.newline(start)
			l.pos++
		case class[c]&space != 0:
			l.pos++
		case class[c]&letter != 0:
			for class[l.peek(0)]&(letter|digit) != 0 {
				l.pos++
			}
			word := l.src[start:l.pos]
			if strings.Contains(keywords, " "+word+" ") {
				l.add(keyword, start, word)
			} else {
				l.add(ident, start, word)
			}
		case class[c]&digit != 0:
			l.number(start)
		case c == '"':
			l.text(start)
		case c == '/' && l.peek(1) == '*':
			l.pos += 2
			l.comment(start)
		case c == '/' && l.peek(1) == '/':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
		case class[c]&single != 0:
			l.pos++
			if n := l.peek(0); class[n]&single != 0 && strings.Contains(pairs, string([]byte{c, n})) {
				l.pos++
			}
			l.add(operator, start, l.src[start:l.pos])
		default:
			l.pos++
			l.add(bad, start, fmt.Sprintf("stray byte %#02x", c))
		}
	}
}

func main() {
	src, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	l := lexer{src: string(src), line: 1}
	l.run()
	var count [kinds]int
	for _, t := range l.tokens {
		count[t.kind]++
		fmt.Printf("%d:%d\t%-8s %q\n", t.line, t.col, kindNames[t.kind], t.text)
	}
	for k, n := range count {
		if n > 0 {
			fmt.Printf("%6d %s\n", n, kindNames[k])
		}
	}
	if count[bad] > 0 {
		os.Exit(1)
	}
}
