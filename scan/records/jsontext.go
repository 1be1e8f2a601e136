package records

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnescaped appends a well-formed JSON string, given without its quotes, with
// its escape sequences resolved. Half a surrogate pair becomes U+FFFD, as in
// encoding/json. Bytes that are not UTF-8 are kept: the text decoder can make more of
// them, and distinct ids stay distinct.
func appendUnescaped(dst, text []byte) []byte {
	// Unescaping never lengthens a text.
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

// appendEscapes resolves the run of escape sequences at the beginning of text, and
// returns the text after them. dst has room for the result.
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

// paired returns the character of an escape sequence that was read as r. If r is the
// first half of a surrogate pair, paired takes the second half from text.
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

// hexRune returns the value of a \u1234 at the beginning of text.
func hexRune(text []byte) rune {
	h := text[2:6:6]
	return rune(hexDigits[h[0]])<<12 | rune(hexDigits[h[1]])<<8 | rune(hexDigits[h[2]])<<4 | rune(hexDigits[h[3]])
}

// unescaped maps the letter of a short escape sequence to the byte it stands for.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// notHex marks a byte that is not a hexadecimal digit.
const notHex = 0xff

// hexDigits maps hexadecimal digits to their values.
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
