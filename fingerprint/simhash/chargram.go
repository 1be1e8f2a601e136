package simhash

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// gramRun counts the n-grams of a run of characters.
func (h *Hasher) gramRun(run []byte) {
	n := h.scheme.Chars
	if h.gramRunOfThree(run, 3*n) {
		return
	}
	var starts [MaxN]int
	count := 0
	for i := 0; i < len(run); {
		starts[count%n] = i
		switch b := run[i]; {
		case b < utf8.RuneSelf:
			i++
		case b < 0xe0:
			i += 2
		case b < 0xf0:
			i += 3
		default:
			i += 4
		}
		count++
		if count >= n {
			h.feature(run[starts[count%n]:i])
		}
	}
	if count > 0 && count < n {
		h.feature(run)
	}
}

// gramRunOfThree counts the n-grams, of size bytes each, if every character of the
// run has three bytes, as nearly all of Han and kana. It reports whether that is so.
func (h *Hasher) gramRunOfThree(run []byte, size int) bool {
	for i := 0; i < len(run); i += 3 {
		if run[i]&0xf0 != 0xe0 {
			return false
		}
	}
	if len(run) > 0 && len(run) < size {
		h.feature(run)
	}
	if size == 9 && h.scheme.Hash == XXH64 && h.tables.Stop == nil { // the default scheme
		for i := size; i <= len(run); i += 3 {
			h.terms.add(xxh64of9((*[9]byte)(run[i-9 : i])))
		}
		return true
	}
	for i := size; i <= len(run); i += 3 {
		h.feature(run[i-size : i])
	}
	return true
}

// charGrams counts the n-grams of a whole text, in which everything except letters,
// marks and numbers counts as one space.
func (h *Hasher) charGrams(text []byte) {
	kept := keptBits()
	joined, gap := h.buffer[:0], false
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		if !kept.has(r) {
			gap = true
			i += size
			continue
		}
		if gap && len(joined) > 0 {
			joined = append(joined, ' ')
		}
		gap = false
		joined = append(joined, text[i:i+size]...)
		i += size
	}
	h.gramRun(joined)
	h.buffer = joined[:0]
}

// bitmap has a bit for each character of the first plane of Unicode.
type bitmap [0x10000 / 64]uint64

// keptBits marks letters, marks and numbers.
var keptBits = sync.OnceValue(func() *bitmap {
	var b bitmap
	for r := range rune(0x10000) {
		if isKept(r) {
			b[r/64] |= 1 << (r % 64)
		}
	}
	return &b
})

func isKept(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

func (b *bitmap) has(r rune) bool {
	if r < 0x10000 {
		return b[r/64]>>(r%64)&1 != 0
	}
	return isKept(r)
}
