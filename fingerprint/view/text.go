package view

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"alike/fingerprint/text"
)

// longestJoin is how many bytes a character may have with what joins with it before
// a stream is cut within them. Nobody writes so many accents on a letter; who
// makes a file of them gets a view that depends on where the cuts are.
const longestJoin = 4 << 10

// Text makes the text view of one stream after the other: UTF-8, normalised (NFKC),
// in one case, with one blank for each run of white space and control characters,
// and for bytes that are no UTF-8. Memory is constant but for the map.
type Text struct {
	canonical *text.Canonical
	m         *Map
	at        int  // in the file, of the first byte of src
	blank     bool // the view ends with one, or is empty
}

// Reset makes it ready for a stream. With a map, which must be empty, it keeps
// there where the view comes from.
func (t *Text) Reset(m *Map) {
	if t.canonical == nil {
		t.canonical = text.NewCanonical(norm.NFKC, true)
	}
	t.m, t.at, t.blank = m, 0, true
}

// Append appends to dst the view of the beginning of src and returns how long that
// beginning is, as Code.Append does.
func (t *Text) Append(dst, src []byte, last bool) (view []byte, n int) {
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
			from := len(dst)
			dst = t.squeeze(dst, t.canonical.Bytes(src[i:i+size]))
			t.m.add(len(dst)-from, t.at+i, t.at+i+size)
			i += size
		}
	}
	t.at += n
	return dst, n
}

// squeeze appends canonical text with one blank for each run of them.
func (t *Text) squeeze(dst, canonical []byte) []byte {
	blank := t.blank
	for i := 0; i < len(canonical); {
		b := canonical[i]
		switch {
		case b <= ' ' || b == 0x7f:
			if !blank {
				dst = append(dst, ' ')
				blank = true
			}
			i++
		case b < utf8.RuneSelf:
			dst = append(dst, b)
			blank = false
			i++
		case b >= 0xe4: // no white space from U+4000 on
			dst = append(dst, b)
			blank = false
			for i++; i < len(canonical) && canonical[i]&0xc0 == 0x80; i++ {
				dst = append(dst, canonical[i])
			}
		default:
			r, size := utf8.DecodeRune(canonical[i:])
			if unicode.IsSpace(r) || unicode.IsControl(r) {
				if !blank {
					dst = append(dst, ' ')
				}
				blank = true
			} else {
				dst = append(dst, canonical[i:i+size]...)
				blank = false
			}
			i += size
		}
	}
	t.blank = blank
	return dst
}
