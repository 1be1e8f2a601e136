package view

import "bytes"

// importing is the state of a viewer inside an import, which leaves no tokens: files
// that share nothing else would be similar by the libraries that they use.
type importing struct {
	ends  byte // the end of the statement, ; or a newline; 0 outside imports
	depth int  // open brackets
	left  int  // tokens until the statement counts as ended
}

// longestImport bounds the length of an import in tokens.
const longestImport = 400

// begin begins an import with the given end, unless what follows its first word shows
// that it is a call or a statement of another kind.
func (s *importing) begin(ends byte, rest []byte) {
	if ends == ';' {
		rest = bytes.TrimLeft(rest, " \t\r\n")
	}
	if len(rest) == 0 || rest[0] != '(' && rest[0] != '.' {
		*s = importing{ends: ends, left: longestImport}
	}
}

// lineEnd ends an import that ends with the line.
func (s *importing) lineEnd() {
	if s.ends == '\n' && s.depth <= 0 {
		s.ends = 0
	}
}

// pass passes over a token and reports whether the import ends with it.
func (s *importing) pass(token byte) (ends bool) {
	switch token {
	case '(', '[', '{':
		s.depth++
	case ')', ']', '}':
		s.depth--
	}
	s.left--
	if token == ';' && s.depth <= 0 || s.left == 0 {
		s.ends = 0
		return true
	}
	return false
}
