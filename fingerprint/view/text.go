package view

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"alike/fingerprint/text"
)

// longestJoin bounds the length in bytes of a character with its combining marks. The
// view of a longer sequence depends on how the stream is split; only artificial files
// contain one.
const longestJoin = 4 << 10

// textViewer makes the text views of streams, one after the other: valid UTF-8 in the
// canonical form of package text, case-folded. White space, control characters and
// invalid bytes are blanks. Blanks do not count except between two words, where one
// stays: a JSON file has the same view with line breaks and without. Memory is constant
// except for the map.
type textViewer struct {
	canonical *text.Canonical
	m         *originMap
	at        int // offset in the file of the first byte of src
	end       ending
	blankFrom int // the range in the file of the blank after a word, not yet in the view
	blankTo   int
}

// reset prepares t for a stream. If m is not nil, it must be empty and receives the
// origin of every byte of the view.
func (t *textViewer) reset(m *originMap) {
	c := t.canonical
	if c == nil {
		c = text.NewCanonical(true)
	}
	*t = textViewer{canonical: c, m: m}
}

// append appends to dst the view of the first n bytes of src; see codeViewer.append.
func (t *textViewer) append(dst, src []byte, last bool) (view []byte, n int) {
	if n = len(src); !last {
		if n = t.canonical.Apart(src); n == 0 && len(src) > longestJoin {
			n = len(src)
		}
	}
	if t.m == nil {
		dst = t.squeeze(dst, t.canonical.Bytes(src[:n]))
	} else {
		for i := 0; i < n; {
			size := t.canonical.Cluster(src[i:n])
			dst = t.appendMapped(dst, src[i:i+size], t.at+i)
			i += size
		}
	}
	t.at += n
	return dst, n
}

// appendMapped appends the view of a cluster at an offset of the file and maps it.
func (t *textViewer) appendMapped(dst, cluster []byte, at int) []byte {
	from, before := len(dst), t.end
	dst = t.squeeze(dst, t.canonical.Bytes(cluster))
	added := len(dst) - from
	if before == afterBlank && added > 0 && dst[from] == ' ' {
		t.m.add(1, t.blankFrom, t.blankTo)
		t.m.add(added-1, at, at+len(cluster))
	} else {
		t.m.add(added, at, at+len(cluster))
	}
	if t.end == afterBlank && (before != afterBlank || added > 0) {
		t.blankFrom, t.blankTo = at, at+len(cluster)
	}
	return dst
}

// step is what becomes of a character: the view loses its last byte, the blank before a
// mark, then gains the character or nothing.
type step struct {
	back, gain uint8
	next       ending
}

// ending is what the view ends with.
type ending uint8

const (
	afterMark  ending = iota // or nothing; blanks are dropped
	afterWord                // a blank is written
	afterBlank               // the blank stays if a word follows
)

var steps = [4][4]step{
	afterMark:  {mark: {0, 1, afterMark}, space: {0, 0, afterMark}, wordByte: {0, 1, afterWord}},
	afterWord:  {mark: {0, 1, afterMark}, space: {0, 1, afterBlank}, wordByte: {0, 1, afterWord}},
	afterBlank: {mark: {1, 1, afterMark}, space: {0, 0, afterBlank}, wordByte: {0, 1, afterWord}},
}

// squeeze appends canonical text without the blanks that do not count. A branch for each
// byte would be mispredicted at every other word.
func (t *textViewer) squeeze(dst, canonical []byte) []byte {
	dst = slices.Grow(dst, len(canonical)+1)
	n, end := len(dst), t.end
	out := dst[:n+len(canonical)+1]
	if end == afterBlank {
		out[n] = ' '
		n++
	}
	for i := 0; i < len(canonical); {
		b := canonical[i]
		if b < utf8.RuneSelf {
			s := steps[end&3][roles[b]&3]
			n -= int(s.back)
			if b < ' ' || b == 0x7f {
				b = ' '
			}
			out[n] = b
			n += int(s.gain)
			end = s.next
			i++
			continue
		}
		role, size := mark, 0
		for i+size < len(canonical) && canonical[i+size]-0xe4 <= 0xe9-0xe4 {
			size += 3 // Han
		}
		if size == 0 {
			role, size = roleBeyond(canonical[i:])
		}
		s := steps[end&3][role]
		if n -= int(s.back); role == space {
			out[n] = ' '
			n += int(s.gain)
		} else {
			n += copy(out[n:], canonical[i:i+size])
		}
		end = s.next
		i += size
	}
	if t.end = end; end == afterBlank {
		n--
	}
	return out[:n]
}

// unspaced reports whether no blanks separate the words of a character's script: Thai, Lao, Burmese,
// Khmer, the scripts and signs of East Asia except Hangul, and emoji.
func unspaced(r rune) bool {
	switch {
	case r < 0x2e80:
		return withoutSpaces(r)
	case r < 0xa4d0:
		return !unicode.Is(unicode.Hangul, r)
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Myanmar) || r >= 0xfe30 && r <= 0xfe4f
}

// roleBeyond returns the role of the first character of a text, which is beyond ASCII,
// and its length in bytes. Letters of scripts that separate words by blanks are words.
func roleBeyond(canonical []byte) (role, int) {
	r, size := utf8.DecodeRune(canonical)
	switch {
	case unicode.IsSpace(r), unicode.IsControl(r):
		return space, size
	case unspaced(r):
		return mark, size
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return wordByte, size
	}
	return mark, size
}
