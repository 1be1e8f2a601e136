package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

type sort uint8

const (
	name sort = iota
	reserved
	whole
	real
	quoted
	sign
	wrong
	sorts
)

// label of a sort in the output
func (s sort) label() string {
	switch s {
	case name:
		return "ident"
	case reserved:
		return "keyword"
	case whole:
		return "integer"
	case real:
		return "float"
	case quoted:
		return "string"
	case sign:
		return "operator"
	}
	return "error"
}

const (
	alpha = 1 << iota
	numeric
	blank
	punct
)

const words = " if else while for func return var true false "
const doubles = "== != <= >= && || += -= *= /= ++ -- -> := << >>"

// group computes the class of a byte.
func group(b byte) int {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', b == '_':
		return alpha
	case '0' <= b && b <= '9':
		return numeric
	case b == ' ', b == '\t', b == '\r', b == '\n':
		return blank
	case b != 0 && strings.IndexByte("+-*/%=<>!&|^~?:;,.(){}[]", b) >= 0:
		return punct
	}
	return 0
}

type lexeme struct {
	sort        sort
	row, column int
	value       string
}

type reader struct {
	input    string
	at       int
	row      int
	rowStart int
	found    []lexeme
}

// look gives 0 if there is nothing.
func (r *reader) look(n int) byte {
	if r.at+n >= len(r.input) {
		return 0
	}
	return r.input[r.at+n]
}

func (r *reader) nextRow(at int) {
	r.rowStart = at + 1
	r.row++
}

func (r *reader) put(s sort, begin int, value string) {
	r.found = append(r.found, lexeme{s, r.row, begin - r.rowStart + 1, value})
}

// inside skips the rest of a comment and of the comments in it; false at the
// end of the input.
func (r *reader) inside() bool {
	for r.at < len(r.input) {
		if strings.HasPrefix(r.input[r.at:], "*/") {
			r.at += 2
			return true
		}
		if strings.HasPrefix(r.input[r.at:], "/*") {
			r.at += 2
			if !r.inside() {
				return false
			}
			continue
		}
		if r.input[r.at] == '\n' {
			r.nextRow(r.at)
		}
		r.at++
	}
	return false
}

// while passes over bytes of the given groups.
func (r *reader) while(groups int) {
	if group(r.look(0))&groups == 0 {
		return
	}
	r.at++
	r.while(groups)
}

func (r *reader) numeral(begin int) {
	s := whole
	r.while(numeric)
	if r.look(0) == '.' && group(r.look(1)) == numeric {
		s = real
		r.at++
		r.while(numeric)
	}
	switch r.look(0) {
	case 'e', 'E':
		s = real
		switch r.look(1) {
		case '+', '-':
			r.at++
		}
		r.at++
		if group(r.look(0)) != numeric {
			r.put(wrong, begin, "exponent without digits")
			return
		}
		r.while(numeric)
	}
	if group(r.look(0)) != alpha {
		r.put(s, begin, r.input[begin:r.at])
	} else {
		r.while(alpha | numeric)
		r.put(wrong, begin, "bad number "+r.input[begin:r.at])
	}
}

func (r *reader) quote(begin int) {
	var value []byte
	closed := false
	r.at++
	for !closed && r.at < len(r.input) && r.look(0) != '\n' {
		b := r.look(0)
		if b == '"' {
			closed = true
		} else if b != '\\' {
			value = append(value, b)
		} else {
			r.at++
			switch e := r.look(0); e {
			case 'n':
				value = append(value, '\n')
			case 'r':
				value = append(value, '\r')
			case 't':
				value = append(value, '\t')
			case '0':
				value = append(value, 0)
			case '"', '\\':
				value = append(value, e)
			default:
				r.put(wrong, r.at-1, fmt.Sprintf("unknown escape \\%c", e))
			}
		}
		r.at++
	}
	if closed {
		r.put(quoted, begin, string(value))
	} else {
		r.put(wrong, begin, "string is not closed")
	}
}

func (r *reader) step() {
	begin := r.at
	b := r.input[begin]
	if g := group(b); g == blank {
		if b == '\n' {
			r.nextRow(begin)
		}
		r.at++
	} else if g == alpha {
		r.while(alpha | numeric)
		word := r.input[begin:r.at]
		s := reserved
		if !strings.Contains(words, " "+word+" ") {
			s = name
		}
		r.put(s, begin, word)
	} else if g == numeric {
		r.numeral(begin)
	} else if b == '"' {
		r.quote(begin)
	} else if g != punct {
		r.at++
		r.put(wrong, begin, fmt.Sprintf("stray byte %#02x", b))
	} else if b != '/' || r.look(1) != '*' && r.look(1) != '/' {
		r.at++
		if n := r.look(0); group(n) == punct && strings.Contains(doubles, string([]byte{b, n})) {
			r.at++
		}
		r.put(sign, begin, r.input[begin:r.at])
	} else if r.look(1) == '/' {
		rest := strings.IndexByte(r.input[begin:], '\n')
		if rest < 0 {
			rest = len(r.input) - begin
		}
		r.at += rest
	} else {
		row, column := r.row, begin-r.rowStart+1
		r.at += 2
		if !r.inside() {
			r.found = append(r.found, lexeme{wrong, row, column, "comment is not closed"})
		}
	}
}

func main() {
	input, err := io.ReadAll(os.Stdin)
	if err == nil {
		r := reader{input: string(input), row: 1}
		for r.at < len(r.input) {
			r.step()
		}
		var numbers [sorts]int
		for i := 0; i < len(r.found); i++ {
			f := r.found[i]
			fmt.Printf("%d:%d\t%-8s %q\n", f.row, f.column, f.sort.label(), f.value)
			numbers[f.sort]++
		}
		s := sort(0)
		for s < sorts {
			if numbers[s] != 0 {
				fmt.Printf("%6d %s\n", numbers[s], s.label())
			}
			s++
		}
		if numbers[wrong] == 0 {
			return
		}
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1)
}
