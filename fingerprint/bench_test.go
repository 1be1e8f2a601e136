package fingerprint

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// oddInputs returns bytes that do not resemble text, each as long as text.
func oddInputs(text []byte) map[string][]byte {
	r := rand.New(rand.NewPCG(17, 18))
	n := len(text)
	random := make([]byte, n)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	// Minified: no white space, few names, the same phrases over and over.
	phrases := []string{"function(e,t){", "return ", "var n=", "this.", "prototype.", "!==void 0", "&&(", "})", "null", ".length;", "e[t]=", "i+1", "\"use strict\";"}
	var minified []byte
	for len(minified) < n {
		minified = append(minified, phrases[r.IntN(len(phrases))]...)
		minified = append(minified, byte('a'+r.IntN(26)), "=,;:("[r.IntN(5)])
	}
	all := dense(r, n, Window, 5)
	islands := slices.Clone(random) // of 600 candidates each
	for i := 0; i+spanWindows < n; i += spanWindows {
		copy(islands[i:], all[i:][:600+Window])
	}
	return map[string][]byte{
		"zeros":    make([]byte, n),
		"spaces":   slices.Repeat([]byte{' '}, n),
		"base64":   []byte(base64.StdEncoding.EncodeToString(random))[:n],
		"minified": minified[:n],
		"random":   random,
		"period7":  slices.Repeat([]byte("abcabd "), n/7+1)[:n],
		"period2":  slices.Repeat([]byte("=-"), n/2)[:n],
		"dense":    all,
		"islands":  islands,
	}
}

// dense returns n bytes in which every window of w bytes is a candidate of the level.
// The first w-1 bytes are random; the low bits of each later one follow from the window.
func dense(r *rand.Rand, n, w, level int) []byte {
	low := byte(1)<<level - 1
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32()) &^ low
		if i < w-1 {
			data[i] |= byte(r.Uint32()) & low
			continue
		}
		data[i] |= -byte(hashWindow(data[i-w+1:i+1])) & low
	}
	return data
}

func benchmarkExtractor(b *testing.B, k kernel, window, level int, data []byte) {
	e := newExtractor(Rule{Window: window, Density: level}, k)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		e.Reset(int64(len(data)))
		e.Write(data)
		e.Close()
	}
}

func benchmarkReference(b *testing.B, level int, data []byte) {
	e := newReference(Rule{Window: Window, Density: level})
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		e.Reset(int64(len(data)))
		e.Write(data)
		e.Close()
	}
}

// BenchmarkSelect measures selection, including values and check bits, by the
// reference, the fastest kernel and the portable kernel.
func BenchmarkSelect(b *testing.B) {
	text := sourceText(b, 8<<20)
	all := kernels()
	fast := all[len(all)-1]
	b.Run("reference", func(b *testing.B) { benchmarkReference(b, 5, text) })
	b.Run("fast", func(b *testing.B) { benchmarkExtractor(b, fast, Window, 5, text) })
	b.Run("purego", func(b *testing.B) { benchmarkExtractor(b, kernelGo, Window, 5, text) })
	b.Run("fast/window12/level3", func(b *testing.B) { benchmarkExtractor(b, fast, SmallWindow, 3, text) })
	b.Run("purego/window12/level3", func(b *testing.B) { benchmarkExtractor(b, kernelGo, SmallWindow, 3, text) })
	for _, level := range []int{6, 8, 10} {
		b.Run(fmt.Sprintf("reference/level%d", level), func(b *testing.B) { benchmarkReference(b, level, text) })
		b.Run(fmt.Sprintf("fast/level%d", level), func(b *testing.B) { benchmarkExtractor(b, fast, Window, level, text) })
		b.Run(fmt.Sprintf("purego/level%d", level), func(b *testing.B) { benchmarkExtractor(b, kernelGo, Window, level, text) })
	}
	inputs := oddInputs(text)
	for _, name := range []string{"zeros", "spaces", "base64", "minified", "random", "period7", "period2", "dense", "islands"} {
		data := inputs[name]
		b.Run("reference/"+name, func(b *testing.B) { benchmarkReference(b, 5, data) })
		b.Run("fast/"+name, func(b *testing.B) { benchmarkExtractor(b, fast, Window, 5, data) })
		b.Run("purego/"+name, func(b *testing.B) { benchmarkExtractor(b, kernelGo, Window, 5, data) })
	}
	b.Run("fast/files4k", func(b *testing.B) { // the same bytes as files of 4 KiB
		e := newExtractor(Rule{Window: Window, Density: 5}, fast)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for part := range slices.Chunk(text, 4096) {
				e.Reset(int64(len(part)))
				e.Write(part)
				e.Close()
			}
		}
	})
}

// BenchmarkRead is the lower bound: summing the bytes, eight at a time.
func BenchmarkRead(b *testing.B) {
	data := sourceText(b, 8<<20)
	b.SetBytes(int64(len(data)))
	sum := uint64(0)
	for b.Loop() {
		for rest := data; len(rest) >= 32; rest = rest[32:] {
			sum += binary.LittleEndian.Uint64(rest) + binary.LittleEndian.Uint64(rest[8:]) +
				binary.LittleEndian.Uint64(rest[16:]) + binary.LittleEndian.Uint64(rest[24:])
		}
	}
	sink = sum
}

var sink uint64
