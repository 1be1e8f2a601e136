package text

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"
)

// checkStream checks that decoding character by character and in two pieces equals
// decoding the whole, and that each character is reported separately: broken bytes
// must not absorb the next character.
func checkStream(t *testing.T, name string, data []byte, cut int) {
	t.Helper()
	whole := Stream{began: true, name: name}
	whole.begin()
	want, n := whole.Decode(nil, data, true, nil)
	if n != len(data) {
		t.Fatalf("%s: only %d bytes of %q are decoded", name, n, data)
	}
	s := Stream{began: true, name: name}
	s.begin()
	var got []byte
	read := 0
	each := func(bytes, was int) {
		char := want[len(got):]
		if _, size := utf8.DecodeRune(char); bytes < size || was < 1 || was > longestCode {
			t.Fatalf("%s: %d bytes of %q became %d of %q", name, was, data[read:], bytes, char)
		} else if bytes > size && !slices.Contains([]string{"Ê̄", "Ê̌", "ê̄", "ê̌"}, string(char[:bytes])) {
			t.Fatalf("%s: %d bytes of %q became two characters, %q", name, was, data[read:], char[:bytes])
		}
		got, read = append(got, char[:bytes]...), read+was
	}
	cut = min(cut, len(data))
	text, n := s.Decode(nil, data[:cut], false, each)
	text, _ = s.Decode(text, data[n:], true, each)
	if !bytes.Equal(text, want) || !bytes.Equal(got, want) || read != len(data) {
		t.Fatalf("%s: %q becomes %q, character by character %q (%d of %d bytes)", name, data, want, text, read, len(data))
	}
}

func TestStream(t *testing.T) {
	for name := range encodings {
		for _, data := range []string{"", "a", "\xef\"0", "\x00\xd8a\x00", "\xd8\x00\x00a", "\x81\x30\x30", "\x88\x62\x88\xa5a", "\xe3\x81\x82"} {
			for cut := range len(data) + 1 {
				checkStream(t, name, []byte(data), cut)
			}
		}
	}
}

func FuzzStream(f *testing.F) {
	names := []string{UTF16LE, UTF16BE, GB18030, Big5, ShiftJIS, Windows1252}
	f.Add(byte(0), []byte("\x00\xd8a\x00"), byte(3))
	f.Add(byte(3), []byte("\x88\x62\x88\xa5a\xef\""), byte(3))
	f.Fuzz(func(t *testing.T, name byte, data []byte, cut byte) {
		checkStream(t, names[int(name)%len(names)], data, int(cut))
	})
}
