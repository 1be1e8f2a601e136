package testdata

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Canonical is the definition of the canonical form that the text view and simhashes
// use: what is invisible goes, the rest is normalised to NFKC, vowel marks and tatweel
// go, signs become those of a keyboard, and case is folded if fold is true.
func Canonical(text []byte, fold bool) string {
	var visible strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			visible.WriteByte(' ')
		case !invisible(r):
			visible.Write(text[:size])
		}
		text = text[size:]
	}
	return strings.Map(func(r rune) rune {
		if r = plainer(r); fold && r >= 0 {
			return foldCase(r)
		}
		return r
	}, norm.NFKC.String(visible.String()))
}

// invisible is Default_Ignorable_Code_Point as UAX 44 derives it.
func invisible(r rune) bool {
	switch {
	case r >= 0xfff9 && r <= 0xfffb, r >= 0x13430 && r <= 0x13440, unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// plainer returns the character of a keyboard that reads as r does, or -1 if a text reads
// the same without it.
func plainer(r rune) rune {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-'
	case '‘', '’', '‚', '‛', 'ʼ', '′', '‹', '›':
		return '\''
	case '“', '”', '„', '‟', '«', '»':
		return '"'
	case 'ی':
		return 'ي'
	case 'ک':
		return 'ك'
	case 'ـ', 'ٰ':
		return -1
	case 0x653, 0x654, 0x655: // madda and hamza make other letters
		return r
	}
	if invisible(r) || unicode.Is(unicode.Mn, r) && (r >= 0x610 && r <= 0x6ed || r >= 0x8ca && r <= 0x8ff) {
		return -1
	}
	return r
}

// foldCase returns the character that all which differ only in case share.
func foldCase(r rune) rune {
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	if least == r && unicode.SimpleFold(r) == r {
		return r
	}
	return unicode.ToLower(least)
}
