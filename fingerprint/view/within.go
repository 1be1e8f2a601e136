package view

import (
	"bytes"
	"strings"
)

// resume continues the token that the stream is inside of, at index i of src. It
// returns the index where it stopped: the end of the token, or the point from which
// it needs more input.
func (c *codeViewer) resume(dst, src []byte, i int, last bool) ([]byte, int) {
	switch c.in {
	case inLineComment, inBlockComment:
		if c.in == inLineComment {
			i = c.lineComment(src, i, last)
		} else {
			i = c.comment(src, i, last)
		}
		if c.lexed != nil && (c.in == between || last) {
			c.lexed(0, c.start, c.at+i)
		}
	case inString, inText, inTemplate:
		return c.quoted(dst, src, i, last)
	case inVerbatim:
		return c.verbatim(dst, src, i, last)
	case inRaw:
		n := bytes.Index(src[i:], []byte(c.ends))
		if n < 0 {
			return dst, c.rest(src, i, last)
		}
		return c.put(dst, stringToken, i+n+len(c.ends)), i + n + len(c.ends)
	case inName:
		for i < len(src) && c.r.word[src[i]] {
			i++
		}
		if i < len(src) || last {
			dst = c.put(dst, nameToken, i)
		}
	case inNumber:
		return c.digits(dst, src, i, last)
	case inHeredoc:
		return c.hereText(dst, src, i, last)
	case inProgram:
		return c.continueProgram(dst, src, i, last)
	}
	return dst, i
}

// lineComment continues a comment that ends with the line or with the code.
func (c *codeViewer) lineComment(src []byte, i int, last bool) int {
	n := bytes.IndexByte(src[i:], '\n')
	line := src[i:]
	if n >= 0 {
		line = src[i : i+n]
	}
	if r := bytes.IndexByte(line, '\r'); r >= 0 { // CR may be the only line end of the file
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
	return i + n // leave the newline, which starts the next line
}

// rest returns the index up to which src can be skipped if it does not contain the
// closing delimiter: everything except a possible prefix of it.
func (c *codeViewer) rest(src []byte, i int, last bool) int {
	if last {
		return len(src)
	}
	return max(i, len(src)-len(c.ends)+1)
}

// comment continues a block comment. Each delimiter is searched for from its last
// occurrence on, so that a file that consists of opening delimiters takes no longer
// than others.
func (c *codeViewer) comment(src []byte, i int, last bool) int {
	inner, end := -1, -1 // positions; a value below i is out of date
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

// find returns the index of s in src from index i on, or len(src).
func find(src []byte, i int, s string) int {
	if n := bytes.Index(src[i:], []byte(s)); n >= 0 {
		return i + n
	}
	return len(src)
}

// quoted continues a string with an escape character.
func (c *codeViewer) quoted(dst, src []byte, i int, last bool) ([]byte, int) {
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
				return c.put(dst, stringToken, i+n), i + n
			}
			i++
		case int(b) == c.r.quoting:
			i = c.escaped(src, i)
		case (b == '\n' || b == '\r') && c.in == inString: // unterminated, or not a string after all
			return c.put(dst, stringToken, i), i
		case b == '$' && c.in == inTemplate && i+1 < len(src) && src[i+1] == '{' && c.templates < maxTemplates:
			c.braces[c.templates] = 0
			c.templates++
			dst = c.put(dst, stringToken, i)
			c.operand = false
			return dst, i + 2
		default:
			i++
		}
	}
	return dst, i
}

// verbatim continues a string in which a doubled quote stands for one quote.
func (c *codeViewer) verbatim(dst, src []byte, i int, last bool) ([]byte, int) {
	for i < len(src) {
		switch {
		case src[i] == '\n', src[i] == '\r':
			return c.put(dst, stringToken, i), i
		case src[i] != '\'':
			i++
		case i+1 == len(src) && !last:
			return dst, i
		case i+1 < len(src) && src[i+1] == '\'':
			i += 2
		default:
			return c.put(dst, stringToken, i+1), i + 1
		}
	}
	return dst, i
}

// quotedAhead is how many bytes must be examined to classify a byte of a string.
const quotedAhead = 3

// escaped returns the index after the escape sequence at index i. In SQL a backslash
// escapes a quote only before a word: some dialects have the escape, and in others
// 'C:\' is a complete string.
func (c *codeViewer) escaped(src []byte, i int) int {
	if c.l.doubtfulEscape && i+1 < len(src) && src[i+1] == c.ends[0] && (i+2 >= len(src) || !c.r.word[src[i+2]]) {
		return i + 1
	}
	if i+2 < len(src) && src[i+1] == '\r' && src[i+2] == '\n' {
		return i + 3
	}
	return min(i+2, len(src))
}

// hereText continues a heredoc up to a line equal to c.ends, ignoring blanks around
// it and a semicolon, comma or parenthesis after it.
func (c *codeViewer) hereText(dst, src []byte, i int, last bool) ([]byte, int) {
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
				return c.put(dst, stringToken, i+n), i + n
			}
		}
		if c.lineTail = !whole; c.lineTail {
			return dst, len(src)
		}
		i = min(i+n+1, len(src))
	}
	return dst, i
}
