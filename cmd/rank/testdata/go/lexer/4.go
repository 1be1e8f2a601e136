package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// the text and the place in it
var text string
var pos int
var line = 1
var column = 1
var counts = map[string]int{}
var errorCount = 0

var keywords = []string{"if", "else", "while", "func", "return", "var", "true", "false"}
var twoChars = []string{"==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "->", ":="}

// the character with this distance, 0 after the end
func look(distance int) byte {
	if pos+distance < len(text) {
		return text[pos+distance]
	}
	return 0
}

func next() byte {
	c := text[pos]
	pos++
	if c == '\n' {
		line++
		column = 1
	} else {
		column++
	}
	return c
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool {
	return c >= '0' && c <= '9'
}

func token(l int, c int, kind string, value string) {
	fmt.Printf("%d:%d %s %s\n", l, c, kind, value)
	counts[kind]++
}

func problem(l int, c int, message string) {
	fmt.Printf("%d:%d error: %s\n", l, c, message)
	errorCount++
}

func scan() {
	for pos < len(text) {
		l := line
		c := column
		ch := look(0)
		begin := pos
		if ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' {
			next()
		} else if ch == '/' && look(1) == '/' {
			for pos < len(text) && look(0) != '\n' {
				next()
			}
		} else if ch == '/' && look(1) == '*' {
			// comments can be inside of comments
			depth := 0
			for pos < len(text) {
				if look(0) == '/' && look(1) == '*' {
					depth++
					next()
					next()
				} else if look(0) == '*' && look(1) == '/' {
					depth--
					next()
					next()
					if depth == 0 {
						break
					}
				} else {
					next()
				}
			}
			if depth > 0 {
				problem(l, c, "comment is not closed")
			}
		} else if isLetter(ch) {
			for isLetter(look(0)) || isDigit(look(0)) {
				next()
			}
			kind := "identifier"
			for _, k := range keywords {
				if k == text[begin:pos] {
					kind = "keyword"
				}
			}
			token(l, c, kind, text[begin:pos])
		} else if isDigit(ch) {
			kind := "integer"
			for isDigit(look(0)) {
				next()
			}
			if look(0) == '.' && isDigit(look(1)) {
				kind = "float"
				next()
				for isDigit(look(0)) {
					next()
				}
			}
			if look(0) == 'e' || look(0) == 'E' {
				kind = "float"
				next()
				if look(0) == '+' || look(0) == '-' {
					next()
				}
				if !isDigit(look(0)) {
					problem(l, c, "exponent without digits")
					continue
				}
				for isDigit(look(0)) {
					next()
				}
			}
			token(l, c, kind, text[begin:pos])
		} else if ch == '"' {
			next()
			value := ""
			closed := false
			for pos < len(text) && look(0) != '\n' {
				s := next()
				if s == '"' {
					closed = true
					break
				}
				if s == '\\' && pos < len(text) {
					e := next()
					if e == 'n' {
						value = value + "\n"
					} else if e == 't' {
						value = value + "\t"
					} else if e == '"' || e == '\\' {
						value = value + string(e)
					} else {
						problem(line, column-2, "unknown escape \\"+string(e))
					}
				} else {
					value = value + text[pos-1:pos]
				}
			}
			if closed {
				token(l, c, "string", fmt.Sprintf("%q", value))
			} else {
				problem(l, c, "string is not closed")
			}
		} else {
			// operators, first try the long ones
			found := false
			for _, o := range twoChars {
				if strings.HasPrefix(text[pos:], o) {
					next()
					next()
					token(l, c, "operator", o)
					found = true
					break
				}
			}
			if found {
				continue
			}
			next()
			if strings.IndexByte("+-*/%=<>!", ch) >= 0 {
				token(l, c, "operator", string(ch))
			} else if strings.IndexByte("(){}[],;:.", ch) >= 0 {
				token(l, c, "bracket", string(ch))
			} else {
				problem(l, c, fmt.Sprintf("unexpected %q", ch))
			}
		}
	}
}

func main() {
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	text = string(data)
	scan()
	fmt.Println("--")
	kinds := []string{"identifier", "keyword", "integer", "float", "string", "operator", "bracket"}
	for _, k := range kinds {
		if counts[k] > 0 {
			fmt.Printf("%-12s %d\n", k, counts[k])
		}
	}
	fmt.Println("errors", errorCount)
	if errorCount > 0 {
		os.Exit(1)
	}
}
