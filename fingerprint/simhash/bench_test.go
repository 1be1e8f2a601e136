package simhash

import (
	"bytes"
	"testing"
)

// benchTexts are documents of the size of an article.
func benchTexts() map[string][]byte {
	texts := map[string][]byte{}
	for _, name := range []string{"english", "chinese", "japanese", "korean", "cyrillic", "arabic", "thai"} {
		texts[name] = bytes.Repeat([]byte(samples[name]+"\n"), 32<<10/len(samples[name]))
	}
	return texts
}

// BenchmarkSimhash reports MB/s for the whole way from text to hash.
func BenchmarkSimhash(b *testing.B) {
	for name, text := range benchTexts() {
		b.Run(name, func(b *testing.B) {
			h, err := NewHasher(plainScheme, Tables{})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				h.Reset()
				h.Add(text, 1)
				if _, n := h.Sum(); n == 0 {
					b.Fatal("no features")
				}
			}
		})
	}
}
