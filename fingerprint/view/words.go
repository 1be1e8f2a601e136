package view

import "bytes"

// name consumes the word at index i of src.
func (c *codeViewer) name(dst, src []byte, i int, last bool) ([]byte, int) {
	word := &c.r.word
	j := i + 1
	for j < len(src) && word[src[j]] {
		j++
	}
	if j == len(src) && !last { // too long for a keyword
		c.begin(inName, i, "")
		return dst, j
	}
	if token := c.keyword(src, i, j); token != 0 {
		if ends := c.r.imports[token]; ends != 0 && c.lineStart && c.imports.ends == 0 {
			c.imports.begin(ends, src[j:min(i+lookahead, len(src))])
		}
		c.operand, c.lineStart, c.first = false, false, false
		return c.emit(dst, token, c.at+i, c.at+j), j
	}
	label := c.first && j-i < lookahead/2 && j < len(src) && src[j] == ':'
	c.operand, c.lineStart, c.first = true, false, label // the mnemonic follows
	return c.emit(dst, nameToken, c.at+i, c.at+j), j
}

// keyword returns the byte of the word if it is a keyword or a mnemonic, otherwise 0.
func (c *codeViewer) keyword(src []byte, i, j int) byte {
	if j-i > 31 {
		return 0
	}
	w := src[i:j]
	command := c.l.words && c.lexed == nil && isAlnum(w[0]) || c.l.mnemonics && c.first && (j == len(src) || src[j] != ':' && (src[j] != '(' || !c.l.macros))
	if !command && c.r.lengths[w[0]]&(1<<(j-i)) == 0 {
		return 0
	}
	if c.l.foldCase {
		w = bytes.ToLower(w)
	}
	token := c.r.keyword(w).token
	if token == 0 && command && len(w) == j-i {
		return mnemonic(w)
	}
	return token
}

// number consumes the number at index i of src.
func (c *codeViewer) number(dst, src []byte, i int, last bool) ([]byte, int) {
	c.begin(inNumber, i, "")
	c.hex = src[i] == '0' && i+1 < len(src) && src[i+1]|0x20 == 'x'
	if c.l.charCodes && src[i] == '0' && i+2 < len(src) && src[i+1] == '\'' && src[i+2] != '\n' {
		n := 3 // 0'c, or 0'\c and 0''' below
		if (src[i+2] == '\\' || src[i+2] == '\'') && i+3 < len(src) && (src[i+2] == '\\' || src[i+3] == '\'') {
			n = 4
		}
		return c.put(dst, numberToken, i+n), i + n
	}
	return c.digits(dst, src, i+1, last)
}

// digits continues a number at index j of src. It includes letters and points, a sign
// after an exponent, and separators between digits.
func (c *codeViewer) digits(dst, src []byte, j int, last bool) ([]byte, int) {
	for ; j < len(src); j++ {
		b := src[j]
		if isAlnum(b) {
			continue
		}
		if b != '.' && b != '\'' && b != '+' && b != '-' {
			return c.put(dst, numberToken, j), j
		}
		if j+1 == len(src) && !last {
			return dst, j
		}
		next := j+1 < len(src) && ('0' <= src[j+1] && src[j+1] <= '9' || b == '\'' && c.hex && isHex(src[j+1]))
		if b == '+' || b == '-' {
			exponent := c.behind(j, src) | 0x20
			next = next && (exponent == 'e' && !c.hex || exponent == 'p')
		}
		if !next {
			return c.put(dst, numberToken, j), j
		}
	}
	if last {
		dst = c.put(dst, numberToken, j)
	}
	return dst, j
}

func isAlnum(b byte) bool {
	return '0' <= b && b <= '9' || b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

func isHex(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'f' }
