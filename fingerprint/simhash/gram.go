package simhash

import "unicode/utf8"

// gramRanges lists the characters of scripts written without spaces between words.
// UAX #29 makes each of them a word of its own (for Katakana, each run), so unit
// mixed splits them into n-grams. The ranges are spelled out, rather than taken from
// a library, because they must never change.
//
// Hangul has spaces, but particles are attached to its words; docs/quality.md
// explains why it is included.
var gramRanges = [...]struct{ first, last rune }{
	{0x0e01, 0x0e3a}, {0x0e40, 0x0e4e}, {0x0e50, 0x0e59}, // Thai
	{0x0e80, 0x0eff},                   // Lao
	{0x1000, 0x1049}, {0x1050, 0x109f}, // Burmese
	{0x1100, 0x11ff},                   // Hangul letters
	{0x1780, 0x17d3}, {0x17e0, 0x17e9}, // Khmer
	{0x2e80, 0x2fdf},                                     // radicals of Han
	{0x3005, 0x3007}, {0x3021, 0x3029}, {0x3031, 0x3035}, // marks and numbers of Han and kana
	{0x3038, 0x303c}, {0x3041, 0x3096}, {0x3099, 0x309a}, // Hiragana
	{0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, // Katakana
	{0x3105, 0x312f}, {0x3131, 0x318e}, {0x31a0, 0x31bf}, // Bopomofo, Hangul letters
	{0x31f0, 0x31ff}, {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, // Katakana, Han
	{0xa960, 0xa97c}, {0xac00, 0xd7a3}, {0xd7b0, 0xd7fb}, // Hangul
	{0xf900, 0xfaff}, {0xff66, 0xff9f}, // Han and half-width Katakana, which normal forms lack
	{0x1aff0, 0x1b16f}, {0x20000, 0x3ffff}, // kana, Han; isGram repeats these two
}

// gramBits marks the characters of gramRanges in the first plane.
var gramBits = func() *bitmap {
	var b bitmap
	for _, g := range gramRanges {
		for r, last := g.first, min(g.last, 0xffff); r <= last; r++ {
			if r%64 == 0 && r+63 <= last { // a program that never needs the bits fills them too
				b[r/64] = 1<<64 - 1
				r += 63
				continue
			}
			b[r/64] |= 1 << (r % 64)
		}
	}
	return &b
}()

// isGram reports whether unit mixed splits the character into n-grams.
func isGram(r rune) bool {
	if r < 0x10000 {
		return gramBits[r/64]>>(r%64)&1 != 0
	}
	return r >= 0x1aff0 && r <= 0x1b16f || r >= 0x20000 && r <= 0x3ffff
}

// gramLead marks the bytes that start a character of gramRanges.
var gramLead = func() (lead [256]bool) {
	for _, g := range gramRanges {
		for _, r := range [2]rune{g.first, g.last} {
			lead[string(r)[0]] = true
		}
		for b := string(g.first)[0]; b < string(g.last)[0]; b++ {
			lead[b] = true
		}
	}
	return lead
}()

// gramAt reports whether the text starts with a character of gramRanges.
func gramAt(text []byte) bool {
	if !gramLead[text[0]] {
		return false
	}
	r, _ := utf8.DecodeRune(text)
	return isGram(r)
}
