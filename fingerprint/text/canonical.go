package text

import (
	"encoding/binary"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Canonical brings text into one form: what is not UTF-8 becomes spaces, the rest
// is normalised and its case folded. Of the second only runs of characters that
// need it go through package norm; ASCII goes eight bytes at a time.
type Canonical struct {
	form  norm.Form
	table *canonicalTable
	piece []byte
	out   []byte
}

// tableEnd is where the table ends. Behind it are Han, kana and Hangul, which are
// ranges, and what is rare.
const tableEnd = 0x3000

// canonicalTable holds for every character below tableEnd what it becomes, or
// zero where package norm must be asked: where it is not normal, or where it may
// join with what is in front of it.
type canonicalTable struct {
	to   [tableEnd]uint16
	fold bool
	wide bool // full-width ASCII becomes ASCII
}

var canonicalTables = [2][2]func() *canonicalTable{
	{tableOf(norm.NFKC, true), tableOf(norm.NFKC, false)},
	{tableOf(norm.NFC, true), tableOf(norm.NFC, false)},
}

func tableOf(form norm.Form, fold bool) func() *canonicalTable {
	return sync.OnceValue(func() *canonicalTable {
		t := &canonicalTable{fold: fold, wide: form == norm.NFKC}
		for r := rune(1); r < tableEnd; r++ {
			s := string(r)
			if form.IsNormalString(s) && form.PropertiesString(s).BoundaryBefore() {
				t.to[r] = uint16(r)
				if fold {
					t.to[r] = uint16(FoldCase(r))
				}
			}
		}
		return t
	})
}

// NewCanonical returns what brings text into the form, NFKC or NFC, and, if it is
// to fold, into one case. It is for one goroutine.
func NewCanonical(form norm.Form, fold bool) *Canonical {
	n, letters := 0, 0
	if form == norm.NFC {
		n = 1
	}
	if !fold {
		letters = 1
	}
	return &Canonical{form: form, table: canonicalTables[n][letters]()}
}

// FoldCase is Unicode's simple case folding: one character for all that differ
// in nothing but case, in lower case where there is one.
func FoldCase(r rune) rune {
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	if unicode.SimpleFold(r) == r {
		return r // U+0130, which ToLower would make an i
	}
	return unicode.ToLower(least)
}

// plain returns what r becomes, or zero where package norm must be asked.
func (t *canonicalTable) plain(r rune) rune {
	switch {
	case r < tableEnd:
		return rune(t.to[r])
	case r >= 0x4e00 && r <= 0x9fff, r >= 0x3041 && r <= 0x3096, r >= 0xac00 && r <= 0xd7a3,
		r >= 0x30a1 && r <= 0x30fe, r >= 0x3001 && r <= 0x3029, r >= 0x3400 && r <= 0x4dbf:
		return r
	case !t.wide:
		return 0
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
	return FoldCase(r)
}

const (
	highBits = 0x8080808080808080
	ones     = 0x0101010101010101
)

// lower makes eight ASCII letters lower case.
func lower(x uint64) uint64 {
	fromA := x + (0x80-'A')*ones
	afterZ := x + (0x80-'Z'-1)*ones
	return x | (fromA&^afterZ&highBits)>>2
}

// Bytes returns the canonical form of text. It stands until the next call.
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

// normalise does the characters from i on that package norm must look at, and the
// one before them again, since they may join with it.
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
		if r == utf8.RuneError && before == 1 { // not UTF-8: a space was written for it
			before = 0
		} else {
			out = out[:len(out)-written]
		}
	}
	c.piece = c.form.Append(c.piece[:0], text[i-before:end]...)
	for p := c.piece; len(p) > 0; {
		r, size := utf8.DecodeRune(p)
		out = utf8.AppendRune(out, c.table.folded(r))
		p = p[size:]
	}
	return out, end
}

// Apart returns how much of text, which something may follow, becomes the same by
// itself: all before the last character that joins with none before it. It is 0
// where there is none. Cost: mostly that of looking at one character.
func (c *Canonical) Apart(text []byte) int {
	for i := len(text) - 1; i > 0; i-- {
		if b := text[i]; b < utf8.RuneSelf || utf8.RuneStart(b) && utf8.FullRune(text[i:]) && c.stands(text[i:]) {
			return i
		}
	}
	return 0
}

// Cluster returns how many bytes the first character of text has with all that may
// join with it. It is as short as can be, where Apart may leave more together: a run
// of half-width katakana, each of which package norm must look at, is none.
func (c *Canonical) Cluster(text []byte) int {
	_, n := utf8.DecodeRune(text)
	for n < len(text) && !c.stands(text[n:]) && !c.form.Properties(text[n:]).BoundaryBefore() {
		_, size := utf8.DecodeRune(text[n:])
		n += size
	}
	return n
}

// stands reports whether the first character joins with none before it.
func (c *Canonical) stands(text []byte) bool {
	r, size := utf8.DecodeRune(text)
	return r == utf8.RuneError && size <= 1 || c.table.plain(r) != 0
}
