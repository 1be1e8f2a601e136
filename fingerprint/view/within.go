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
		nested := c.r.nested[b] != nil && quote != '\''
		if b != quote && int(b) != c.r.quoting && b > '$' && !nested && b != c.pair {
			i++
			continue
		}
		if ahead := max(len(c.ends), quotedAhead); len(src)-i < ahead && !last {
			return dst, i
		}
		if nested && c.at+i >= c.noNested {
			if len(src)-i < lookahead && !last {
				return dst, i
			}
			c.steps = 0
			if n := c.nestedCode(src[i:min(i+lookahead, len(src))], quote, 0); n > 0 {
				i += n
				continue
			}
			c.noNested = c.at + i + c.steps/16 // without it, a string of ${${${ would be scanned again and again
		}
		switch {
		case c.pair != 0 && b == c.pair:
			c.depth++
			i++
		case b == quote && c.pair != 0 && c.depth > 0:
			c.depth--
			i++
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

// What is nested in a string is looked for up to deepestNested strings deep, in mostSteps steps.
const (
	deepestNested = 8
	mostSteps     = 4 * lookahead
)

// nestedCode returns the length of the code that opens at the start of b, inside a string with this
// quote. It is 0 if none does, or if it does not end within b, or, in a string that ends with the
// line, on the line.
func (c *codeViewer) nestedCode(b []byte, quote byte, depth int) int {
	open := ""
	for _, o := range c.r.nested[b[0]] {
		if len(b) > len(o) && string(b[:len(o)]) == o {
			open = o
		}
	}
	if open == "" || depth == deepestNested || open[0] == quote {
		return 0
	}
	from, to := open[len(open)-1], open[0]
	switch from {
	case '(':
		to = ')'
	case '{':
		to = '}'
	default:
		from = 0
	}
	level := 1
	for i := len(open); i < len(b); i++ {
		if c.steps++; c.steps > mostSteps {
			return 0
		}
		switch {
		case b[i] == to:
			if level--; level == 0 {
				return i + 1
			}
		case b[i] == from:
			level++
		case b[i] == '\n' && c.in == inString:
			return 0
		case b[i] == '\\':
			i++
		case b[i] == '"', b[i] == '\'' && from != '{', b[i] == '`':
			i += max(c.nestedString(b[i:], depth+1), 1) - 1
		}
	}
	return 0
}

// nestedString returns the length of the string at the start of b, which is in code inside a string,
// or 0 if it does not end within b.
func (c *codeViewer) nestedString(b []byte, depth int) int {
	quote := b[0]
	for i := 1; i < len(b); i++ {
		if c.steps++; c.steps > mostSteps {
			return 0
		}
		switch {
		case b[i] == quote:
			return i + 1
		case b[i] == '\\' && quote != '\'':
			i++
		case b[i] == '\n' && c.in == inString:
			return 0
		case c.r.nested[b[i]] != nil && quote != '\'':
			i += max(c.nestedCode(b[i:], quote, depth), 1) - 1
		}
	}
	return 0
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
			if c.l.tagTails && strings.HasPrefix(line, c.ends) && (len(line) == len(c.ends) || !c.r.word[line[len(c.ends)]]) {
				i = find(src, i, c.ends) + len(c.ends)
				return c.put(dst, stringToken, i), i
			}
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
