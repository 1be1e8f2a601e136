package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// Lines longer than this are data rather than text: they stay, since replacing
// one would replace the file.
const longLine = 400

// editCopy returns a text with some lines replaced and some inserted: what a
// person's copy looks like after a while. The share of edited lines is drawn for
// each file, from none to two in ten, and at least one line is edited, so that
// no two copies are the same content. The same seed and copy number give the
// same bytes on every machine.
func editCopy(text []byte, seed, number uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, number))
	share := rng.Float64() * 0.2
	out := make([]byte, 0, len(text)+len(text)/8+80)
	for line := range bytes.Lines(text) {
		edited := rng.Float64() < share
		if edited {
			out = newLine(out, rng, len(line))
		}
		if !edited || len(line) > longLine || rng.IntN(2) == 0 {
			out = append(out, line...)
		}
	}
	return newLine(out, rng, 40)
}

// newLine appends a line that occurs nowhere else, about as long as another.
func newLine(out []byte, rng *rand.Rand, length int) []byte {
	words := []string{"if", "return", "err", "for", "the", "value", "of", "len", "nil", "size", "is", "not", "index", "func", "string", "next"}
	end := len(out) + min(max(length, 8), longLine)
	for len(out) < end-4 {
		if rng.IntN(3) == 0 {
			out = fmt.Appendf(out, "v%x", rng.Uint32()>>8)
		} else {
			out = append(out, words[rng.IntN(len(words))]...)
		}
		out = append(out, ' ')
	}
	return append(out, '\n')
}
