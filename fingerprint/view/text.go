package view

import (
	"unicode"
	"unicode/utf8"

	"alike/fingerprint/text"
)

// longestJoin bounds the length in bytes of a character with its combining marks. The
// view of a longer sequence depends on how the stream is split; only artificial files
// contain one.
const longestJoin = 4 << 10

// textViewer makes the text views of streams, one after the other: valid UTF-8,
// normalised (NFKC), case-folded, with one blank for each run of white space, control
// characters and invalid bytes. Memory is constant except for the map.
type textViewer struct {
	canonical *text.Canonical
	m         *originMap
	at        int  // offset in the file of the first byte of src
	blank     bool // the view is empty or ends with a blank
}

// reset prepares t for a stream. If m is not nil, it must be empty and receives the
// origin of every byte of the view.
func (t *textViewer) reset(m *originMap) {
	if t.canonical == nil {
		t.canonical = text.NewCanonical(true)
	}
	t.m, t.at, t.blank = m, 0, true
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
			from := len(dst)
			dst = t.squeeze(dst, t.canonical.Bytes(src[i:i+size]))
			t.m.add(len(dst)-from, t.at+i, t.at+i+size)
			i += size
		}
	}
	t.at += n
	return dst, n
}

// squeeze appends canonical text with each run of blanks reduced to one.
func (t *textViewer) squeeze(dst, canonical []byte) []byte {
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
