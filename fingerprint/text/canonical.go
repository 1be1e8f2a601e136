package text

import (
	"encoding/binary"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Canonical converts text to a canonical form: bytes that are not valid UTF-8 become
// spaces, the rest is normalised to NFKC, read as people read it (see reading.go) and
// optionally case-folded. ASCII is processed eight bytes at a time, and only runs of
// characters that need it go through package norm. A Canonical is not safe for
// concurrent use.
type Canonical struct {
	table *canonicalTable
	seen  []byte // a piece of the text without what is invisible
	piece []byte
	out   []byte
}

// tableEnd is the size of the table. Beyond it are Han, kana and Hangul, which are
// ranges, and rare characters.
const tableEnd = 0x3000

// canonicalTable maps every character below tableEnd to its canonical form, or to
// zero if package norm must decide: the character is not normal or may combine with
// the one before it.
type canonicalTable struct {
	to   [tableEnd]uint16
	fold bool
}

var (
	foldedTable = sync.OnceValue(func() *canonicalTable { return newTable(true) })
	casedTable  = sync.OnceValue(func() *canonicalTable { return newTable(false) })
)

func newTable(fold bool) *canonicalTable {
	t := &canonicalTable{fold: fold}
	for r := rune(1); r < tableEnd; r++ {
		s := string(r)
		if norm.NFKC.IsNormalString(s) && norm.NFKC.PropertiesString(s).BoundaryBefore() && !unseen(r) {
			t.to[r] = uint16(plainer(r))
			if fold {
				t.to[r] = uint16(foldCase(plainer(r)))
			}
		}
	}
	return t
}

// NewCanonical returns a converter, which folds case if fold is true.
func NewCanonical(fold bool) *Canonical {
	if fold {
		return &Canonical{table: foldedTable()}
	}
	return &Canonical{table: casedTable()}
}

// foldCase returns the lower-case form of r in Unicode's simple case folding, the
// same for all characters that differ only in case.
func foldCase(r rune) rune {
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	if unicode.SimpleFold(r) == r {
		return r // U+0130, which ToLower would turn into an i
	}
	return unicode.ToLower(least)
}

// plain returns the canonical form of r, or zero if package norm must decide.
func (t *canonicalTable) plain(r rune) rune {
	switch {
	case r < tableEnd:
		return rune(t.to[r])
	case r >= 0x4e00 && r <= 0x9fff, r >= 0x3041 && r <= 0x3096, r >= 0xac00 && r <= 0xd7a3,
		r >= 0x30a1 && r <= 0x30fe, r >= 0x3001 && r <= 0x3029, r >= 0x3400 && r <= 0x4dbf:
		return r
	case r >= 0xff01 && r <= 0xff5e:
		return rune(t.to[r-0xfee0])
	case r == 0x3000:
		return ' '
	}
	return 0
}

func (t *canonicalTable) folded(r rune) rune {
	switch {
	case !t.fold:
		return r
	case r < tableEnd && t.to[r] != 0:
		return rune(t.to[r])
	}
	return foldCase(r)
}

const (
	highBits = 0x8080808080808080
	ones     = 0x0101010101010101
)

// lower converts eight ASCII letters to lower case.
func lower(x uint64) uint64 {
	fromA := x + (0x80-'A')*ones
	afterZ := x + (0x80-'Z'-1)*ones
	return x | (fromA&^afterZ&highBits)>>2
}

// Bytes returns the canonical form of text. It is valid until the next call.
func (c *Canonical) Bytes(text []byte) []byte {
	out, t := c.out[:0], c.table
	if need := len(text) + len(text)/8 + 16; cap(out) < need {
		out = make([]byte, 0, need)
	}
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			n := len(out)
			for ; i+8 <= len(text); i += 8 {
				x := binary.LittleEndian.Uint64(text[i:])
				if x&highBits != 0 {
					break
				}
				if t.fold {
					x = lower(x)
				}
				out = binary.LittleEndian.AppendUint64(out, x)
			}
			for ; i < len(text) && text[i] < utf8.RuneSelf; i++ {
				b := text[i]
				if t.fold && b >= 'A' && b <= 'Z' {
					b += 'a' - 'A'
				}
				out = append(out, b)
			}
			if len(out) > n {
				continue
			}
		}
		r, size := rune(0), 3
		if b := text[i]; b >= 0xe3 && b <= 0xe9 && i+3 <= len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80 {
			r = rune(b&0xf)<<12 | rune(text[i+1]&0x3f)<<6 | rune(text[i+2]&0x3f)
			if r >= 0x4e00 {
				out = append(out, b, text[i+1], text[i+2])
				i += 3
				continue
			}
		} else {
			r, size = utf8.DecodeRune(text[i:])
		}
		if r == utf8.RuneError && size <= 1 {
			out = append(out, ' ')
			i++
			continue
		}
		if p := t.plain(r); p != 0 {
			out = utf8.AppendRune(out, p)
			i += size
			continue
		}
		out, i = c.normalise(out, text, i)
	}
	c.out = out
	return out
}

// normalise appends the form of the characters from i on for which package norm must
// decide. It converts the character before them again because they may combine with
// it. It returns the index after them.
func (c *Canonical) normalise(out, text []byte, i int) ([]byte, int) {
	end := i
	for end < len(text) {
		r, size := utf8.DecodeRune(text[end:])
		if r == utf8.RuneError && size <= 1 || c.table.plain(r) != 0 {
			break
		}
		end += size
	}
	before := 0
	if i > 0 && len(out) > 0 {
		var r rune
		r, before = utf8.DecodeLastRune(text[:i])
		_, written := utf8.DecodeLastRune(out)
		if r == utf8.RuneError && before == 1 { // an invalid byte, written as a space
			before = 0
		} else {
			out = out[:len(out)-written]
		}
	}
	c.seen = appendSeen(c.seen[:0], text[i-before:end])
	c.piece = norm.NFKC.Append(c.piece[:0], c.seen...)
	for p := c.piece; len(p) > 0; {
		r, size := utf8.DecodeRune(p)
		if !unseen(r) {
			out = utf8.AppendRune(out, c.table.folded(plainer(r)))
		}
		p = p[size:]
	}
	return out, end
}

// appendSeen appends text without the characters that nobody sees, which would keep
// apart what is to combine.
func appendSeen(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if !unicode.Is(invisible, r) {
			dst = append(dst, text[i:i+size]...)
		}
		i += size
	}
	return dst
}

// Apart returns the length of the longest prefix of text whose form does not depend
// on what follows text: it ends before the last character that does not combine with
// earlier ones. It is 0 if there is none. It usually examines a single character.
func (c *Canonical) Apart(text []byte) int {
	for i := len(text) - 1; i > 0; i-- {
		if b := text[i]; b < utf8.RuneSelf || utf8.RuneStart(b) && utf8.FullRune(text[i:]) && c.stands(text[i:]) {
			return i
		}
	}
	return 0
}

// Cluster returns the length in bytes of the first character of text together with
// all that may combine with it. It is minimal, while Apart may keep more together: a
// run of half-width katakana, each of which package norm must examine, is not a
// cluster.
func (c *Canonical) Cluster(text []byte) int {
	_, n := utf8.DecodeRune(text)
	for n < len(text) && !c.stands(text[n:]) {
		r, size := utf8.DecodeRune(text[n:])
		if norm.NFKC.Properties(text[n:]).BoundaryBefore() && !unseen(r) {
			break
		}
		n += size
	}
	return n
}

// stands reports whether the first character combines with none before it.
func (c *Canonical) stands(text []byte) bool {
	r, size := utf8.DecodeRune(text)
	return r == utf8.RuneError && size <= 1 || c.table.plain(r) != 0
}
