package view

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// open begins the comment or string that begins at an offset of src, and returns
// where its inside begins; ok is false if none does.
func (c *Code) open(src []byte, i int) (next int, ok bool) {
	before := c.before
	if i > 0 {
		before = src[i-1]
	}
	if c.r.special[src[i]] {
		if next, ok := c.openSpecial(src, i); ok {
			return next, ok
		}
	}
	for k := range c.r.opens[src[i]] {
		o := &c.r.opens[src[i]][k]
		n := len(o.open)
		if len(src)-i < n || !c.l.same(src[i:i+n], o.open) || !c.counts(o, src, i, before) {
			continue
		}
		switch o.kind {
		case lineComment:
			c.begin(inLineComment, i, "\n")
		case blockComment:
			c.begin(inBlockComment, i, o.end)
			c.depth = 1
		case lineString:
			c.begin(inString, i, o.end)
		case textString:
			c.begin(inText, i, o.end)
		case rawString:
			c.begin(inRaw, i, o.end)
		}
		return i + n, true
	}
	return i, false
}

// same reports whether the bytes are what opens something.
func (l *Language) same(b []byte, open string) bool {
	return string(b) == open || l.Fold && strings.EqualFold(string(b), open)
}

// counts reports whether what could open something does so here.
func (c *Code) counts(o *opening, src []byte, i int, before byte) bool {
	n := i + len(o.open)
	switch {
	case o.open[0] == '=': // pod and =begin, which begin a line
		return before == '\n'
	case o.kind != lineComment && o.kind != blockComment:
		return true
	case c.l.LineStart && !c.lineStart, c.l.Apart && before > ' ':
		return false
	case c.r.word[o.open[0]] && c.r.class[o.open[0]] != operator && n < len(src) && c.r.word[src[n]]:
		return false // rem as the beginning of remark
	}
	return true
}

// openSpecial is open for literals whose ends depend on how they begin.
func (c *Code) openSpecial(src []byte, i int) (next int, ok bool) {
	l, rest := c.l, src[i:min(i+lookahead, len(src))]
	switch {
	case l.Chars && rest[0] == '\'':
		if n := charLength(rest); n > 0 {
			c.begin(inRaw, i, "'")
			return i + n - 1, true
		}
	case l.Regexps && rest[0] == '/' && !c.operand:
		if n := regexpLength(rest); n > 0 {
			c.begin(inRaw, i, "/")
			return i + n - 1, true
		}
	case l.Heredocs && rest[0] == '<':
		if tag := heredocTag(rest, l.Apart); tag != "" {
			c.heredoc = tag
		}
	case l.Hashes && (rest[0] == 'r' || rest[0] == 'b'):
		at := bytes.IndexByte(rest[:min(2, len(rest))], 'r') + 1
		hashes := at
		for hashes < len(rest) && rest[hashes] == '#' {
			hashes++
		}
		if at > 0 && hashes < len(rest) && rest[hashes] == '"' {
			c.begin(inRaw, i, `"`+string(rest[at:hashes]))
			return i + hashes + 1, true
		}
	case l.Delimited && rest[0] == 'R':
		if n := bytes.IndexByte(rest[:min(20, len(rest))], '('); n > 1 && rest[1] == '"' {
			c.begin(inRaw, i, ")"+string(rest[2:n])+`"`)
			return i + n + 1, true
		}
	case l.Brackets:
		return c.openBrackets(rest, i)
	}
	return i, false
}

// openBrackets begins [==[ or --[==[ as Lua has them.
func (c *Code) openBrackets(rest []byte, i int) (next int, ok bool) {
	from := 0
	if bytes.HasPrefix(rest, []byte("--")) {
		from = 2
	}
	n := from + 1
	for n < len(rest) && rest[n] == '=' {
		n++
	}
	if n >= len(rest) || rest[from] != '[' || rest[n] != '[' {
		return i, false
	}
	if ends := "]" + string(rest[from+1:n]) + "]"; from > 0 {
		c.begin(inBlockComment, i, ends)
		c.depth = 1
	} else {
		c.begin(inRaw, i, ends)
	}
	return i + n + 1, true
}

// charLength returns how long a literal of one character is, 0 if it is none.
func charLength(b []byte) int {
	if len(b) < 3 {
		return 0
	}
	if b[1] == '\\' {
		if n := bytes.IndexByte(b[3:min(14, len(b))], '\''); n >= 0 {
			return 3 + n + 1
		}
		return 0
	}
	_, n := utf8.DecodeRune(b[1:])
	if b[1] != '\n' && 1+n < len(b) && b[1+n] == '\'' {
		return n + 2
	}
	return 0
}

// regexpLength returns how long a regular expression literal is that begins with a
// slash, 0 if none ends on the line.
func regexpLength(b []byte) int {
	if len(b) > 1 && (b[1] == '/' || b[1] == '*') {
		return 0 // a comment
	}
	set := false
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\n':
			return 0
		case '\\':
			i++
		case '[':
			set = true
		case ']':
			set = false
		case '/':
			if !set {
				return i + 1
			}
		}
	}
	return 0
}

// heredocTag returns what ends the text that << announces, "" if it announces none.
// Shells take any word, and blanks before it; elsewhere << is mostly a shift, and
// only what is quoted, has a dash or is in upper case counts.
func heredocTag(b []byte, shell bool) string {
	if !bytes.HasPrefix(b, []byte("<<")) {
		return ""
	}
	i := 2
	if i < len(b) && b[i] == '<' {
		if shell {
			return "" // a string, not a text
		}
		i++
	}
	sure := shell || i == 3
	for i < len(b) && (b[i] == '-' || b[i] == '~' || shell && b[i] == ' ') {
		sure = true
		i++
	}
	quote := byte(0)
	if i < len(b) && (b[i] == '\'' || b[i] == '"') {
		quote, sure = b[i], true
		i++
	}
	start := i
	for i < len(b) && (b[i] == '_' || 'a' <= b[i]|0x20 && b[i]|0x20 <= 'z' || i > start && '0' <= b[i] && b[i] <= '9') {
		i++
	}
	switch {
	case i == start, i == len(b), quote != 0 && b[i] != quote, !sure && (b[start] < 'A' || b[start] > 'Z'):
		return ""
	}
	return string(b[start:i])
}
