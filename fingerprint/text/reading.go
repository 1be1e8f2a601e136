package text

import (
	"unicode"

	"golang.org/x/text/unicode/rangetable"
)

// Readers do not tell typographic quotes and dashes from those of a keyboard, do not see
// soft hyphens, joiners and direction marks, and read Arabic with its vowel marks or
// without. Editors, web pages and word processors change all of these.

// invisible has the characters that a renderer ignores: Default_Ignorable_Code_Point of
// Unicode (DerivedCoreProperties, UAX 44), derived as the standard does. Among them are
// the soft hyphen, the zero-width space and joiners, direction marks, the byte order
// mark and selectors of variants.
var invisible = func() *unicode.RangeTable {
	var all []rune
	rangetable.Visit(rangetable.Merge(unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector), func(r rune) {
		annotation := r >= 0xfff9 && r <= 0xfffb || r >= 0x13430 && r <= 0x13440
		if !annotation && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
			all = append(all, r)
		}
	})
	return rangetable.New(all...)
}()

const tatweel = 0x640

// unseen reports whether a text reads the same without the character: it is invisible,
// stretches Arabic letters or marks their vowels. The marks that make other letters,
// madda and hamza, are not among them.
func unseen(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == tatweel, r == 0x670:
		return true
	case r < 0x34f:
		return false
	case r >= 0x610 && r <= 0x6ed, r >= 0x8ca && r <= 0x8ff:
		if unicode.Is(unicode.Mn, r) {
			return r < 0x653 || r > 0x655
		}
	}
	return unicode.Is(invisible, r)
}

// plainer returns the character of a keyboard that reads as r does: a quotation mark, an
// apostrophe or a hyphen. The Persian yeh and kaf become the Arabic ones. All others
// stay.
func plainer(r rune) rune {
	switch {
	case r < 0xab:
		return r
	case r >= 0x2010 && r <= 0x2015, r == 0x2212:
		return '-'
	case r >= 0x2018 && r <= 0x201b, r == 0x2bc, r == 0x2032, r == 0x2039, r == 0x203a:
		return '\''
	case r >= 0x201c && r <= 0x201f, r == 0xab, r == 0xbb:
		return '"'
	case r == 0x6cc:
		return 0x64a
	case r == 0x6a9:
		return 0x643
	}
	return r
}
