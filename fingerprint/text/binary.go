package text

import "bytes"

// Sniffed is the number of leading bytes that decide whether a content is text.
const Sniffed = 8 << 10

// IsBinary reports whether content that starts with the given bytes is not text: it
// contains a zero byte or, after a UTF-16 byte order mark, the character U+0000.
// Only the first Sniffed bytes are examined.
func IsBinary(begin []byte) bool {
	begin = begin[:min(len(begin), Sniffed)]
	if name, _ := marked(begin); name != UTF16LE && name != UTF16BE {
		return bytes.IndexByte(begin, 0) >= 0
	}
	for i := 2; i+1 < len(begin); i += 2 {
		if begin[i] == 0 && begin[i+1] == 0 {
			return true
		}
	}
	return false
}
