package simhash

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// benchTexts returns 300 to 600 KB of text by language, in documents of 4 KB.
func benchTexts(b *testing.B) map[string][][]byte {
	b.Helper()
	texts := map[string][][]byte{}
	cut := func(name string, text []byte) {
		for c := range slices.Chunk(text, 4<<10) {
			texts[name] = append(texts[name], c)
		}
	}
	english, err := goProse()
	if err != nil {
		b.Fatal(err)
	}
	cut("english", []byte(strings.Join(english, "\n"))[:600<<10])
	w := newChineseWriter(5)
	cut("chinese", w.document(200_000).text())
	for name, file := range map[string]string{
		"japanese": "rashomon-utf-8.txt", "korean": "unsu-joh-eun-nal-utf-8.txt",
		"french": "candide-utf-8.txt", "oldchinese": "sunzi-bingfa-simplified-utf-8.txt",
	} {
		cut(name, bytes.Repeat(moduleFile(b, "golang.org/x/text", "encoding/testdata/"+file), 16))
	}
	for _, name := range []string{"cyrillic", "arabic", "thai"} {
		cut(name, bytes.Repeat([]byte(samples[name]+"\n"), 1000))
	}
	return texts
}

// BenchmarkSimhash measures the path from text to hash with the default scheme, and
// the same for the reference.
func BenchmarkSimhash(b *testing.B) {
	for name, texts := range benchTexts(b) {
		size := 0
		for _, t := range texts {
			size += len(t)
		}
		b.Run(name, func(b *testing.B) {
			h, err := NewHasher(Default(), Tables{})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, t := range texts {
					h.Reset()
					h.Add(t, 1)
					h.Sum()
				}
			}
		})
		b.Run(name+"-reference", func(b *testing.B) {
			few := texts[:min(len(texts), 10)]
			b.SetBytes(int64(len(few) * 4 << 10))
			for b.Loop() {
				for _, t := range few {
					ref := &reference{scheme: Default()}
					ref.add(t, 1)
					ref.sum()
				}
			}
		})
	}
}

// BenchmarkAccumulator measures sums of hashes of weight one, and of the weights of
// counts from 1 to 8, compared to a loop over 64 bits.
func BenchmarkAccumulator(b *testing.B) {
	hashes := make([]uint64, 4096)
	for i := range hashes {
		hashes[i] = (uint64(i) + 1) * spread
	}
	sink := uint64(0)
	b.Run("ones", func(b *testing.B) {
		for b.Loop() {
			var a accumulator
			a.addOnes(hashes)
			sink += a.hash()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hashes)), "ns/feature")
	})
	b.Run("damped", func(b *testing.B) {
		for b.Loop() {
			var a accumulator
			for i, h := range hashes {
				a.add(h, damp(uint32(1+i%8)))
			}
			sink += a.hash()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hashes)), "ns/feature")
	})
	b.Run("loop", func(b *testing.B) {
		for b.Loop() {
			var v [64]int64
			for _, h := range hashes {
				for i := range v {
					if h>>i&1 != 0 {
						v[i] += weightOne
					} else {
						v[i] -= weightOne
					}
				}
			}
			sink += uint64(v[0])
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hashes)), "ns/feature")
	})
	if sink == 1 {
		b.Log(sink)
	}
}
