package view

import (
	"bytes"
	"strings"
)

// goOn goes on with what the stream is in the middle of, from an offset of src, and
// returns where it stopped: where that ends, or where more has to come first.
func (c *Code) goOn(dst, src []byte, i int, last bool) ([]byte, int) {
	switch c.in {
	case inLineComment:
		return dst, c.lineComment(src, i, last)
	case inBlockComment:
		return dst, c.comment(src, i, last)
	case inString, inText, inTemplate:
		return c.quoted(dst, src, i, last)
	case inVerbatim:
		return c.verbatim(dst, src, i, last)
	case inRaw:
		n := bytes.Index(src[i:], []byte(c.ends))
		if n < 0 {
			return dst, c.rest(src, i, last)
		}
		return c.put(dst, stringLetter, i+n+len(c.ends)), i + n + len(c.ends)
	case inName:
		for i < len(src) && c.r.word[src[i]] {
			i++
		}
		if i < len(src) || last {
			dst = c.put(dst, nameLetter, i)
		}
	case inNumber:
		return c.digits(dst, src, i, last)
	case inHeredoc:
		return c.hereText(dst, src, i, last)
	}
	return dst, i
}

// lineComment goes on with a comment that ends with the line, or with the code.
func (c *Code) lineComment(src []byte, i int, last bool) int {
	n := bytes.IndexByte(src[i:], '\n')
	line := src[i:]
	if n >= 0 {
		line = src[i : i+n]
	}
	if r := bytes.IndexByte(line, '\r'); r >= 0 { // the file may have no other ends of lines
		n, line = r, line[:r]
	}
	if c.out != "" {
		if at := bytes.Index(line, []byte(c.out)); at >= 0 {
			c.in = between
			return i + at
		}
		if n < 0 && !last {
			return max(i, len(src)-len(c.out)+1)
		}
	}
	if n < 0 {
		return len(src)
	}
	c.in = between
	return i + n // the newline tells that a line begins
}

// rest returns how much of src can be passed over when the end of what it is in the
// middle of is not in it: all but what could be the beginning of that end.
func (c *Code) rest(src []byte, i int, last bool) int {
	if last {
		return len(src)
	}
	return max(i, len(src)-len(c.ends)+1)
}

// comment goes on with a comment that has an end of its own. What ends it and what
// begins one within it are looked for each from where the last one was found, so
// that a file of nothing but beginnings takes no longer than another.
func (c *Code) comment(src []byte, i int, last bool) int {
	inner, end := -1, -1 // where they are; less than i: not looked for from there
	for {
		if end < i {
			end = find(src, i, c.ends)
		}
		if c.inner != "" && inner < i {
			inner = find(src, i, c.inner)
		}
		switch {
		case c.inner != "" && inner < end:
			i = inner + len(c.inner)
			c.depth++
		case end == len(src):
			return c.rest(src, i, last)
		default:
			i = end + len(c.ends)
			if c.depth--; c.depth == 0 {
				c.in = between
				return i
			}
		}
	}
}

// find returns where s is in src, from an offset on; the length of src if it is not.
func find(src []byte, i int, s string) int {
	if n := bytes.Index(src[i:], []byte(s)); n >= 0 {
		return i + n
	}
	return len(src)
}

// cut returns both ends of what the table has with … between them.
func cut(both string) (open, end string, ok bool) { return strings.Cut(both, "…") }

// quoted goes on with a string in which a backslash, or what stands for it, takes the
// next character with it.
func (c *Code) quoted(dst, src []byte, i int, last bool) ([]byte, int) {
	quote := c.ends[0]
	for i < len(src) {
		b := src[i]
		if b != quote && int(b) != c.r.quoting && b > '$' {
			i++
			continue
		}
		if len(src)-i < max(len(c.ends), quotedAhead) && !last {
			return dst, i
		}
		switch {
		case b == quote:
			if n := len(c.ends); len(src)-i >= n && string(src[i:i+n]) == c.ends {
				return c.put(dst, stringLetter, i+n), i + n
			}
			i++
		case int(b) == c.r.quoting:
			i = c.escaped(src, i)
		case (b == '\n' || b == '\r') && c.in == inString: // it was none, or is not closed
			return c.put(dst, stringLetter, i), i
		case b == '$' && c.in == inTemplate && i+1 < len(src) && src[i+1] == '{' && c.templates < maxTemplates:
			c.braces[c.templates] = 0
			c.templates++
			dst = c.put(dst, stringLetter, i)
			c.operand = false
			return dst, i + 2
		default:
			i++
		}
	}
	return dst, i
}

// verbatim goes on with a string in which a quote stands twice for itself.
func (c *Code) verbatim(dst, src []byte, i int, last bool) ([]byte, int) {
	for i < len(src) {
		switch {
		case src[i] == '\n', src[i] == '\r':
			return c.put(dst, stringLetter, i), i
		case src[i] != '\'':
			i++
		case i+1 == len(src) && !last:
			return dst, i
		case i+1 < len(src) && src[i+1] == '\'':
			i += 2
		default:
			return c.put(dst, stringLetter, i+1), i + 1
		}
	}
	return dst, i
}

// quotedAhead is how many bytes of a string are looked at to know what stands there.
const quotedAhead = 3

// escaped returns what is behind a backslash in a string and what that takes with
// it. In SQL the backslash takes a quote only in front of a word: some dialects know
// it, and to others 'C:\' is a string.
func (c *Code) escaped(src []byte, i int) int {
	if c.l.Doubtful && i+1 < len(src) && src[i+1] == c.ends[0] && (i+2 >= len(src) || !c.r.word[src[i+2]]) {
		return i + 1
	}
	if i+2 < len(src) && src[i+1] == '\r' && src[i+2] == '\n' {
		return i + 3
	}
	return min(i+2, len(src))
}

// hereText goes on with lines up to one that is c.ends, but for blanks around it and
// a semicolon behind it.
func (c *Code) hereText(dst, src []byte, i int, last bool) ([]byte, int) {
	for i < len(src) {
		n := bytes.IndexByte(src[i:], '\n')
		whole := n >= 0 || last
		if n < 0 {
			n = len(src) - i
		}
		switch {
		case c.lineTail, n > lookahead:
		case !whole:
			return dst, i
		default:
			line := strings.TrimSpace(string(src[i : i+n]))
			if line == c.ends || strings.TrimRight(line, ";,)") == c.ends {
				return c.put(dst, stringLetter, i+n), i + n
			}
		}
		if c.lineTail = !whole; c.lineTail {
			return dst, len(src)
		}
		i = min(i+n+1, len(src))
	}
	return dst, i
}
