package simhash

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Words by UAX #29. ASCII, Latin, Greek and Cyrillic are split by a small state
// machine over the classes below. A piece of text with any other character goes to
// package uniseg, which implements all rules and is ten times slower. Tests check
// that both, and the batches in ascii.go, give the same words.

// Masks for eight bytes at a time.
const (
	highBits = 0x8080808080808080
	ones     = 0x0101010101010101
)

// class is the class of a character in the rules of UAX #29.
type class uint8

const (
	other      class   = iota // joins nothing and is not a word
	letter                    // ALetter
	digit                     // Numeric
	joiner                    // ExtendNumLet, such as _
	midLetter                 // joins letters: MidLetter
	midNumber                 // joins digits: MidNum
	midBoth                   // joins both: MidNumLet, Single_Quote
	unknown                   // must be handled by uniseg
	alone                     // a word by itself: Han and Hiragana
	blank                     // up to U+0020: separates pieces
	classEnd                  // end of a piece: joins nothing
	classTable = 0x530        // size of lowClass
)

var asciiClass = func() (c [256]class) {
	for b := range c {
		switch {
		case b <= ' ':
			c[b] = blank
		case b >= utf8.RuneSelf:
			c[b] = unknown
		case 'a' <= b|0x20 && b|0x20 <= 'z':
			c[b] = letter
		case '0' <= b && b <= '9':
			c[b] = digit
		}
	}
	c['_'], c[':'] = joiner, midLetter
	c['.'], c['\''] = midBoth, midBoth
	c[','], c[';'] = midNumber, midNumber
	return c
}()

// lowClass holds the classes of Latin, Greek and Cyrillic.
var lowClass = sync.OnceValue(func() *[classTable]class {
	var c [classTable]class
	for r := range c {
		switch r := rune(r); {
		case r < utf8.RuneSelf:
			c[r] = asciiClass[r]
		case r < 0xa0, r >= 0x2b0 && r < 0x386, unicode.IsMark(r), unicode.Is(unicode.Cf, r):
			c[r] = unknown
		case unicode.IsLetter(r):
			c[r] = letter
		case unicode.IsNumber(r):
			c[r] = unknown
		}
	}
	c[0xb7], c[0x387] = midLetter, midLetter
	return &c
})

// classOf returns the class of a character beyond lowClass.
func classOf(r rune) class {
	switch {
	case r >= 0x4e00 && r <= 0x9fff, r >= 0x3400 && r <= 0x4dbf, r >= 0x3041 && r <= 0x3096:
		return alone
	case r == 0x2018, r == 0x2019:
		return midBoth
	case r >= 0x2010 && r <= 0x2026 && r != 0x2024, r >= 0x2032 && r <= 0x203a,
		r >= 0x20a0 && r <= 0x20bf, r >= 0x2190 && r <= 0x22ff, r >= 0x2500 && r <= 0x259f,
		r >= 0x3001 && r <= 0x3003, r >= 0x3008 && r <= 0x3020:
		return other
	}
	return unknown
}

// bridges reports whether a mark of class m joins the characters before and after it.
func bridges(before, m, after class) bool {
	switch m {
	case midLetter:
		return before == letter && after == letter
	case midNumber:
		return before == digit && after == digit
	case midBoth:
		return before == after && (before == letter || before == digit)
	}
	return false
}

// segment processes a text in canonical form in order: word for each word and, if
// grams is set, gramRun for each run of characters for which isGram is true.
func (h *Hasher) segment(text []byte, grams bool) {
	word := 0 // index from which asciiWords may continue
	if h.scheme.Hash != XXH64 || h.tables.Stop != nil {
		word = len(text)
	}
	for i := 0; i < len(text); {
		if i >= word {
			i, word = h.asciiWords(text, i)
			continue
		}
		c := asciiClass[text[i]]
		switch c {
		case blank:
			i++
			continue
		case letter, digit, joiner:
		case unknown:
			i = h.beyondASCII(text, i, i, grams)
			continue
		default: // a mark that joins nothing here
			if i+1 < len(text) && text[i+1] >= utf8.RuneSelf && !(grams && gramAt(text[i+1:])) {
				i = h.beyondASCII(text, i, i+1, grams)
				continue
			}
			i++
			continue
		}
		i = h.asciiWord(text, i, grams)
	}
	h.endWords(text)
}

// asciiWord adds the word that starts at start with an ASCII letter, digit or joiner.
// It returns the end of the word.
func (h *Hasher) asciiWord(text []byte, start int, grams bool) int {
	i := start
	for {
		i += inWord(text[i:])
		if i >= len(text) {
			break
		}
		next := asciiClass[text[i]]
		if next == blank || next == other {
			break
		}
		if next != unknown && i+1 < len(text) {
			after := asciiClass[text[i+1]]
			if bridges(asciiClass[text[i-1]], next, after) {
				i++
				continue
			}
			if after == unknown {
				next = unknown
			}
		}
		if next == unknown {
			return h.beyondASCII(text, start, i, grams)
		}
		break
	}
	if text[start] != '_' || isWord(text[start:i]) {
		h.word(text, start, i)
	}
	return i
}

// inWord returns the number of ASCII letters, digits and joiners at the start of
// text.
func inWord(text []byte) int {
	n := 0
	for ; n+8 <= len(text); n += 8 {
		x := binary.LittleEndian.Uint64(text[n:])
		low := x &^ highBits
		small := low | 0x20*ones
		letters := (small + (0x80-'a')*ones) &^ (small + (0x80-'z'-1)*ones)
		digits := (low + (0x80-'0')*ones) &^ (low + (0x80-'9'-1)*ones)
		joiners := ^(low ^ '_'*ones + 0x7f*ones)
		if not := ^((letters | digits | joiners) &^ x) & highBits; not != 0 {
			return n + bits.TrailingZeros64(not)/8
		}
	}
	for ; n < len(text); n++ {
		if c := asciiClass[text[n]]; c != letter && c != digit && c != joiner {
			break
		}
	}
	return n
}

// beyondASCII continues from start, the start of a word or of a mark, after a byte
// beyond ASCII at index i, at or shortly after start. It returns the index where it
// stopped.
func (h *Hasher) beyondASCII(text []byte, start, i int, grams bool) int {
	if grams && i == start && gramLead[text[i]] {
		if end := gramRun(text, i); end > i {
			h.endWords(text)
			h.gramRun(text[i:end])
			return end
		}
	}
	end, known := h.piece(text, start, grams)
	if known {
		h.knownWords(text, start)
	} else {
		h.anyWords(text, start, end)
	}
	return end
}

// gramRun returns the end of the run of n-gram characters that starts at i.
func gramRun(text []byte, i int) int {
	for i < len(text) && gramLead[text[i]] {
		if b := text[i]; b >= 0xe4 && b <= 0xe9 && (b != 0xe4 || text[i+1] >= 0xb8) { // from U+4E00 on
			i += 3
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !isGram(r) {
			break
		}
		i += size
	}
	return i
}

// piece returns the end of the piece of text that starts at i, which ends at a space
// or at a run of n-gram characters, and whether all its characters have a known
// class. It records the classes.
func (h *Hasher) piece(text []byte, i int, grams bool) (end int, known bool) {
	low := lowClass()
	h.classes, h.sizes, known = h.classes[:0], h.sizes[:0], true
	for i < len(text) {
		b := text[i]
		if b < utf8.RuneSelf {
			c := asciiClass[b]
			if c == blank {
				break
			}
			h.classes, h.sizes = append(h.classes, c), append(h.sizes, 1)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if grams && gramLead[b] && isGram(r) {
			break
		}
		c := unknown
		if r < classTable {
			c = low[r]
		} else {
			c = classOf(r)
		}
		known = known && c != unknown
		h.classes, h.sizes = append(h.classes, c), append(h.sizes, uint8(size))
		i += size
	}
	return i, known
}

// knownWords finds the words of the piece at start from its recorded classes.
func (h *Hasher) knownWords(text []byte, start int) {
	at := func(i int) class {
		if i < len(h.classes) {
			return h.classes[i]
		}
		return classEnd
	}
	for i := 0; i < len(h.classes); {
		c := h.classes[i]
		end := start + int(h.sizes[i])
		i++
		isWord := c == letter || c == digit || c == alone
		for c == letter || c == digit || c == joiner {
			switch next := at(i); {
			case next == letter || next == digit || next == joiner:
				isWord = isWord || next != joiner
				c = next
				end += int(h.sizes[i])
				i++
				continue
			case bridges(c, next, at(i+1)):
				c = at(i + 1)
				end += int(h.sizes[i]) + int(h.sizes[i+1])
				i += 2
				continue
			}
			break
		}
		if isWord {
			h.word(text, start, end)
		}
		start = end
	}
}

// anyWords finds the words of any piece.
func (h *Hasher) anyWords(text []byte, start, end int) {
	state, rest := -1, text[start:end]
	for len(rest) > 0 {
		var word []byte
		word, rest, state = uniseg.FirstWord(rest, state)
		if isWord(word) {
			h.word(text, start, start+len(word))
		}
		start += len(word)
	}
}

// isWord reports whether a segment contains a letter or a number.
func isWord(segment []byte) bool {
	for len(segment) > 0 {
		r, size := utf8.DecodeRune(segment)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
		segment = segment[size:]
	}
	return false
}
