package simhash

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"alike/testdata"
)

// chunkSchemes returns schemes that process ASCII in chunks, one for each shingle
// length.
func chunkSchemes() []Scheme {
	var all []Scheme
	for n := 1; n <= MaxN; n++ {
		s := plainScheme
		s.Words, s.Unit = n, []Unit{Mixed, Words}[n%2]
		all = append(all, s)
	}
	return append(all, Default())
}

// mostlyASCII returns text with spaces, marks and non-ASCII characters anywhere in a
// chunk, and some words longer than a chunk.
func mostlyASCII(r *rand.Rand) []byte {
	var b []byte
	marks, beyond, long := 1+r.IntN(30), 1+r.IntN(400), 1+r.IntN(300)
	for range r.IntN(200) {
		n := 1 + r.IntN(9)
		if r.IntN(long) == 0 {
			n = r.IntN(2500)
		}
		for range n {
			b = append(b, "abcXYZ019_"[r.IntN(10)])
			if r.IntN(marks) == 0 {
				b = append(b, ".,:;'_-/(\x7f"[r.IntN(10)])
			}
			if r.IntN(beyond) == 0 {
				b = append(b, string(oddRunes[r.IntN(len(oddRunes))])...)
			}
		}
		b = append(b, " \n\t \r\x00 "[r.IntN(7)])
	}
	return b
}

func TestASCIIChunks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	for _, s := range chunkSchemes() {
		h, ref := newPair(t, s)
		for range testdata.Rounds(6, 40) {
			sumOf(t, h, ref, mostlyASCII(r), nil, 0)
		}
		sumOf(t, h, ref, mostlyASCII(r), mostlyASCII(r), 2)
		for _, n := range []int{40, 1000, longPrior, 2 * batchBytes} { // leaves no room in a batch
			sumOf(t, h, ref, append(bytes.Repeat([]byte("x"), n), " and then some more that fills a chunk, the next one, and another"...), nil, 0)
		}
	}
}

// TestWordBits compares the bits with the class of each byte.
func TestWordBits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 20_000 {
		var p [chunk]byte
		for k := range p {
			p[k] = byte(r.IntN(128))
			if i%3 == 0 && r.IntN(100) == 0 {
				p[k] |= 0x80
			}
		}
		words, marks, ascii := wordBits(&p)
		end := 0
		for ; end < chunk && p[end] < 0x80; end++ {
			c := asciiClass[p[end]]
			isWord := c == letter || c == digit || c == joiner
			if words>>end&1 != 0 != isWord || marks>>end&1 != 0 != (!isWord && c != blank) {
				t.Fatalf("byte %d of %q: word %v, mark %v", end, p, words>>end&1, marks>>end&1)
			}
		}
		if ascii != end || (words|marks)>>end != 0 {
			t.Fatalf("%q: %d ASCII bytes, want %d; bits %x and %x", p, ascii, end, words, marks)
		}
	}
}

func FuzzASCIIChunks(f *testing.F) {
	for _, text := range samples {
		f.Add([]byte(text), []byte("e.g. _x_ 1,5"), uint8(2))
	}
	schemes := chunkSchemes()
	f.Fuzz(func(t *testing.T, a, b []byte, scheme uint8) {
		h, ref := newPair(t, schemes[int(scheme)%len(schemes)])
		fill := []byte("a few words of plain text that fill a chunk, so that it counts")
		text := bytes.Join([][]byte{a, b, fill, a, fill[:len(fill)*int(scheme)/255], b, a}, []byte(" "))
		sumOf(t, h, ref, append(text, fill...), b, 1)
	})
}
