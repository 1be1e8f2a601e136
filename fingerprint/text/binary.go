package text

import "bytes"

// Sniffed is how many bytes of a content's beginning tell text from what is none.
const Sniffed = 8 << 10

// IsBinary reports whether what begins so is no text: there is a zero byte, or, with
// a byte order mark of UTF-16, the character zero. Only the first Sniffed bytes are
// looked at.
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
