package terminal

import "unicode/utf8"

// CharacterStart returns the offset of the first byte of the UTF-8 character that contains
// the byte at an offset. It returns the offset itself at the end of the text, and if the
// byte is the first one or not part of a character.
func CharacterStart(text []byte, at int) int {
	if at == len(text) {
		return at
	}
	for start := at; start >= 0 && at-start < utf8.UTFMax; start-- {
		if utf8.RuneStart(text[start]) {
			if _, n := utf8.DecodeRune(text[start:]); start+n > at {
				return start
			}
			break
		}
	}
	return at
}

// CharacterEnd returns the end of the UTF-8 character that begins before an offset and
// extends beyond it, or the offset itself if there is none.
func CharacterEnd(text []byte, at int) int {
	start := CharacterStart(text, at)
	if start == at {
		return at
	}
	_, n := utf8.DecodeRune(text[start:])
	return start + n
}
