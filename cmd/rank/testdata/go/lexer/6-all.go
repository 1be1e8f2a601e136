package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// order of the statistics
var categories = []string{"ident", "keyword", "integer", "float", "string", "operator", "error"}

var language = struct {
	reserved, longOps map[string]bool
	marks             string
	escapes           map[byte]byte
}{
	set("true false var return func for if else while"),
	set("<< >> := -> -- ++ /= *= += -= && || >= <= == !="),
	"()[]{}<>+-*/%=!&|^~?:;,.",
	map[byte]byte{'0': 0, 't': '\t', 'r': '\r', 'n': '\n', '\\': '\\', '"': '"'},
}

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, item := range strings.Fields(list) {
		m[item] = true
	}
	return m
}

func decimal(c byte) bool { return '0' <= c && c <= '9' }

func wordly(c byte) bool {
	lower := c | ' '
	return c == '_' || 'a' <= lower && lower <= 'z'
}

func either(c byte) bool { return wordly(c) || decimal(c) }

// prefix measures how many bytes at the beginning satisfy ok.
func prefix(text string, ok func(byte) bool) int {
	n := 0
	for n < len(text) && ok(text[n]) {
		n++
	}
	return n
}

// report prints what is found at once and counts it.
type report struct {
	full    string
	totals  map[string]int
	lineNo  int
	lineEnd int // offset behind the last newline
}

func (r *report) tell(category, value string, rest string) {
	col := len(r.full) - len(rest) - r.lineEnd + 1
	r.tellAt(category, value, r.lineNo, col)
}

func (r *report) tellAt(category, value string, line, col int) {
	fmt.Printf("%d:%d\t%-8s %q\n", line, col, category, value)
	r.totals[category]++
}

func (r *report) breakLine(rest string) {
	r.lineEnd = len(r.full) - len(rest) + 1
	r.lineNo++
}

// Every eater is given the rest of the input and returns what remains of it.

func (r *report) eatComment(rest string) string {
	line, col := r.lineNo, len(r.full)-len(rest)-r.lineEnd+1
	left := rest[2:]
	for depth := 1; left != ""; {
		skip := 1
		if strings.HasPrefix(left, "/*") {
			skip = 2
			depth++
		} else if strings.HasPrefix(left, "*/") {
			skip = 2
			depth--
		} else if left[0] == '\n' {
			r.breakLine(left)
		}
		left = left[skip:]
		if depth == 0 {
			return left
		}
	}
	r.tellAt("error", "comment is not closed", line, col)
	return left
}

func (r *report) eatString(rest string) string {
	var value strings.Builder
	left := rest[1:]
	for left != "" && left[0] != '\n' {
		head := left[0]
		left = left[1:]
		switch head {
		case '"':
			r.tell("string", value.String(), rest)
			return left
		case '\\':
			var code byte
			if left != "" {
				code = left[0]
			}
			if c, known := language.escapes[code]; known && left != "" {
				value.WriteByte(c)
			} else {
				r.tell("error", fmt.Sprintf("unknown escape \\%c", code), "\\"+left)
			}
			if left != "" {
				left = left[1:]
			}
		default:
			value.WriteByte(head)
		}
	}
	r.tell("error", "string is not closed", rest)
	return left
}

func (r *report) eatNumber(rest string) string {
	category := "integer"
	n := prefix(rest, decimal)
	if n+1 < len(rest) && rest[n] == '.' && decimal(rest[n+1]) {
		category = "float"
		n += 1 + prefix(rest[n+1:], decimal)
	}
	if n < len(rest) && strings.IndexByte("eE", rest[n]) >= 0 {
		category = "float"
		n++
		if n < len(rest) && (rest[n] == '-' || rest[n] == '+') {
			n++
		}
		power := prefix(rest[n:], decimal)
		if power == 0 {
			r.tell("error", "exponent without digits", rest)
			return rest[n:]
		}
		n += power
	}
	if junk := prefix(rest[n:], either); junk == 0 {
		r.tell(category, rest[:n], rest)
	} else {
		n += junk
		r.tell("error", "bad number "+rest[:n], rest)
	}
	return rest[n:]
}

func (r *report) eatWord(rest string) string {
	n := prefix(rest, either)
	category := map[bool]string{true: "keyword", false: "ident"}[language.reserved[rest[:n]]]
	r.tell(category, rest[:n], rest)
	return rest[n:]
}

func (r *report) eatMark(rest string) string {
	n := 1
	if len(rest) > 1 && language.longOps[rest[:2]] {
		n = 2
	}
	r.tell("operator", rest[:n], rest)
	return rest[n:]
}

func (r *report) eat(rest string) string {
	c := rest[0]
	if decimal(c) {
		return r.eatNumber(rest)
	} else if wordly(c) {
		return r.eatWord(rest)
	} else if strings.HasPrefix(rest, "//") {
		return rest[prefix(rest, func(c byte) bool { return c != '\n' }):]
	} else if strings.HasPrefix(rest, "/*") {
		return r.eatComment(rest)
	} else if c == '"' {
		return r.eatString(rest)
	} else if strings.IndexByte(language.marks, c) >= 0 {
		return r.eatMark(rest)
	}
	switch c {
	case '\n':
		r.breakLine(rest)
	case '\r', '\t', ' ':
	default:
		r.tell("error", fmt.Sprintf("stray byte %#02x", c), rest)
	}
	return rest[1:]
}

func main() {
	raw, err := io.ReadAll(os.Stdin)
	status := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		r := &report{full: string(raw), totals: map[string]int{}, lineNo: 1}
		rest := r.full
		for rest != "" {
			rest = r.eat(rest)
		}
		for _, category := range categories {
			if n := r.totals[category]; n != 0 {
				fmt.Printf("%6d %s\n", n, category)
			}
		}
		if r.totals["error"] == 0 {
			status = 0
		}
	}
	os.Exit(status)
}
