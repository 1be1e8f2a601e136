package view

import (
	"strings"
	"unicode/utf8"
)

// lookahead is how many bytes from the start of a token may be examined to classify
// it. Unless the stream has ended, tokens that start in the last lookahead bytes wait
// for more input. No decision may need more than that, or the view would depend on
// how the stream was split.
const lookahead = 512

// codeViewer makes the code views of streams, one after the other. Memory is
// constant, except that a map grows with the file.
type codeViewer struct {
	l *language
	r *rules
	m *originMap

	at     int  // offset in the file of the first byte of src
	before byte // the byte before it; a newline at the start

	// The token that is not complete yet.
	in    state
	start int    // its offset in the file
	ends  string // its closing delimiter
	inner string // the opening delimiter of nested comments, if they nest
	depth int    // nesting depth of comments, and of brackets in a text that ends with one
	pair  byte   // the opening bracket of that text; 0 if there is none
	hex   bool   // the number is hexadecimal

	operand   bool   // the last token is an operand, so that a following / divides
	lineStart bool   // only blanks on the line so far
	first     bool   // no word on the line so far
	heredoc   string // end of the text that starts on the next line
	lineTail  bool   // in a heredoc: not at the start of a line

	arithmetic bool   // the line contains ((: << shifts
	noRegexp   int    // no regular expression starts before this offset in the file
	noNested   int    // no code inside a string does
	steps      int    // of the last search for its end
	out        string // closing delimiter of the code

	// Nesting of code inside templates, and the number of open braces at each level.
	templates int
	braces    [maxTemplates]int

	imports  importing
	embedded embedded
	program  bool // c views a program in a string

	// lexed, if set, receives each token, comments as 0, and there is no view. m must be set then.
	lexed func(token byte, from, to int)
}

// maxTemplates bounds the nesting of templates. Deeper templates are strings up to
// their first quote.
const maxTemplates = 16

// state is the kind of token that the stream is inside of.
type state uint8

const (
	between state = iota
	inLineComment
	inBlockComment
	inString // closed by codeViewer.ends, like the next ones; they differ in escapes and newlines
	inText
	inTemplate
	inVerbatim // ends with the line and has no escapes
	inRaw
	inName
	inNumber
	inHeredoc
	inProgram
)

// reset prepares c for a stream in a language. If m is not nil, it must be empty and
// receives the origin of every byte of the view.
func (c *codeViewer) reset(l *language, m *originMap) {
	*c = codeViewer{l: l, r: l.compiled(), m: m, before: '\n', lineStart: true, first: true, embedded: embedded{viewer: c.embedded.viewer}}
	if out, end, ok := strings.Cut(l.outside, "…"); ok {
		c.in, c.ends, c.out = inRaw, end, out
	}
}

// enter begins a piece of code in a language, unless c is inside one.
func (c *codeViewer) enter(l *language) {
	if c.l == nil {
		at, m := c.at, c.m
		c.reset(l, m)
		c.at, c.in, c.out = at, between, ""
	}
}

// append appends to dst the view of the first n bytes of src. The caller must pass
// the rest again, followed by more input. If last is set, the stream ends with src, and
// all of src is consumed. Progress is guaranteed if src has more than 512 bytes.
func (c *codeViewer) append(dst, src []byte, last bool) (view []byte, n int) {
	i, r := 0, c.r
	for i < len(src) {
		if c.in != between {
			dst, i = c.resume(dst, src, i, last)
			if c.in != between {
				break
			}
			continue
		}
		b := src[i]
		switch class := r.class[b]; class {
		case blank:
			if b == ' ' || b == '\t' {
				for i++; i < len(src) && (src[i] == ' ' || src[i] == '\t'); i++ {
				}
				continue
			}
			if b == '\n' {
				c.newline(i + 1)
			} else if b == '\r' {
				c.lineStart, c.first = true, true
				c.imports.lineEnd()
			}
			i++
			continue
		case operator, letter:
			c.operand = b == ')' || b == ']' || b == '}'
			c.lineStart = false
			c.first = c.first && b == ':'
			dst = c.emit(dst, b, c.at+i, c.at+i+1)
			i++
			continue
		case joinable:
			if !last && len(src)-i < longestOperator {
				return c.taken(dst, src, i)
			}
			dst, i = c.joined(dst, src, i)
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

// taken records that the first n bytes of src are consumed.
func (c *codeViewer) taken(dst, src []byte, n int) ([]byte, int) {
	if n > 0 {
		c.before = src[n-1]
		c.at += n
	}
	return dst, n
}

// newline records that a line starts at index next of src.
func (c *codeViewer) newline(next int) {
	c.lineStart, c.first, c.arithmetic = true, true, false
	c.imports.lineEnd()
	if c.heredoc != "" {
		c.begin(inHeredoc, next, c.heredoc)
		c.heredoc, c.lineTail = "", false
	}
}

// begin records that a token starts at index i of src.
func (c *codeViewer) begin(in state, i int, ends string) {
	c.in, c.start, c.ends, c.pair = in, c.at+i, ends, 0
}

// put appends the token that started at c.start and ends before index i of src.
func (c *codeViewer) put(dst []byte, token byte, i int) []byte {
	c.in, c.operand, c.lineStart, c.first = between, true, false, false
	return c.emit(dst, token, c.start, c.at+i)
}

// emit appends a token, which comes from the given range of the file, unless it belongs
// to an import.
func (c *codeViewer) emit(dst []byte, token byte, from, to int) []byte {
	if c.m != nil || c.imports.ends != 0 {
		return c.emitMapped(dst, token, from, to)
	}
	return append(dst, token)
}

// emitMapped is emit for a lexer, for a viewer with a map or inside an import.
func (c *codeViewer) emitMapped(dst []byte, token byte, from, to int) []byte {
	if c.lexed != nil {
		c.lexed(token, from, to)
		return dst
	}
	if c.imports.ends != 0 {
		if c.imports.pass(token) {
			c.lineStart, c.first = true, true
		}
		return dst
	}
	c.m.add(1, from, to)
	return append(dst, token)
}

// joined consumes the longest operator at index i of src, or a letter that cannot start
// a word.
func (c *codeViewer) joined(dst, src []byte, i int) ([]byte, int) {
	b := src[i]
	n, token := c.r.joined(src[i:])
	switch {
	case n > 1: // ++ and -- may follow an operand or precede one
		c.operand = c.operand && n == 2 && b == src[i+1] && (b == '+' || b == '-')
	case b < utf8.RuneSelf:
		c.operand = b == ')' || b == ']' || b == '}'
	default:
		_, n = utf8.DecodeRune(src[i:])
		token, c.operand = '.', false
	}
	c.first = c.first && token == ':'
	c.lineStart = false
	return c.emit(dst, token, c.at+i, c.at+i+n), i + n
}

// operator consumes a byte that could have opened a literal or comment but did not.
func (c *codeViewer) operator(dst, src []byte, i int) ([]byte, int) {
	b := src[i]
	if b == '\\' && i+1 < len(src) { // a line continuation
		if src[i+1] == '\n' {
			return dst, i + 2
		}
		if src[i+1] == '\r' && i+2 < len(src) && src[i+2] == '\n' {
			return dst, i + 3
		}
	}
	if n := c.escapes(src, i); n > 1 {
		c.start = c.at + i
		return c.put(dst, stringToken, i+n), i + n
	}
	return c.joined(dst, src, i)
}

// escapes returns the length of the escape sequence at index i, or 1 if there is
// none.
func (c *codeViewer) escapes(src []byte, i int) int {
	b := src[i]
	if strings.IndexByte(c.l.escapes, b) < 0 || i+1 >= len(src) || src[i+1] <= ' ' {
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

// brace consumes a brace, which may end the code inside a template.
func (c *codeViewer) brace(dst []byte, b byte, i int) []byte {
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
	c.operand, c.lineStart, c.first = b == '}', false, false
	return c.emit(dst, b, c.at+i, c.at+i+1)
}

// finish ends the token that the stream ended inside of.
func (c *codeViewer) finish(dst []byte) []byte {
	switch {
	case c.at == c.start: // the token is empty
	case c.in == inString, c.in == inText, c.in == inTemplate, c.in == inVerbatim, c.in == inRaw, c.in == inHeredoc:
		return c.put(dst, stringToken, 0)
	case c.in == inName:
		return c.put(dst, nameToken, 0)
	case c.in == inNumber:
		return c.put(dst, numberToken, 0)
	}
	return dst
}
