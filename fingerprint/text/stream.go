package text

import (
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Stream decodes one document after the other as it comes, in constant memory. It
// tells the encoding as Decode does, but by the first kilobyte that is not ASCII
// only, and leaves what is UTF-8 as it is, broken characters included.
type Stream struct {
	name    string // "" until it is known
	began   bool
	decoder transform.Transformer // nil for UTF-8
}

// Reset makes it ready for a document.
func (s *Stream) Reset() { *s = Stream{} }

// Plain returns how many bytes at the beginning of src are UTF-8 as they are, after
// how many that say nothing but that (a byte order mark). What is behind them is for
// Decode if decode says so; else more has to come before it is known. With last
// nothing comes any more.
func (s *Stream) Plain(src []byte, last bool) (skip, plain int, decode bool) {
	if !s.began {
		if len(src) < 3 && !last {
			return 0, 0, false
		}
		s.began = true
		if s.name, skip = marked(src); skip > 0 {
			s.begin()
			src = src[skip:]
		}
	}
	switch {
	case s.decoder != nil:
		return skip, 0, true
	case s.name == UTF8:
		return skip, len(src), false
	}
	plain = beyondASCII(src)
	if rest := src[plain:]; len(rest) >= sampled || last && len(rest) > 0 {
		if s.name = recognised(rest); utf8.Valid(rest[:min(len(rest), sampled)]) {
			s.name = UTF8
		}
		s.begin()
		if s.decoder != nil {
			return skip, plain, true
		}
		plain = len(src)
	}
	return skip, plain, false
}

func (s *Stream) begin() {
	if d := Decoder(s.name); d != nil {
		s.decoder = d
	}
}

// Decode appends to dst what the beginning of src decodes to and returns how long
// that beginning is. If each is not nil it is told of every character: how many bytes
// it became, and how many it was.
func (s *Stream) Decode(dst, src []byte, last bool, each func(bytes, was int)) (text []byte, n int) {
	if each != nil {
		return s.decodeEach(dst, src, last, each)
	}
	var piece [4096]byte
	for n < len(src) {
		written, read, err := s.decoder.Transform(piece[:], src[n:], last)
		dst = append(dst, piece[:written]...)
		n += read
		if err != transform.ErrShortDst {
			break // all is read, or more has to come
		}
	}
	return dst, n
}

// longestCode is how many bytes a character may have: four in GB18030 and UTF-16.
const longestCode = 4

func (s *Stream) decodeEach(dst, src []byte, last bool, each func(bytes, was int)) (text []byte, n int) {
	var piece [64]byte
	for n < len(src) {
		written, read := 0, 0
		for size := 1; size <= longestCode && n+size <= len(src) && written == 0; size++ {
			written, read = s.first(piece[:], src[n:n+size], last && n+size == len(src))
		}
		if written == 0 {
			break
		}
		dst = append(dst, piece[:written]...)
		each(written, read)
		n += read
	}
	return dst, n
}

// first decodes the first character of some bytes, if they are enough for one. The
// decoder may make two of them at once, one of what is broken and one of what is
// behind it: then there is room for the first alone.
func (s *Stream) first(piece, src []byte, last bool) (written, read int) {
	written, read, _ = s.decoder.Transform(piece, src, last)
	if _, size := utf8.DecodeRune(piece[:written]); size < written {
		if w, r, _ := s.decoder.Transform(piece[:size], src, last); w > 0 {
			return w, r
		}
	}
	return written, read
}
