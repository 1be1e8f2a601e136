package view

import "strings"

// Letters of the code view. Upper case tells them from most keywords; that a name
// of one such letter looks the same as any other name is what is wanted.
const (
	nameLetter   = 'V'
	numberLetter = 'N'
	stringLetter = 'S'
)

// lookahead is how many bytes behind the beginning of a token are looked at before
// it is known what it is: only the bytes before the last so many of what came are
// worked on until more comes. What decides must not be longer, or the view would
// depend on how the stream was cut.
const lookahead = 512

// Code makes the code view of one stream after the other. Memory is constant; the
// map, where one is wanted, grows with the file.
type Code struct {
	l *Language
	r *rules
	m *Map

	at     int  // in the file, of the first byte of src
	before byte // the byte before it; a newline at the beginning

	// A token whose end was not seen yet.
	in    state
	start int    // where it begins in the file
	ends  string // what ends it
	inner string // what begins another comment in it, where that counts
	depth int    // of comments in each other
	hex   bool   // a number

	operand   bool   // what stands last is one: a / behind it divides
	lineStart bool   // only blanks since the line began
	first     bool   // no word since the line began
	heredoc   string // what ends the text that begins with the next line
	lineTail  bool   // in a heredoc: not at the beginning of a line

	arithmetic bool   // (( was in the line: << shifts
	noRegexp   int    // before this offset of the file no regular expression begins
	out        string // what ends the code

	// Code within templates that is open: how many braces, of each.
	templates int
	braces    [maxTemplates]int
}

// maxTemplates is how deep templates are looked at that lie within the code within
// templates. Deeper ones are strings to their first quote.
const maxTemplates = 16

// state is what the stream is in the middle of.
type state uint8

const (
	between state = iota
	inLineComment
	inBlockComment
	inString // whose ends are in Code.ends; kinds differ in escapes and newlines
	inText
	inTemplate
	inVerbatim // ends with the line, and has no escapes
	inRaw
	inName
	inNumber
	inHeredoc
)

// Reset makes it ready for a stream in a language. With a map, which must be empty,
// it keeps there where the view comes from.
func (c *Code) Reset(l *Language, m *Map) {
	*c = Code{l: l, r: l.compiled(), m: m, before: '\n', lineStart: true, first: true}
	if out, end, ok := cut(l.Outside); ok {
		c.in, c.ends, c.out = inRaw, end, out
	}
}

// Append appends to dst the view of the beginning of src and returns how long that
// beginning is; the rest must come again, with more behind it, until last says that
// nothing follows: then all of it is taken. As long as more than 512 bytes are given
// each time, some are taken.
func (c *Code) Append(dst, src []byte, last bool) (view []byte, n int) {
	i := 0
	for i < len(src) {
		if c.in != between {
			dst, i = c.goOn(dst, src, i, last)
			if c.in != between {
				break
			}
			continue
		}
		b := src[i]
		switch class := c.r.class[b]; class {
		case blank:
			if b == '\n' {
				c.newline(i + 1)
			} else if b == '\r' {
				c.lineStart, c.first = true, true
			}
			i++
			continue
		case operator, letter:
			dst = append(dst, b)
			if c.m != nil {
				c.m.add(1, c.at+i, c.at+i+1)
			}
			c.operand = b == ')' || b == ']' || b == '}'
			c.lineStart = false
			c.first = c.first && b == ':'
			i++
			continue
		case brace:
			dst = c.brace(dst, b, i)
			i++
			continue
		default:
			if !last && len(src)-i < lookahead {
				return c.taken(dst, src, i)
			}
			switch class {
			case opener, leadOpener:
				if next, ok := c.open(src, i); ok {
					i = next
					continue
				}
				if class == opener {
					dst, i = c.operator(dst, src, i)
					continue
				}
				if c.escapes(src, i) > 1 {
					dst, i = c.operator(dst, src, i)
					continue
				}
				fallthrough
			case lead:
				dst, i = c.name(dst, src, i, last)
			case digit:
				dst, i = c.number(dst, src, i, last)
			}
		}
	}
	dst, _ = c.taken(dst, src, i)
	if last && i == len(src) {
		dst = c.finish(dst)
	}
	return dst, i
}

// taken notes that the first n bytes of src are done with.
func (c *Code) taken(dst, src []byte, n int) ([]byte, int) {
	if n > 0 {
		c.before = src[n-1]
		c.at += n
	}
	return dst, n
}

// newline notes that a line begins at an offset of src.
func (c *Code) newline(next int) {
	c.lineStart, c.first, c.arithmetic = true, true, false
	if c.heredoc != "" {
		c.begin(inHeredoc, next, c.heredoc)
		c.heredoc, c.lineTail = "", false
	}
}

// begin notes that something begins at an offset of src.
func (c *Code) begin(in state, i int, ends string) {
	c.in, c.start, c.ends = in, c.at+i, ends
}

// put appends the letter of what began at c.start and ends before an offset of src.
func (c *Code) put(dst []byte, letter byte, i int) []byte {
	if c.m != nil {
		c.m.add(1, c.start, c.at+i)
	}
	c.in, c.operand, c.lineStart, c.first = between, true, false, false
	return append(dst, letter)
}

// operator takes a byte that could have begun something and does not.
func (c *Code) operator(dst, src []byte, i int) ([]byte, int) {
	b := src[i]
	if b == '\\' && i+1 < len(src) { // a line goes on
		if src[i+1] == '\n' {
			return dst, i + 2
		}
		if src[i+1] == '\r' && i+2 < len(src) && src[i+2] == '\n' {
			return dst, i + 3
		}
	}
	n := c.escapes(src, i)
	dst = append(dst, src[i:i+n]...)
	if c.m != nil {
		c.m.add(n, c.at+i, c.at+i+n)
	}
	c.operand, c.lineStart, c.first = n > 1, false, false
	return dst, i + n
}

// escapes returns how many bytes there are of a character that another takes with it,
// both counted; 1 if it takes none.
func (c *Code) escapes(src []byte, i int) int {
	b := src[i]
	if strings.IndexByte(c.l.Escape, b) < 0 || i+1 >= len(src) || src[i+1] <= ' ' {
		return 1
	}
	switch class := c.r.class[src[i+1]]; {
	case b == '\\':
		return 2
	case src[i+1] == '\\' && i+2 < len(src) && src[i+2] > ' ':
		return 3
	case class == opener || class == leadOpener:
		return 2
	}
	return 1
}

// brace takes one that may end the code within a template.
func (c *Code) brace(dst []byte, b byte, i int) []byte {
	if c.templates > 0 {
		open := &c.braces[c.templates-1]
		switch {
		case b == '{':
			*open++
		case *open > 0:
			*open--
		default:
			c.templates--
			c.begin(inTemplate, i, "`")
			return dst
		}
	}
	if c.m != nil {
		c.m.add(1, c.at+i, c.at+i+1)
	}
	c.operand, c.lineStart, c.first = b == '}', false, false
	return append(dst, b)
}

// finish ends what the stream ended in the middle of.
func (c *Code) finish(dst []byte) []byte {
	switch {
	case c.at == c.start: // nothing of it came
	case c.in == inString, c.in == inText, c.in == inTemplate, c.in == inVerbatim, c.in == inRaw, c.in == inHeredoc:
		return c.put(dst, stringLetter, 0)
	case c.in == inName:
		return c.put(dst, nameLetter, 0)
	case c.in == inNumber:
		return c.put(dst, numberLetter, 0)
	}
	return dst
}
