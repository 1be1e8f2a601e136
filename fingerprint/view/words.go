package view

import "bytes"

// name takes a word that begins at an offset of src: a keyword as it is, any other
// as one letter.
func (c *Code) name(dst, src []byte, i int, last bool) ([]byte, int) {
	word := &c.r.word
	j := i + 1
	for j < len(src) && word[src[j]] {
		j++
	}
	c.begin(inName, i, "")
	if j == len(src) && !last { // longer than any keyword
		return dst, j
	}
	if keep := c.kept(src, i, j); keep != nil {
		if c.m != nil {
			c.m.add(j-i, c.at+i, c.at+j)
		}
		dst = append(dst, keep...)
		c.in, c.operand, c.lineStart, c.first = between, false, false, false
		return dst, j
	}
	label := c.first && j < len(src) && src[j] == ':'
	dst = c.put(dst, nameLetter, j)
	c.first = label // the mnemonic comes behind it
	return dst, j
}

// kept returns the word as it stands in the view if it is a keyword, or a mnemonic,
// else nil.
func (c *Code) kept(src []byte, i, j int) []byte {
	if j-i > 31 {
		return nil
	}
	w := src[i:j]
	command := c.l.Commands && c.first && (j == len(src) || src[j] != ':' && (src[j] != '(' || !c.l.Macros))
	if !command && c.r.lengths[w[0]]&(1<<(j-i)) == 0 {
		return nil
	}
	if c.l.Fold {
		w = bytes.ToLower(w)
	}
	if _, ok := c.r.keywords[string(w)]; ok || command && len(w) == j-i {
		return w
	}
	return nil
}

// number takes a number that begins at an offset of src.
func (c *Code) number(dst, src []byte, i int, last bool) ([]byte, int) {
	c.begin(inNumber, i, "")
	j := digits(src, i+1)
	if j == len(src) && !last {
		return dst, j
	}
	return c.put(dst, numberLetter, j), j
}

// digits returns where a number ends: letters and points belong to it, and signs
// behind an exponent.
func digits(src []byte, j int) int {
	for j < len(src) {
		b := src[j]
		switch {
		case '0' <= b && b <= '9' || b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z':
		case (b == '.' || b == '\'') && j+1 < len(src) && '0' <= src[j+1] && src[j+1] <= '9':
		case (b == '+' || b == '-') && (src[j-1]|0x20 == 'e' || src[j-1]|0x20 == 'p') && j+1 < len(src) && '0' <= src[j+1] && src[j+1] <= '9':
		default:
			return j
		}
		j++
	}
	return j
}
