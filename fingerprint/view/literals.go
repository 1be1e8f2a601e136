package view

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// open opens the comment or string at index i of src and returns the index after its
// opening delimiter. ok is false if none opens there.
func (c *codeViewer) open(src []byte, i int) (next int, ok bool) {
	if c.r.special[src[i]] {
		if next, ok := c.openSpecial(src, i); ok {
			return next, ok
		}
	}
	for k := range c.r.opens[src[i]] {
		o := &c.r.opens[src[i]][k]
		n := len(o.open)
		if len(src)-i < n || !c.l.same(src[i:i+n], o.open) || !o.anywhere && !c.counts(o, src, i) {
			continue
		}
		if c.isProgram(o, src, i, i+n) {
			c.beginProgram(o, i)
			return i + n, true
		}
		switch o.construct {
		case lineComment:
			c.begin(inLineComment, i, "\n")
		case blockComment:
			c.begin(inBlockComment, i, o.end)
			c.depth, c.inner = 1, ""
			if c.l.nestedComments {
				c.inner = o.open
			}
		case lineString:
			c.begin(inString, i, o.end)
		case textString:
			c.begin(inText, i, o.end)
			if c.l.templates && o.end == "`" {
				c.in = inTemplate
			}
		case rawString:
			c.begin(inRaw, i, o.end)
		}
		return i + n, true
	}
	return i, false
}

// same reports whether the bytes equal the delimiter.
func (l *language) same(b []byte, open string) bool {
	return string(b) == open || l.foldCase && strings.EqualFold(string(b), open)
}

// counts reports whether the delimiter at index i is valid in its context.
func (c *codeViewer) counts(o *opening, src []byte, i int) bool {
	before, n := c.behind(i, src), i+len(o.open)
	switch {
	case o.open[0] == '=': // pod and =begin must start a line
		return before == '\n' || before == '\r'
	case o.open == "%{": // must be alone on its line
		return c.lineStart && n < len(src) && src[n] <= ' '
	case o.construct != lineComment && o.construct != blockComment:
		return !c.l.stringsApart || before <= ' ' || strings.IndexByte("[{(;", before) >= 0
	case c.l.commentsAtLineStart && !c.lineStart, c.l.commentsApart && before > ' ' && strings.IndexByte(";&|()", before) < 0:
		return false
	case c.l.attributes && o.open == "#" && n < len(src) && src[n] == '[':
		return false
	case c.r.word[o.open[0]] && c.r.class[o.open[0]] != operator && n < len(src) && c.r.word[src[n]]:
		return false // "rem" is a prefix of "remark"
	}
	return true
}

// openSpecial is like open for literals whose closing delimiter depends on the
// opening one.
func (c *codeViewer) openSpecial(src []byte, i int) (next int, ok bool) {
	l, rest := c.l, src[i:min(i+lookahead, len(src))]
	if c.lineStart && strings.IndexByte(l.starts, rest[0]) >= 0 || strings.IndexByte(l.columns, rest[0]) >= 0 && c.behind(i, src) == '\n' {
		if c.begin(inLineComment, i, "\n"); l.statements {
			c.begin(inBlockComment, i, ";")
			c.depth, c.inner = 1, ""
		}
		return i + 1, true
	}
	switch {
	case rest[0] == '#' && c.lineStart && c.imports.ends == 0 && len(c.r.includes) > 0:
		word := bytes.TrimLeft(rest[1:], " \t")
		n := 0
		for n < len(word) && 'a' <= word[n] && word[n] <= 'z' {
			n++
		}
		if c.r.includes[string(word[:n])] {
			c.imports.begin('\n', nil)
		}
	case l.charLiterals && rest[0] == '\'':
		if n := charLength(rest); n > 0 {
			c.begin(inRaw, i, "'")
			return i + n - 1, true
		}
	case l.quoteOperator && rest[0] == '\'' && c.behind(i, src) != '.' && (!c.operand || c.behind(i, src) <= ' '):
		c.begin(inVerbatim, i, "'")
		return i + 1, true
	case l.regexps && rest[0] == '/' && !c.operand && c.at+i >= c.noRegexp:
		n, ends := regexpLength(rest)
		if ends {
			c.begin(inRaw, i, "/")
			return i + n - 1, true
		}
		c.noRegexp = c.at + i + n/16 // without it, lines of [/[/[/ would be scanned 512 times
	case l.bareTags && rest[0] == '(':
		if c.behind(i, src) == '(' {
			c.arithmetic = true
		}
	case l.heredocs && rest[0] == '<' && c.behind(i, src) != '<':
		if tag := heredocTag(rest, l.bareTags, c.operand, c.behind(i, src) <= ' '); tag != "" && !c.arithmetic {
			c.heredoc = tag
		}
	case l.hashStrings && (rest[0] == 'r' || rest[0] == 'b'):
		at := bytes.IndexByte(rest[:min(2, len(rest))], 'r') + 1
		hashes := at
		for hashes < len(rest) && rest[hashes] == '#' {
			hashes++
		}
		if at > 0 && hashes < len(rest) && rest[hashes] == '"' {
			c.begin(inRaw, i, `"`+string(rest[at:hashes]))
			return i + hashes + 1, true
		}
	case l.delimitedStrings:
		if n, ends := delimited(rest); n > 0 {
			c.begin(inRaw, i, ends)
			return i + n, true
		}
	case l.longBrackets:
		return c.openBrackets(rest, i)
	case l.sigils && rest[0] == '~':
		n := 1
		for n < len(rest) && isAlnum(rest[n]) {
			n++
		}
		return c.openDelimited(rest, i, n, `/|"'([{<`)
	case l.percents && rest[0] == '%' && !c.operand:
		return c.openDelimited(rest, i, 1, "([{<|!/")
	case l.percents && rest[0] == '%' && c.behind(i, src) <= ' ' && len(rest) > 1 && strings.IndexByte("wWiIqQrsx", rest[1]) >= 0:
		return c.openDelimited(rest, i, 2, "([{<|!/")
	case l.quotedStrings && rest[0] == '{':
		n := 1
		for n < len(rest) && (rest[n] == '_' || 'a' <= rest[n] && rest[n] <= 'z') {
			n++
		}
		if n < len(rest) && rest[n] == '|' {
			c.begin(inRaw, i, "|"+string(rest[1:n])+"}")
			return i + n + 1, true
		}
	}
	return i, false
}

// openDelimited opens a text whose delimiter, one of those given, is n bytes after index i. A bracket
// nests.
func (c *codeViewer) openDelimited(rest []byte, i, n int, delimiters string) (next int, ok bool) {
	if n == 1 && rest[0] == '%' && len(rest) > 1 && strings.IndexByte("wWiIqQrsx", rest[1]) >= 0 {
		n = 2
	}
	if n >= len(rest) || rest[0] == '~' && n == 1 || strings.IndexByte(delimiters, rest[n]) < 0 {
		return i, false
	}
	ends := rest[n : n+1]
	if tripled := rest[n:min(n+3, len(rest))]; string(tripled) == `"""` || string(tripled) == "'''" {
		ends = tripled
	}
	c.begin(inText, i, string(ends))
	if k := strings.IndexByte("([{<", rest[n]); k >= 0 {
		c.ends, c.pair, c.depth = ")]}>"[k:k+1], rest[n], 0
	}
	return i + n + len(ends), true
}

// behind returns the byte before index i of src.
func (c *codeViewer) behind(i int, src []byte) byte {
	if i > 0 {
		return src[i-1]
	}
	return c.before
}

// delimited returns the length of the opening delimiter of a C++ raw string, such as
// R"x( or u8R"x(, and the closing delimiter. n is 0 if b does not start with one.
func delimited(b []byte) (n int, ends string) {
	r := 0
	if r = bytes.IndexByte(b[:min(3, len(b))], 'R'); r < 0 || r > 0 && string(b[:r]) != "u8" && r > 1 {
		return 0, ""
	}
	if r+1 >= len(b) || b[r+1] != '"' {
		return 0, ""
	}
	const longest = 16 // the limit of the C++ standard
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

// openBrackets opens [==[ or --[==[ as in Lua.
func (c *codeViewer) openBrackets(rest []byte, i int) (next int, ok bool) {
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

// charLength returns the length of a literal of one character, or 0 if b does not
// start with one.
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

// regexpLength returns the length of the regular expression literal at the start of
// b. If none ends on the line, it returns how far it looked and false.
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

// heredocTag returns the tag that ends the text announced by <<, or "" if none is.
// Shells accept any word, even after blanks. In other languages << is usually a
// shift, always so directly after an operand; the tag must be preceded by a dash, in
// upper case, or quoted without an operand before it.
func heredocTag(b []byte, shell, operand, apart bool) string {
	if !bytes.HasPrefix(b, []byte("<<")) {
		return ""
	}
	i := 2
	if i < len(b) && b[i] == '<' {
		if shell {
			return "" // a here-string
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

// quotedTag returns the quoted tag at the start of b. Unless sure, the tag must
// consist of upper-case letters and underscores.
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
