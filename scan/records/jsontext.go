package records

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnescaped appends a well-formed JSON string, given without its quotes,
// with its escape sequences resolved. Half of a surrogate pair becomes U+FFFD, as
// in encoding/json. Bytes that are not UTF-8 stay what they are: who decodes
// texts knows better what they may mean, and ids stay apart.
func appendUnescaped(dst, text []byte) []byte {
	// No text grows.
	dst = slices.Grow(dst, len(text))
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		dst, text = appendEscapes(dst, text[i:])
	}
}

// appendEscapes appends what the escape sequences at the beginning of text stand
// for, up to the first byte that is none. dst has room for it.
func appendEscapes(dst, text []byte) (to, rest []byte) {
	to = dst[:cap(dst)]
	n := len(dst)
	for len(text) > 0 && text[0] == '\\' {
		if text[1] != 'u' {
			to[n] = unescaped[text[1]]
			n++
			text = text[2:]
			continue
		}
		r := hexRune(text)
		text = text[6:]
		if r < 0x800 || utf16.IsSurrogate(r) {
			r, text = paired(r, text)
			n += utf8.EncodeRune(to[n:], r)
			continue
		}
		three := to[n : n+3 : n+3]
		three[0], three[1], three[2] = byte(0xe0|r>>12), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f)
		n += 3
	}
	return to[:n], text
}

// paired returns the character that an escape sequence begins, and what follows
// it in text: of a surrogate pair the second half is there.
func paired(r rune, text []byte) (whole rune, rest []byte) {
	if !utf16.IsSurrogate(r) {
		return r, text
	}
	low := rune(utf8.RuneError)
	if len(text) >= 6 && text[0] == '\\' && text[1] == 'u' {
		low = hexRune(text)
	}
	if whole = utf16.DecodeRune(r, low); whole != utf8.RuneError {
		text = text[6:]
	}
	return whole, text
}

// hexRune returns the number in \u1234.
func hexRune(text []byte) rune {
	h := text[2:6:6]
	return rune(hexDigits[h[0]])<<12 | rune(hexDigits[h[1]])<<8 | rune(hexDigits[h[2]])<<4 | rune(hexDigits[h[3]])
}

// unescaped are the bytes that the short escape sequences stand for.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// notHex marks a byte that is no hexadecimal digit.
const notHex = 0xff

// hexDigits are the values of hexadecimal digits.
var hexDigits = func() (t [256]byte) {
	for i := range t {
		t[i] = notHex
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = byte(i)
		t[bytes.ToUpper([]byte{c})[0]] = byte(i)
	}
	return t
}()
