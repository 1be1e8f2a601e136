package text

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// windows1252 decodes Windows-1252 as golang.org/x/text/encoding/charmap does, which adds the tables
// of 40 other encodings to a program, 88 KB.
type windows1252 struct{ transform.NopResetter }

// from80 holds the characters from 0x80 on that are not those of Latin-1.
var from80 = []rune("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ")

func (e windows1252) NewDecoder() *encoding.Decoder { return &encoding.Decoder{Transformer: e} }

// Transform implements transform.Transformer.
func (windows1252) Transform(dst, src []byte, _ bool) (written, read int, err error) {
	for ; read < len(src); read++ {
		r := rune(src[read])
		if r >= 0x80 && int(r) < 0x80+len(from80) {
			r = from80[r-0x80]
		}
		if written+utf8.RuneLen(r) > len(dst) {
			return written, read, transform.ErrShortDst
		}
		written += utf8.EncodeRune(dst[written:], r)
	}
	return written, read, nil
}
