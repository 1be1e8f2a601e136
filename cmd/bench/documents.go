package main

import (
	"math/rand/v2"
	"slices"
)

// A synthetic index also holds some real texts, so that a file on disk can be
// asked about. The last of them are edited copies of the first.
const (
	documents       = 100
	documentCopies  = 20
	documentsFolder = syntheticRoot + "/documents"
)

// copyOf is the number of the copy of a document below documentCopies.
func copyOf(document int) int { return documents - documentCopies + document }

// document returns the text of a document. In a copy a tenth is other text.
func document(seed uint64, number int) []byte {
	if first := copyOf(0); number >= first {
		text := document(seed, number-first)
		rng := rand.New(rand.NewPCG(seed, uint64(number)))
		at := rng.IntN(len(text) * 9 / 10)
		end := at + len(text)/10
		return slices.Concat(text[:at], prose(rng, end-at), text[end:])
	}
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	return prose(rng, 2_000+rng.IntN(48_000))
}

// prose returns about so many bytes of lines that occur nowhere else.
func prose(rng *rand.Rand, length int) []byte {
	var text []byte
	for len(text) < length {
		text = newLine(text, rng, 20+rng.IntN(80))
	}
	return text[:length]
}
