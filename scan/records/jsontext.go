package records

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnescaped appends a well-formed JSON string, given without its quotes,
// with its escape sequences resolved. Half of a surrogate pair becomes U+FFFD, as
// in encoding/json. Bytes that are not UTF-8 stay what they are: who decodes
// texts knows better what they may mean, and ids stay apart.
func appendUnescaped(dst, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		text = text[i:]
		for len(text) > 0 && text[0] == '\\' {
			if text[1] != 'u' {
				dst = append(dst, unescaped[text[1]])
				text = text[2:]
				continue
			}
			r := hexRune(text)
			text = text[6:]
			if r < 0x800 || utf16.IsSurrogate(r) {
				dst, text = appendRare(dst, r, text)
				continue
			}
			dst = append(dst, byte(0xe0|r>>12), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
		}
	}
}

// appendRare appends a character that takes other than three bytes. text is what
// follows its escape sequence; it is returned without the second half of a pair.
func appendRare(dst []byte, r rune, text []byte) (to, rest []byte) {
	if utf16.IsSurrogate(r) {
		low := rune(utf8.RuneError)
		if len(text) >= 6 && text[0] == '\\' && text[1] == 'u' {
			low = hexRune(text)
		}
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			text = text[6:]
		}
	}
	return utf8.AppendRune(dst, r), text
}

// hexRune returns the number in \u1234.
func hexRune(text []byte) rune {
	return rune(hexDigits[text[2]])<<12 | rune(hexDigits[text[3]])<<8 |
		rune(hexDigits[text[4]])<<4 | rune(hexDigits[text[5]])
}

// unescaped are the bytes that the short escape sequences stand for.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}
