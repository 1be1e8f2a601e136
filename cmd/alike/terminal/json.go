package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends the JSON of v on one line. It escapes characters that act on a
// terminal even if JSON allows them, because people look at JSON too. It panics if v
// cannot be encoded.
func AppendJSON(buf []byte, v any) []byte {
	start := len(buf)
	b := bytes.NewBuffer(buf)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("encoding %T: %v", v, err))
	}
	buf = bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	text := buf[start:]
	if Plain(text) {
		return buf
	}
	buf = buf[:start]
	for _, r := range string(text) {
		switch {
		case r == 0x7f || Invisible(r) && r <= 0xffff:
			buf = fmt.Appendf(buf, `\u%04x`, r)
		case Invisible(r):
			hi, lo := utf16.EncodeRune(r)
			buf = fmt.Appendf(buf, `\u%04x\u%04x`, hi, lo)
		default:
			buf = utf8.AppendRune(buf, r)
		}
	}
	return buf
}
