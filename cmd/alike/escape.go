package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible returns s with everything in it shown that could drive a terminal,
// break a line or hide: control bytes and bytes that are not UTF-8 as \x1b,
// control and format characters beyond ASCII as \u202e, newline and tab as \n
// and \t. A backslash stays as it is, so that ordinary names can be copied; who
// needs the exact bytes back asks for -0 or JSON.
func visible(s string) string {
	if plain(s) {
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
		case hides(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case hides(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// plain reports whether a name can be shown as it is.
func plain(s string) bool {
	for i, r := range s {
		if r < 0x20 || r == 0x7f || hides(r) {
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

// hides reports whether a character beyond ASCII acts on the text around it
// instead of showing itself: C1 controls (U+009B is the escape sequence
// introducer), bidirectional controls, invisible format characters, separators
// of lines. The two joiners stay: scripts of India, Persian and emoji need them,
// and they move nothing.
func hides(r rune) bool {
	if r < 0x80 || r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
