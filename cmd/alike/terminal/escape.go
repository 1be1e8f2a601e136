package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible escapes every character in s that could drive a terminal, break a line or be
// invisible: control bytes and invalid UTF-8 as \x1b, control and format characters
// outside ASCII as \u202e, newline and tab as \n and \t. It keeps backslashes so that
// ordinary names can be copied, so the result is not reversible.
func Visible(s string) string {
	if Plain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case Invisible(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case Invisible(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Plain reports whether Visible leaves s unchanged.
func Plain[Text string | []byte](s Text) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c >= 0x7f {
			return plainRunes(string(s[i:]))
		}
	}
	return true
}

// plainRunes is Plain for text that need not be ASCII.
func plainRunes(s string) bool {
	for i, r := range s {
		if r < 0x20 || r == 0x7f || Invisible(r) {
			return false
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return false
			}
		}
	}
	return true
}

// Invisible reports whether a character outside ASCII affects the surrounding text instead
// of being shown: C1 controls (U+009B starts escape sequences), bidirectional controls,
// format characters, and line and paragraph separators. The two joiners are allowed:
// Indic scripts, Persian and emoji need them, and they do not reorder text.
func Invisible(r rune) bool {
	if r < 0x80 || r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
