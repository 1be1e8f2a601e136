package view

import (
	"unicode"
	"unicode/utf8"
)

// wordFolder writes one byte for each word of a text view, so that files in no known
// language have tokens under the code view as well. A word is a run of letters and
// digits, or a single character of a script without spaces; its byte is 8 bits of its
// FNV-1a hash. Punctuation stays; blanks are dropped.
type wordFolder struct {
	m      *originMap
	at     int    // offset in the text view of the next byte
	start  int    // of the word, if inside is set
	hash   uint32 // of the word
	inside bool
}

const (
	fnvBasis = 2166136261
	fnvPrime = 16777619
)

func (w *wordFolder) reset(m *originMap) { *w = wordFolder{m: m} }

// role is what a byte of a text view is.
type role uint8

const (
	mark role = iota // punctuation
	space
	wordByte
	beyond // part of a character beyond ASCII
)

var roles = func() (t [256]role) {
	for b := range t {
		switch {
		case b >= utf8.RuneSelf:
			t[b] = beyond
		case isAlnum(byte(b)):
			t[b] = wordByte
		case b <= ' ', b == 0x7f:
			t[b] = space
		}
	}
	return t
}()

// append appends to dst the tokens of text, which must consist of whole characters.
func (w *wordFolder) append(dst, text []byte, last bool) []byte {
	from := w.at // offset of text in the text view
	for i := 0; i < len(text); {
		switch role := roles[text[i]]; role {
		case wordByte:
			n := i + 1
			h := w.begin(from + i)
			for h = (h ^ uint32(text[i])) * fnvPrime; n < len(text) && roles[text[n]] == wordByte; n++ {
				h = (h ^ uint32(text[n])) * fnvPrime
			}
			w.hash = h
			i = n
		case beyond:
			r, n := utf8.DecodeRune(text[i:])
			alone := !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) || withoutSpaces(r)
			if alone {
				dst = w.end(dst, from+i)
			}
			h := w.begin(from + i)
			for _, b := range text[i : i+n] {
				h = (h ^ uint32(b)) * fnvPrime
			}
			w.hash = h
			if i += n; alone {
				dst = w.end(dst, from+i)
			}
		default:
			dst = w.end(dst, from+i)
			if role == mark {
				dst = w.put(dst, text[i], from+i, from+i+1)
			}
			i++
		}
	}
	if w.at += len(text); last {
		dst = w.end(dst, w.at)
	}
	return dst
}

// withoutSpaces reports whether a letter belongs to a script without spaces between
// words: Thai, Lao, Burmese, Khmer, kana, Han, Hangul and their extensions.
func withoutSpaces(r rune) bool {
	return r >= 0x2e80 || r >= 0xe00 && r < 0xf00 || r >= 0x1000 && r < 0x10a0 || r >= 0x1780 && r < 0x1800
}

// begin begins a word at an offset, unless one continues there, and returns its hash.
func (w *wordFolder) begin(at int) uint32 {
	if !w.inside {
		w.inside, w.start, w.hash = true, at, fnvBasis
	}
	return w.hash
}

// end ends the word at an offset, if there is one.
func (w *wordFolder) end(dst []byte, at int) []byte {
	if !w.inside {
		return dst
	}
	w.inside = false
	return w.put(dst, byte(w.hash>>24), w.start, at)
}

// put appends the token of a range of the text view.
func (w *wordFolder) put(dst []byte, token byte, from, to int) []byte {
	if w.m != nil {
		w.m.add(1, from, to)
	}
	return append(dst, token)
}
