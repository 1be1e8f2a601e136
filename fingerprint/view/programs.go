package view

import "bytes"

// A program in a string, as tests and generators have them, is code: a copy of it in a
// file of its own, or in another string, is found. The string leaves its own token and
// those of the program.

// embedded is the state of a viewer inside a string that holds a program.
type embedded struct {
	viewer *codeViewer // of the program; nil until the first one
	begun  bool        // the token of the string is written
	to     int         // offset in the file up to which no closing delimiter was found
	closed bool        // one was found there
}

// isProgram reports whether the string that opens at index i of src, and whose content
// starts at index from, holds a program.
func (c *codeViewer) isProgram(o *opening, src []byte, i, from int) bool {
	if c.program || c.imports.ends != 0 || o.construct != textString && o.construct != rawString {
		return false
	}
	body, whole := src[from:min(len(src), i+lookahead)], false
	if end := bytes.Index(body, []byte(o.end)); end >= 0 {
		body, whole = body[:end], true
	}
	return looksLikeCode(body, whole) && (o.end != "`" || !c.l.templates || !bytes.Contains(body, []byte("${")))
}

// looksLikeCode reports whether at least three lines, and three in five, look like
// statements. Comments do not count. Unless the text is whole, its last line may be cut
// off and does not count either.
func looksLikeCode(text []byte, whole bool) bool {
	lines, like := 0, 0
	for len(text) > 0 {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		text = rest
		line = bytes.TrimSpace(line)
		if !more && !whole || len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("//")) {
			continue
		}
		lines++
		if isStatement(line) {
			like++
		}
	}
	return like >= 3 && like*5 >= lines*3
}

// isStatement reports whether a line without blanks around it looks like a statement: it
// ends like one, assigns, or is a call.
func isStatement(line []byte) bool {
	call := bytes.IndexByte(line, '(')
	isCall := call > 0 && (isAlnum(line[call-1]) || line[call-1] == ' ')
	switch line[len(line)-1] {
	case ';', '{', '}':
		return true
	case ')':
		return isCall
	case ':':
		return isCall || bytes.HasPrefix(line, []byte("if ")) || bytes.HasPrefix(line, []byte("for ")) ||
			bytes.HasPrefix(line, []byte("while ")) || bytes.HasPrefix(line, []byte("class ")) || bytes.HasPrefix(line, []byte("else"))
	case '.':
		return false
	}
	return bytes.Contains(line, []byte(" = ")) || bytes.Contains(line, []byte(" := ")) || bytes.Contains(line, []byte(" += ")) ||
		bytes.HasPrefix(line, []byte("return "))
}

// beginProgram begins the program whose opening delimiter is at index i of src.
func (c *codeViewer) beginProgram(o *opening, i int) {
	c.begin(inProgram, i, o.end)
	i += len(o.open)
	if c.inner = ""; o.construct == rawString {
		c.inner = "raw"
	}
	if c.embedded.viewer == nil {
		c.embedded.viewer = new(codeViewer)
	}
	v := c.embedded.viewer
	v.reset(c.l, c.m)
	v.program, v.at, v.in, v.out = true, c.at+i, between, ""
	c.embedded.to, c.embedded.begun, c.embedded.closed = c.at+i, false, false
}

// continueProgram continues a program in a string at index i of src.
func (c *codeViewer) continueProgram(dst, src []byte, i int, last bool) ([]byte, int) {
	e := &c.embedded
	if !e.begun {
		e.begun = true
		dst = c.emit(dst, stringToken, c.start, c.at+i)
	}
	if !e.closed {
		c.seekEnd(src, last)
	}
	to := e.to - c.at
	ended := e.closed || last
	dst, n := e.viewer.append(dst, src[i:to], ended)
	if i += n; !ended || i < to {
		return dst, i
	}
	c.in, c.operand, c.lineStart, c.first = between, true, false, false
	if e.closed {
		i += len(c.ends)
	}
	return dst, i
}

// seekEnd looks for the closing delimiter from where it has not been looked for.
func (c *codeViewer) seekEnd(src []byte, last bool) {
	e := &c.embedded
	at := e.to - c.at
	for at < len(src) {
		b := src[at]
		switch {
		case c.inner == "" && int(b) == c.r.quoting:
			if at+1 == len(src) && !last {
				e.to = c.at + at
				return
			}
			at = min(at+2, len(src))
			continue
		case b == c.ends[0] && len(src)-at < len(c.ends) && !last:
			e.to = c.at + at
			return
		case b == c.ends[0] && bytes.HasPrefix(src[at:], []byte(c.ends)):
			e.to, e.closed = c.at+at, true
			return
		}
		at++
	}
	e.to = c.at + at
}
