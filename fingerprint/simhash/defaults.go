package simhash

import "github.com/cespare/xxhash/v2"

// Distances chosen by measurement; docs/quality.md has the tables.
const (
	// DedupeDistance is the maximum distance of duplicate records under the default
	// scheme. It finds 99.2 % of the copies with one or two of 300 words (or 600 Han
	// characters) changed, and none of a million unrelated pairs. Up to distance 7
	// each of four blocks needs only radius one; distance 8 would find 0.6 % more at
	// the cost of one more block.
	DedupeDistance = 7
	// DedupeDistance32 is DedupeDistance for hashes of 32 bits, which distinguish
	// fewer records: it misses one copy in six, and of 100,000 unrelated random
	// hashes 1 in 160 is near another. At distance 3 it would be 1 in 17, at 7 all
	// but 4,000.
	DedupeDistance32 = 2
	// NearDistance is the maximum distance of near documents. It finds nine of ten copies
	// with up to a fifth of their text edited, and three of four with up to half.
	// Unrelated documents begin at 12 to 17.
	NearDistance = 10
	// MinFeatures is how many distinct features a document must have to be judged by
	// its simhash. Shorter texts are titles and questions: one word makes them a
	// different text, yet a fifth to a half of them would be within distance 7. They
	// are compared by Hasher.Normalized.
	MinFeatures = 32
)

// Default returns the default scheme: pairs of words, and triples of characters for
// scripts without spaces between words.
func Default() Scheme {
	return Scheme{Unit: Mixed, Words: 2, Chars: 3, Weights: Damped, Hash: XXH64, Bits: 64}
}

// Normalized returns the canonical form of text with every run of spaces and control
// characters reduced to one space, and none at the ends. Texts too short for a
// simhash are duplicates if these are equal. The result is valid until the next call
// of a method.
func (h *Hasher) Normalized(text []byte) []byte {
	canon := h.text.Bytes(text)
	out := canon[:0]
	gap := false
	for _, b := range canon {
		if b <= ' ' {
			gap = len(out) > 0
			continue
		}
		if gap {
			out, gap = append(out, ' '), false
		}
		out = append(out, b)
	}
	return out
}

// NormalizedHash returns the XXH64 of the normalised text.
func (h *Hasher) NormalizedHash(text []byte) uint64 {
	return xxhash.Sum64(h.Normalized(text))
}
