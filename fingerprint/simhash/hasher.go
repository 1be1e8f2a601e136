package simhash

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"alike/fingerprint/text"
)

// Tables are what a scheme may need beside itself.
type Tables struct {
	Stop *StopWords
	IDF  *IDF
}

// Hasher works out the hash of one document after the other, in one goroutine.
// A document's memory is about 40 bytes for each of its distinct features, and
// three times its longest field; a hasher has about 15 KiB beside.
type Hasher struct {
	scheme Scheme
	tables Tables
	text   *text.Canonical

	terms   terms
	fields  int
	field   uint64 // weight of the field that terms counts, in units of 1/256
	settled []settled
	sums    accumulator
	once    []uint64 // features that occur once

	classes []class // of a piece, see segment.go
	sizes   []uint8

	spans   [MaxN]span // the last words of a run, a ring
	next    int        // where in spans the next word goes
	ends    int        // words in the run
	glued   int        // pairs of words, up to the last, with just a space between
	lastEnd int
	buffer  []byte
	batch   wordBatch // see ascii.go
}

// settled is what the fields before the present one brought of the feature at
// the same place in terms.hashes.
type settled struct {
	weight uint64
	count  uint64
}

// heaviest is the largest weight of one feature, so that 2^24 of them do not
// overflow a sum.
const heaviest = 1 << 40

// NewHasher returns a hasher. The tables must be those that the scheme names by
// their sums.
func NewHasher(s Scheme, t Tables) (*Hasher, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if got := t.Stop.Sum(); got != s.Stop {
		return nil, fmt.Errorf("the stop words have the sum %x, and the simhash scheme wants %x: give the list that was used before, or begin anew", got, s.Stop)
	}
	if got := t.IDF.Sum(); got != s.IDF {
		return nil, fmt.Errorf("the table of document frequencies has the sum %x, and the simhash scheme wants %x: give the table that was used before, or begin anew", got, s.IDF)
	}
	if t.IDF != nil && t.IDF.scheme.features() != s.features() {
		return nil, fmt.Errorf("the table of document frequencies was counted with the scheme %q, whose features are not those of %q", t.IDF.scheme, s)
	}
	return &Hasher{scheme: s, tables: t, text: newCanonical(s)}, nil
}

// Reset begins a new document.
func (h *Hasher) Reset() {
	h.fields = 0
	h.settled = h.settled[:0]
	h.terms.begin(0)
}

// Add adds a field of the document, whose features weigh so many times what they
// weigh by themselves. Weights are rounded to 1/256 and go up to 65536; a field of
// weight zero or less is left out. Each field has its own counts.
func (h *Hasher) Add(field []byte, weight float64) {
	if !(weight > 0) {
		return
	}
	if h.fields == 0 {
		h.terms.begin(len(field) / 2)
	} else {
		h.settle()
	}
	h.fields++
	h.field = max(1, uint64(math.Round(min(weight, 1<<16)*unit)))
	text := h.text.Bytes(field)
	switch h.scheme.Unit {
	case Mixed:
		h.segment(text, true)
	case Words:
		h.segment(text, false)
	case Chars:
		h.charGrams(text)
	}
}

// weigh returns the weight of a feature that the present field holds so many
// times, without that by document frequency.
func (h *Hasher) weigh(count uint32) uint64 {
	w := uint64(count) * unit
	if h.scheme.Weights != Count {
		w = damp(count)
	}
	if h.field == unit {
		return w
	}
	return max(1, w*h.field/unit)
}

// rarity multiplies a weight by how rare the feature is.
func (h *Hasher) rarity(hash, weight uint64) uint64 {
	weight = min(weight, heaviest)
	if h.tables.IDF == nil {
		return weight
	}
	return min(weight*h.tables.IDF.weight(hash)/unit, heaviest)
}

// settle notes what the present field brought, and begins to count anew.
func (h *Hasher) settle() {
	for len(h.settled) < len(h.terms.hashes) {
		h.settled = append(h.settled, settled{})
	}
	for i, c := range h.terms.counts {
		if c > 0 {
			h.settled[i].weight += h.weigh(c)
			h.settled[i].count += uint64(c)
			h.terms.counts[i] = 0
		}
	}
}

// Sum returns the hash of the document, and how many distinct features it has. A
// document without any has the hash 0.
func (h *Hasher) Sum() (sum Hash, features int) {
	h.sums.reset()
	switch {
	case h.scheme.Top > 0 && h.scheme.Top < len(h.terms.hashes):
		h.sumHeaviest()
	case h.fields == 1 && h.field == unit && h.tables.IDF == nil && h.scheme.Weights == Damped:
		h.sumDamped()
	default:
		for hash, weight := range h.weighted() {
			h.sums.add(hash, weight)
		}
	}
	sum = Hash(h.sums.hash())
	if h.scheme.Bits == 32 {
		sum &= math.MaxUint32
	}
	return sum, len(h.terms.hashes)
}

// sumDamped adds the features of the only field. Most occur once, and go in a
// row of their own.
func (h *Hasher) sumDamped() {
	h.once = h.once[:0]
	for i, hash := range h.terms.hashes {
		if c := h.terms.counts[i]; c == 1 {
			h.once = append(h.once, hash)
		} else {
			h.sums.add(hash, damp(c))
		}
	}
	h.sums.addOnes(h.once)
}

// weighted goes through the distinct features and their weights.
func (h *Hasher) weighted() iter.Seq2[uint64, uint64] {
	if h.fields > 1 {
		h.settle()
		return func(yield func(uint64, uint64) bool) {
			for i, hash := range h.terms.hashes {
				if !yield(hash, h.rarity(hash, h.settled[i].weight)) {
					return
				}
			}
		}
	}
	return func(yield func(uint64, uint64) bool) {
		for i, hash := range h.terms.hashes {
			if !yield(hash, h.rarity(hash, h.weigh(h.terms.counts[i]))) {
				return
			}
		}
	}
}

// sumHeaviest adds the heaviest features only; of two equal ones that with the
// smaller hash is the heavier.
func (h *Hasher) sumHeaviest() {
	type weighted struct{ hash, weight uint64 }
	all := make([]weighted, 0, len(h.terms.hashes))
	for hash, weight := range h.weighted() {
		all = append(all, weighted{hash, weight})
	}
	slices.SortFunc(all, func(a, b weighted) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.hash, b.hash))
	})
	for _, w := range all[:h.scheme.Top] {
		h.sums.add(w.hash, w.weight)
	}
}

// Features goes through the hashes of the distinct features of the document, and
// how often each occurs, in no order that means anything.
func (h *Hasher) Features() iter.Seq2[uint64, uint64] {
	return func(yield func(uint64, uint64) bool) {
		for i, hash := range h.terms.hashes {
			count := uint64(h.terms.counts[i])
			if i < len(h.settled) {
				count += h.settled[i].count
			}
			if !yield(hash, count) {
				return
			}
		}
	}
}

// feature counts a feature.
func (h *Hasher) feature(text []byte) {
	if h.tables.Stop != nil && h.tables.Stop.has(text) {
		return
	}
	if h.scheme.Hash == FNV1a {
		h.terms.add(fnv1a(text))
		return
	}
	h.terms.add(xxh64(text))
}

func fnv1a(text []byte) uint64 {
	hash := uint64(0xcbf29ce484222325)
	for _, b := range text {
		hash = (hash ^ uint64(b)) * 0x100000001b3
	}
	return hash
}

// span is where a word lies in the canonical text.
type span struct{ start, end int }

// word takes the next word of a run, text[start:end].
func (h *Hasher) word(text []byte, start, end int) {
	n := h.scheme.Words
	if n == 1 {
		h.feature(text[start:end])
		return
	}
	if h.tables.Stop != nil && h.tables.Stop.has(text[start:end]) {
		return
	}
	// With one space between them, as most words have, words are joined as they
	// lie in the text.
	if h.ends > 0 && start == h.lastEnd+1 && text[h.lastEnd] == ' ' {
		h.glued++
	} else {
		h.glued = 0
	}
	h.lastEnd = end
	h.spans[h.next] = span{start, end}
	if h.next++; h.next == n {
		h.next = 0
	}
	h.ends++
	switch {
	case h.ends < n:
	case h.glued >= n-1:
		h.feature(text[h.spans[h.next].start:end])
	default:
		h.feature(h.joined(text, n))
	}
}

// joined returns the last so many words with a space between them.
func (h *Hasher) joined(text []byte, words int) []byte {
	h.buffer = h.buffer[:0]
	for i := range words {
		at := (h.next - words + i + h.scheme.Words) % h.scheme.Words
		if i > 0 {
			h.buffer = append(h.buffer, ' ')
		}
		h.buffer = append(h.buffer, text[h.spans[at].start:h.spans[at].end]...)
	}
	return h.buffer
}

// endWords ends a run of words.
func (h *Hasher) endWords(text []byte) {
	if h.ends > 0 && h.ends < h.scheme.Words {
		h.feature(h.joined(text, h.ends))
	}
	h.ends, h.next = 0, 0
}
