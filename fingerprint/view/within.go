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
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			return dst, len(src)
		}
		c.in = between
		return dst, i + n // the newline tells that a line begins
	case inBlockComment:
		return dst, c.comment(src, i, last)
	case inString, inText:
		return c.quoted(dst, src, i, last)
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
		if !last && len(src)-i < lookahead {
			return dst, i
		}
		if i = tail(src, i); i < len(src) || last {
			dst = c.put(dst, numberLetter, i)
		}
	case inHeredoc:
		return c.hereText(dst, src, i, last)
	}
	return dst, i
}

// tail goes on with a number whose beginning came before.
func tail(src []byte, i int) int {
	if i == 0 && len(src) > 0 {
		if b := src[0]; '0' <= b && b <= '9' || b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z' {
			i++
		} else {
			return 0
		}
	}
	return digits(src, i)
}

// rest returns how much of src can be passed over when the end of what it is in the
// middle of is not in it: all but what could be the beginning of that end.
func (c *Code) rest(src []byte, i int, last bool) int {
	if last {
		return len(src)
	}
	return max(i, len(src)-len(c.ends)+1)
}

// comment goes on with a comment that has an end of its own.
func (c *Code) comment(src []byte, i int, last bool) int {
	for {
		n := bytes.Index(src[i:], []byte(c.ends))
		if c.l.Nested {
			inner := c.inner(src[i:], n)
			switch {
			case inner >= 0:
				i += inner
				c.depth++
				continue
			case n >= 0 && c.depth > 1:
				i += n + len(c.ends)
				c.depth--
				continue
			}
		}
		if n < 0 {
			return c.rest(src, i, last)
		}
		c.in = between
		return i + n + len(c.ends)
	}
}

// inner returns where the inside of a comment within a comment begins, before the
// end that lies at n, or anywhere if n is negative; −1 if there is none.
func (c *Code) inner(src []byte, n int) int {
	open := c.l.openOf(c.ends)
	if open == "" {
		return -1
	}
	if n >= 0 {
		src = src[:n]
	}
	if i := bytes.Index(src, []byte(open)); i >= 0 {
		return i + len(open)
	}
	return -1
}

// openOf returns what opens the comments that end so.
func (l *Language) openOf(end string) string {
	for _, both := range strings.Fields(l.Comments) {
		if open, e, ok := cut(both); ok && e == end {
			return open
		}
	}
	return ""
}

// cut returns both ends of what the table has with … between them.
func cut(both string) (open, end string, ok bool) { return strings.Cut(both, "…") }

// quoted goes on with a string in which a backslash takes the next character with it.
func (c *Code) quoted(dst, src []byte, i int, last bool) ([]byte, int) {
	quote := c.ends[0]
	for i < len(src) {
		switch b := src[i]; {
		case b == quote:
			n := len(c.ends)
			if len(src)-i < n && !last {
				return dst, i
			}
			if strings.HasPrefix(string(src[i:min(i+n, len(src))]), c.ends) {
				return c.put(dst, stringLetter, i+n), i + n
			}
			i++
		case b == '\\':
			if i+1 == len(src) && !last {
				return dst, i
			}
			i = min(i+2, len(src))
		case b == '\n' && c.in == inString: // it was none, or is not closed
			return c.put(dst, stringLetter, i), i
		default:
			i++
		}
	}
	return dst, i
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
			line := strings.TrimRight(strings.TrimSpace(string(src[i:i+n])), ";,)")
			if line == c.ends {
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
