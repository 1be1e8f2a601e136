package simhash

import "github.com/cespare/xxhash/v2"

// Chosen by measurement; docs/quality.md has the tables.
const (
	// DedupeDistance is up to which distance two records count as the same with
	// the default scheme: of copies with one or two of 300 words (or 600 Han
	// characters) changed 99.2 % are found, and of a million unrelated pairs
	// none. Up to 7 each of four blocks needs a radius of one only; 8 finds 0.6 %
	// more, and one block more work.
	DedupeDistance = 7
	// DedupeDistance32 is that of hashes of 32 bits, which tell few records apart: a
	// copy in six is not found, and of 100,000 unrelated random ones 1 in 160 is near
	// another. At 3 it is 1 in 17, at 7 all but 4,000.
	DedupeDistance32 = 2
	// NearDistance is up to which distance documents count as near: the copies
	// that differ in a word or two, by far not all of them. EditedDistance finds
	// nine in ten of those that were edited, up to a fifth of their text.
	NearDistance   = 3
	EditedDistance = 10
	// Least is how many distinct features a document must have to be judged by
	// its simhash. Texts with fewer are titles and questions: one word makes them
	// another text, and yet a fifth to a half of them would be within 7. They are
	// compared by Hasher.Normalized.
	Least = 32
)

// Default is the scheme of hashes unless another is asked for: pairs of words,
// triples of characters where words have no spaces between them.
func Default() Scheme {
	return Scheme{Unit: Mixed, Words: 2, Chars: 3, Weights: Damped, Hash: XXH64, Bits: 64, Norm: NFKC}
}

// Normalized returns the text as features are made from it, with every run of
// spaces and control characters as one space, and none at the ends. Two texts
// too short for a simhash are the same when theirs are. It stands until the next
// call of a method.
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

// NormalizedHash returns the xxh64 of the normalised text.
func (h *Hasher) NormalizedHash(text []byte) uint64 {
	return xxhash.Sum64(h.Normalized(text))
}
