package records

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// maxDepth is how deeply objects and arrays may be nested, as in encoding/json.
const maxDepth = 10000

// jsonScan scans one JSON text and notes the positions of the wanted fields. It
// accepts what encoding/json accepts: strings may hold bytes that are not UTF-8,
// and names may repeat.
//
// It is written by hand for speed. A decoder built on jsontext of
// github.com/go-json-experiment/json (August 2026) passed the same tests with 200
// lines fewer, but took 1.6 times as long on English records of 2 KB, 4 times on
// Chinese ones and 2.7 times on Chinese written as \u escapes. A whole run with
// simhash then used 8 %, 16 % and 22 % more processor time, one with the method
// exact 30 %, 57 % and 99 % more.
//
// The methods take the position of the next byte and return the position after
// what they read, or -1 with reason and at set.
type jsonScan struct {
	data   []byte
	slots  []jsonValue
	reason string
	at     int
}

// fail records a fault at a position.
func (s *jsonScan) fail(at int, reason string) int {
	s.at, s.reason = at, reason
	return -1
}

// unexpected records that a position holds something other than what was expected.
func (s *jsonScan) unexpected(at int, expected string) int {
	if at >= len(s.data) {
		return s.fail(len(s.data), "unexpected end, expected "+expected)
	}
	return s.fail(at, fmt.Sprintf("unexpected %q, expected %s", s.data[at], expected))
}

// space returns the position of the next byte that is not white space.
func (s *jsonScan) space(i int) int {
	for i < len(s.data) {
		switch s.data[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// document scans a text, which must be one object and nothing else.
func (s *jsonScan) document(n *jsonNode) bool {
	i := s.space(0)
	if i == len(s.data) || s.data[i] != '{' {
		return s.unexpected(i, "a JSON object") >= 0
	}
	if i = s.object(i+1, n, 1); i < 0 {
		return false
	}
	if i = s.space(i); i < len(s.data) {
		return s.unexpected(i, "the end of the line") >= 0
	}
	return true
}

// object scans an object after its brace, and stores the wanted fields below n. n is
// nil if none is wanted.
func (s *jsonScan) object(i int, n *jsonNode, depth int) int {
	if depth > maxDepth {
		return s.fail(i-1, "objects and arrays are nested more than 10,000 deep")
	}
	if i = s.space(i); i < len(s.data) && s.data[i] == '}' {
		return i + 1
	}
	for {
		if i = s.space(i); i >= len(s.data) || s.data[i] != '"' {
			return s.unexpected(i, "the name of a field")
		}
		end, escaped := s.text(i + 1)
		if end < 0 {
			return -1
		}
		child := n.child(s.data[i+1:end], escaped)
		if i = s.space(end + 1); i >= len(s.data) || s.data[i] != ':' {
			return s.unexpected(i, "a colon")
		}
		if i = s.field(s.space(i+1), child, depth); i < 0 {
			return -1
		}
		i = s.space(i)
		switch {
		case i < len(s.data) && s.data[i] == ',':
			i++
		case i < len(s.data) && s.data[i] == '}':
			return i + 1
		default:
			return s.unexpected(i, "a comma or a closing brace")
		}
	}
}

// field scans the value of a field, and stores it if it is wanted. If a name repeats,
// the last value counts and the fields inside the earlier one are cleared.
func (s *jsonScan) field(i int, n *jsonNode, depth int) int {
	if n == nil {
		return s.value(i, depth)
	}
	n.clear(s.slots)
	if i < len(s.data) && s.data[i] == '"' {
		end, escaped := s.text(i + 1)
		if end >= 0 {
			n.set(s.slots, jsonValue{jsonString, escaped, s.data[i+1 : end]})
			end++
		}
		return end
	}
	var end int
	if i < len(s.data) && s.data[i] == '{' {
		end = s.object(i+1, n, depth+1)
	} else {
		end = s.value(i, depth)
	}
	if end >= 0 {
		n.set(s.slots, jsonValue{typeOf(s.data[i]), false, s.data[i:end]})
	}
	return end
}

// value skips a value.
func (s *jsonScan) value(i, depth int) int {
	if i >= len(s.data) {
		return s.unexpected(i, "a value")
	}
	switch c := s.data[i]; {
	case c == '"':
		end, _ := s.text(i + 1)
		if end < 0 {
			return -1
		}
		return end + 1
	case c == '{':
		return s.object(i+1, nil, depth+1)
	case c == '[':
		return s.array(i+1, depth+1)
	case c == '-' || c >= '0' && c <= '9':
		return s.number(i)
	case c == 't':
		return s.literal(i, "true")
	case c == 'f':
		return s.literal(i, "false")
	case c == 'n':
		return s.literal(i, "null")
	}
	return s.unexpected(i, "a value")
}

// array skips an array after its bracket.
func (s *jsonScan) array(i, depth int) int {
	if depth > maxDepth {
		return s.fail(i-1, "objects and arrays are nested more than 10,000 deep")
	}
	if i = s.space(i); i < len(s.data) && s.data[i] == ']' {
		return i + 1
	}
	for {
		if i = s.value(s.space(i), depth); i < 0 {
			return -1
		}
		i = s.space(i)
		switch {
		case i < len(s.data) && s.data[i] == ',':
			i++
		case i < len(s.data) && s.data[i] == ']':
			return i + 1
		default:
			return s.unexpected(i, "a comma or a closing bracket")
		}
	}
}

// literal skips true, false or null.
func (s *jsonScan) literal(i int, word string) int {
	if len(s.data)-i < len(word) || string(s.data[i:i+len(word)]) != word {
		return s.unexpected(i, "a value")
	}
	return i + len(word)
}

// number skips a number.
func (s *jsonScan) number(i int) int {
	if s.data[i] == '-' {
		i++
	}
	switch {
	case i < len(s.data) && s.data[i] == '0':
		i++
	default:
		if i = s.digits(i); i < 0 {
			return -1
		}
	}
	if i < len(s.data) && s.data[i] == '.' {
		if i = s.digits(i + 1); i < 0 {
			return -1
		}
	}
	if i < len(s.data) && s.data[i]|0x20 == 'e' {
		i++
		if i < len(s.data) && (s.data[i] == '+' || s.data[i] == '-') {
			i++
		}
		return s.digits(i)
	}
	return i
}

// digits skips one or more digits.
func (s *jsonScan) digits(i int) int {
	begin := i
	for i < len(s.data) && s.data[i]-'0' <= 9 {
		i++
	}
	if i == begin {
		return s.unexpected(i, "a digit")
	}
	return i
}

// text scans a string after its opening quote. It returns the position of the closing
// quote, and whether the string has a backslash.
func (s *jsonScan) text(i int) (end int, escaped bool) {
	for {
		if i = plainText(s.data, i); i >= len(s.data) {
			return s.fail(len(s.data), "unexpected end inside a string"), false
		}
		switch c := s.data[i]; {
		case c == '"':
			return i, escaped
		case c < 0x20:
			return s.fail(i, fmt.Sprintf("the control character %q in a string is not escaped", c)), false
		}
		escaped = true
		if i = s.escapes(i); i < 0 {
			return -1, false
		}
	}
}

// escapes skips an escape sequence and all that directly follow it. Many programs
// write Chinese as an unbroken run of \u escapes.
func (s *jsonScan) escapes(i int) int {
	data := s.data
	for {
		for len(data)-i >= 6 && data[i] == '\\' && data[i+1] == 'u' {
			h := data[i+2 : i+6 : i+6]
			if hexDigits[h[0]]|hexDigits[h[1]]|hexDigits[h[2]]|hexDigits[h[3]] > 15 {
				break
			}
			i += 6
		}
		if i >= len(data) || data[i] != '\\' {
			return i
		}
		if i+1 == len(data) {
			return s.fail(len(data), "unexpected end inside a string")
		}
		switch data[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			i += 2
		case 'u':
			return s.fail(i, `\u is not followed by four hexadecimal digits`)
		default:
			return s.fail(i, fmt.Sprintf("%q is not an escape sequence", data[i:i+2]))
		}
	}
}

// plainText returns the position of the next quote, backslash or control character
// from i on. It compares eight bytes at a time.
func plainText(data []byte, i int) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for ; i+8 <= len(data); i += 8 {
		v := binary.LittleEndian.Uint64(data[i:])
		quote := v ^ ones*'"'
		slash := v ^ ones*'\\'
		// A borrow can mark bytes above a correctly marked one, never below it, so
		// the lowest mark is correct.
		found := ((quote-ones)&^quote | (slash-ones)&^slash | (v-ones*0x20)&^v) & highs
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(data); i++ {
		if c := data[i]; c == '"' || c == '\\' || c < 0x20 {
			return i
		}
	}
	return i
}
