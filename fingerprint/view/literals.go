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
			c.depth, c.inner = 1, ""
			if c.l.Nested {
				c.inner = o.open
			}
		case lineString:
			c.begin(inString, i, o.end)
		case textString:
			c.begin(inText, i, o.end)
			if c.l.Templates && o.end == "`" {
				c.in = inTemplate
			}
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
		return before == '\n' || before == '\r'
	case o.open == "%{": // has a line for itself
		return c.lineStart && n < len(src) && src[n] <= ' '
	case o.kind != lineComment && o.kind != blockComment:
		return !c.l.WordStart || before <= ' ' || strings.IndexByte("[{(;", before) >= 0
	case c.l.LineStart && !c.lineStart, c.l.Apart && before > ' ' && strings.IndexByte(";&|()", before) < 0:
		return false
	case c.l.Attributes && o.open == "#" && n < len(src) && src[n] == '[':
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
	case l.Quotes && rest[0] == '\'' && c.behind(i, src) != '.' && (!c.operand || c.behind(i, src) <= ' '):
		c.begin(inVerbatim, i, "'")
		return i + 1, true
	case l.Regexps && rest[0] == '/' && !c.operand && c.at+i >= c.noRegexp:
		n, ends := regexpLength(rest)
		if ends {
			c.begin(inRaw, i, "/")
			return i + n - 1, true
		}
		c.noRegexp = c.at + i + n/16 // or lines of [/[/[/ would be read 512 times
	case l.AnyTag && rest[0] == '(':
		if c.behind(i, src) == '(' {
			c.arithmetic = true
		}
	case l.Heredocs && rest[0] == '<' && c.behind(i, src) != '<':
		if tag := heredocTag(rest, l.AnyTag, c.operand, c.behind(i, src) <= ' '); tag != "" && !c.arithmetic {
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
	case l.Delimited:
		if n, ends := delimited(rest); n > 0 {
			c.begin(inRaw, i, ends)
			return i + n, true
		}
	case l.Brackets:
		return c.openBrackets(rest, i)
	}
	return i, false
}

// behind returns the byte before an offset of src.
func (c *Code) behind(i int, src []byte) byte {
	if i > 0 {
		return src[i-1]
	}
	return c.before
}

// delimited returns how long the beginning of a raw string of C++ is, R"x( or
// u8R"x(, and what ends it; 0 if there is none.
func delimited(b []byte) (n int, ends string) {
	r := 0
	if r = bytes.IndexByte(b[:min(3, len(b))], 'R'); r < 0 || r > 0 && string(b[:r]) != "u8" && r > 1 {
		return 0, ""
	}
	if r+1 >= len(b) || b[r+1] != '"' {
		return 0, ""
	}
	const longest = 16 // as the standard has it
	for n = r + 2; n < min(len(b), r+2+longest+1); n++ {
		switch b[n] {
		case '(':
			return n + 1, ")" + string(b[r+2:n]) + `"`
		case ' ', ')', '\\', '\t', '\v', '\f', '\n', '"':
			return 0, ""
		}
	}
	return 0, ""
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
		c.depth, c.inner = 1, ""
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
// slash; if none ends on the line, how far it looked.
func regexpLength(b []byte) (n int, ends bool) {
	if len(b) > 1 && (b[1] == '/' || b[1] == '*') {
		return 0, false // a comment
	}
	set := false
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\n', '\r':
			return i, false
		case '\\':
			i++
		case '[':
			set = true
		case ']':
			set = false
		case '/':
			if !set {
				return i + 1, true
			}
		}
	}
	return len(b), false
}

// heredocTag returns what ends the text that << announces, "" if it announces none.
// Shells take any word, and blanks before it; elsewhere << is mostly a shift, as it
// is right behind an operand, and only what has a dash, is in upper case, or is quoted
// where no operand stands before it, counts.
func heredocTag(b []byte, shell, operand, apart bool) string {
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
	if !sure && operand && !apart {
		return ""
	}
	for i < len(b) && (b[i] == '-' || b[i] == '~' || shell && (b[i] == ' ' || b[i] == '\\')) {
		sure = true
		i++
	}
	if i < len(b) && (b[i] == '\'' || b[i] == '"' || b[i] == '`') {
		return quotedTag(b[i:], sure || !operand)
	}
	start := i
	for i < len(b) && (b[i] == '_' || 'a' <= b[i]|0x20 && b[i]|0x20 <= 'z' || i > start && '0' <= b[i] && b[i] <= '9') {
		i++
	}
	if i == start || i == len(b) || !sure && (b[start] < 'A' || b[start] > 'Z') {
		return ""
	}
	return string(b[start:i])
}

// quotedTag returns the tag that is quoted at the beginning of b; if it is not sure
// that there is one, it must look like one.
func quotedTag(b []byte, sure bool) string {
	n := bytes.IndexByte(b[1:], b[0])
	if n <= 0 {
		return ""
	}
	tag := b[1 : 1+n]
	if bytes.IndexByte(tag, '\n') >= 0 || tag[0] <= ' ' || tag[n-1] <= ' ' {
		return ""
	}
	for _, c := range tag {
		if !sure && c != '_' && (c < 'A' || c > 'Z') {
			return ""
		}
	}
	return string(tag)
}
