package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

const (
	ident = iota
	keyword
	number
	str
	op
	bad
	kinds
)

var (
	kindName = [kinds]string{"ident", "keyword", "number", "string", "op", "error"}
	words    = " if else while for func return var true false "
	ops2     = " == != <= >= && || += -= *= /= -> := ++ -- "
	ops1     = "+-*/%=<>!(){}[],;:.&|"
)

type token struct {
	kind      int
	text      string
	line, col int
}

type lexer struct {
	s         string
	p         int
	line, col int
	out       []token
	cnt       [kinds]int
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func digit(c byte) bool {
	return c >= '0' && c <= '9'
}

// at is the byte n places ahead, 0 beyond the end.
func (l *lexer) at(n int) byte {
	if l.p+n >= len(l.s) {
		return 0
	}
	return l.s[l.p+n]
}

func (l *lexer) skip(n int) {
	for ; n > 0 && l.p < len(l.s); n-- {
		if l.s[l.p] == '\n' {
			l.line++
			l.col = 0
		}
		l.col++
		l.p++
	}
}

func (l *lexer) add(k int, t string, line, col int) {
	l.out = append(l.out, token{k, t, line, col})
	l.cnt[k]++
}

func (l *lexer) comment() {
	line, col, d := l.line, l.col, 0
	for l.p < len(l.s) {
		switch {
		case l.at(0) == '/' && l.at(1) == '*':
			d++
			l.skip(2)
		case l.at(0) == '*' && l.at(1) == '/':
			d--
			l.skip(2)
			if d == 0 {
				return
			}
		default:
			l.skip(1)
		}
	}
	l.add(bad, "comment is not closed", line, col)
}

func (l *lexer) numeral() {
	n, line, col := 0, l.line, l.col
	for digit(l.at(n)) {
		n++
	}
	if l.at(n) == '.' && digit(l.at(n+1)) {
		for n++; digit(l.at(n)); n++ {
		}
	}
	k := number
	if l.at(n) == 'e' || l.at(n) == 'E' {
		n++
		if l.at(n) == '+' || l.at(n) == '-' {
			n++
		}
		if !digit(l.at(n)) {
			k = bad
		}
		for digit(l.at(n)) {
			n++
		}
	}
	for letter(l.at(n)) {
		n++
		k = bad
	}
	t := l.s[l.p : l.p+n]
	if k == bad {
		t = "bad number " + t
	}
	l.skip(n)
	l.add(k, t, line, col)
}

func (l *lexer) text() {
	line, col := l.line, l.col
	var b []byte
	l.skip(1)
	for l.at(0) != '"' {
		c := l.at(0)
		if c == 0 || c == '\n' {
			l.add(bad, "string is not closed", line, col)
			return
		}
		if c == '\\' {
			i := strings.IndexByte("nt\"\\0", l.at(1))
			if i < 0 {
				l.add(bad, "unknown escape", l.line, l.col)
				l.skip(1)
				continue
			}
			c = "\n\t\"\\\x00"[i]
			l.skip(1)
		}
		b = append(b, c)
		l.skip(1)
	}
	l.skip(1)
	l.add(str, fmt.Sprintf("%q", b), line, col)
}

func (l *lexer) run() {
	for l.p < len(l.s) {
		c := l.at(0)
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.skip(1)
		case c == '/' && l.at(1) == '/':
			for l.p < len(l.s) && l.at(0) != '\n' {
				l.skip(1)
			}
		case c == '/' && l.at(1) == '*':
			l.comment()
		case c == '"':
			l.text()
		case digit(c):
			l.numeral()
		case letter(c):
			n := 1
			for letter(l.at(n)) || digit(l.at(n)) {
				n++
			}
			t, k := l.s[l.p:l.p+n], ident
			if strings.Contains(words, " "+t+" ") {
				k = keyword
			}
			l.add(k, t, l.line, l.col)
			l.skip(n)
		default:
			n, k := 1, op
			if l.p+2 <= len(l.s) && strings.Contains(ops2, " "+l.s[l.p:l.p+2]+" ") {
				n = 2
			} else if strings.IndexByte(ops1, c) < 0 {
				k = bad
			}
			l.add(k, l.s[l.p:l.p+n], l.line, l.col)
			l.skip(n)
		}
	}
}

func main() {
	b, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	l := &lexer{s: string(b), line: 1, col: 1}
	l.run()
	for _, t := range l.out {
		fmt.Printf("%4d:%-3d %-8s %s\n", t.line, t.col, kindName[t.kind], t.text)
	}
	for i := 0; i < kinds; i++ {
		fmt.Printf("%-8s %d\n", kindName[i], l.cnt[i])
	}
	if l.cnt[bad] > 0 {
		os.Exit(1)
	}
}
