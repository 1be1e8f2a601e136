package text

import (
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Stream decodes documents, one after the other, in constant memory. It recognises
// encodings as Decode does, but only from the first kilobyte that is not ASCII. UTF-8
// passes through unchanged, including invalid bytes.
type Stream struct {
	name    string // "" until recognised
	began   bool
	decoder transform.Transformer // nil for UTF-8
}

// Reset prepares the stream for another document.
func (s *Stream) Reset() { *s = Stream{} }

// Plain classifies the start of src: the first skip bytes are a byte order mark, and
// the following plain bytes are UTF-8. If decode is true, the rest is for Decode;
// otherwise more input is needed first. last marks the end of the document.
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

// Decode appends to dst the UTF-8 form of the first n bytes of src. If each is not
// nil, it is called for every character with its lengths in bytes, decoded and
// encoded.
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
			break // done, or more input is needed
		}
	}
	return dst, n
}

// longestCode is the maximum length of an encoded character in bytes, as in GB18030
// and UTF-16.
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

// first decodes the first character of src if src is long enough. The decoder may
// produce two characters at once, one for broken bytes and one for what follows; then
// a shorter buffer makes it return the first alone.
func (s *Stream) first(piece, src []byte, last bool) (written, read int) {
	written, read, _ = s.decoder.Transform(piece, src, last)
	if _, size := utf8.DecodeRune(piece[:written]); size < written {
		if w, r, _ := s.decoder.Transform(piece[:size], src, last); w > 0 {
			return w, r
		}
	}
	return written, read
}
