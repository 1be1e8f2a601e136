package simhash

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"alike/fingerprint/text"
)

// Tables holds the tables that a scheme may refer to. Both may be nil.
type Tables struct {
	Stop *StopWords
	IDF  *IDF
}

// Hasher computes the simhashes of documents, one after the other. It takes about 15
// KiB, and for each document about 40 bytes for every distinct feature plus three
// times the longest field. A Hasher is not safe for concurrent use.
type Hasher struct {
	scheme Scheme
	tables Tables
	text   *text.Canonical

	terms   terms
	fields  int
	field   uint64 // weight of the current field in units of 1/256
	earlier []contribution
	sums    accumulator
	once    []uint64 // hashes of the features that occur once

	classes []class // classes of a piece; see segment.go
	sizes   []uint8

	recent   [MaxN]wordRange // ring of the last words of the run
	next     int             // index in recent of the next word
	runWords int             // number of words in the run
	adjacent int             // number of consecutive pairs of words, up to the last word, separated by a single space
	lastEnd  int
	buffer   []byte
	batch    wordBatch // see ascii.go
}

// contribution is what the previous fields add to the feature at the same index
// in terms.hashes.
type contribution struct {
	weight uint64
	count  uint64
}

// maxWeight bounds the weight of a feature, so that 2^24 of them do not overflow a
// sum.
const maxWeight = 1 << 40

// NewHasher returns a hasher. It returns an error if the scheme is invalid or if the
// checksums of the tables differ from those in the scheme.
func NewHasher(s Scheme, t Tables) (*Hasher, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if got := t.Stop.Sum(); got != s.Stop {
		return nil, fmt.Errorf("stop words have checksum %x, but the simhash scheme requires %x", got, s.Stop)
	}
	if got := t.IDF.Sum(); got != s.IDF {
		return nil, fmt.Errorf("table of document frequencies has checksum %x, but the simhash scheme requires %x", got, s.IDF)
	}
	if t.IDF != nil && t.IDF.scheme.features() != s.features() {
		return nil, fmt.Errorf("table of document frequencies was built with scheme %q, whose features differ from %q", t.IDF.scheme, s)
	}
	return &Hasher{scheme: s, tables: t, text: newCanonical(s)}, nil
}

// Reset starts a new document.
func (h *Hasher) Reset() {
	h.fields = 0
	h.earlier = h.earlier[:0]
	h.terms.begin(0)
}

// Add adds a field of the document. The weights of its features are multiplied by
// weight, which is rounded to 1/256 and capped at 65536. A field of weight zero or
// less is ignored. Occurrences are counted separately for each field. It takes about
// 7 ns a byte of English text.
func (h *Hasher) Add(field []byte, weight float64) {
	if !(weight > 0) {
		return
	}
	if h.fields == 0 {
		h.terms.begin(len(field) / 2)
	} else {
		h.endField()
	}
	h.fields++
	h.field = max(1, uint64(math.Round(min(weight, 1<<16)*weightOne)))
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

// weigh returns the weight of a feature that occurs count times in the current field,
// without the factor for document frequency.
func (h *Hasher) weigh(count uint32) uint64 {
	w := uint64(count) * weightOne
	if h.scheme.Weights != Count {
		w = damp(count)
	}
	if h.field == weightOne {
		return w
	}
	return max(1, w*h.field/weightOne)
}

// rarity multiplies a weight by the inverse document frequency of the feature.
func (h *Hasher) rarity(hash, weight uint64) uint64 {
	weight = min(weight, maxWeight)
	if h.tables.IDF == nil {
		return weight
	}
	return min(weight*h.tables.IDF.weight(hash)/weightOne, maxWeight)
}

// endField adds the counts of the current field to earlier and clears them.
func (h *Hasher) endField() {
	for len(h.earlier) < len(h.terms.hashes) {
		h.earlier = append(h.earlier, contribution{})
	}
	for i, c := range h.terms.counts {
		if c > 0 {
			h.earlier[i].weight += h.weigh(c)
			h.earlier[i].count += uint64(c)
			h.terms.counts[i] = 0
		}
	}
}

// Sum returns the hash of the document and the number of its distinct features. The
// hash of a document without features is 0.
func (h *Hasher) Sum() (sum Hash, features int) {
	h.sums.reset()
	switch {
	case h.scheme.Top > 0 && h.scheme.Top < len(h.terms.hashes):
		h.sumHeaviest()
	case h.fields == 1 && h.field == weightOne && h.tables.IDF == nil && h.scheme.Weights == Damped:
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

// sumDamped adds the features of the only field. Most features occur once and are
// added in bulk.
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

// weighted yields the distinct features and their weights.
func (h *Hasher) weighted() iter.Seq2[uint64, uint64] {
	if h.fields > 1 {
		h.endField()
		return func(yield func(uint64, uint64) bool) {
			for i, hash := range h.terms.hashes {
				if !yield(hash, h.rarity(hash, h.earlier[i].weight)) {
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

// sumHeaviest adds only the heaviest features. Of two equal weights the smaller hash
// comes first.
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

// Features yields the hashes of the distinct features of the document and their
// numbers of occurrences, in unspecified order.
func (h *Hasher) Features() iter.Seq2[uint64, uint64] {
	return func(yield func(uint64, uint64) bool) {
		for i, hash := range h.terms.hashes {
			count := uint64(h.terms.counts[i])
			if i < len(h.earlier) {
				count += h.earlier[i].count
			}
			if !yield(hash, count) {
				return
			}
		}
	}
}

// feature counts a feature unless it is a stop word.
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

// wordRange is the position of a word in the canonical text.
type wordRange struct{ start, end int }

// word adds text[start:end] as the next word of a run.
func (h *Hasher) word(text []byte, start, end int) {
	n := h.scheme.Words
	if n == 1 {
		h.feature(text[start:end])
		return
	}
	if h.tables.Stop != nil && h.tables.Stop.has(text[start:end]) {
		return
	}
	// Words separated by single spaces, as most are, form a shingle without copying.
	if h.runWords > 0 && start == h.lastEnd+1 && text[h.lastEnd] == ' ' {
		h.adjacent++
	} else {
		h.adjacent = 0
	}
	h.lastEnd = end
	h.recent[h.next] = wordRange{start, end}
	if h.next++; h.next == n {
		h.next = 0
	}
	h.runWords++
	switch {
	case h.runWords < n:
	case h.adjacent >= n-1:
		h.feature(text[h.recent[h.next].start:end])
	default:
		h.feature(h.joined(text, n))
	}
}

// joined returns the last words of the run joined by spaces.
func (h *Hasher) joined(text []byte, words int) []byte {
	h.buffer = h.buffer[:0]
	for i := range words {
		at := (h.next - words + i + h.scheme.Words) % h.scheme.Words
		if i > 0 {
			h.buffer = append(h.buffer, ' ')
		}
		h.buffer = append(h.buffer, text[h.recent[at].start:h.recent[at].end]...)
	}
	return h.buffer
}

// endWords ends a run of words.
func (h *Hasher) endWords(text []byte) {
	if h.runWords > 0 && h.runWords < h.scheme.Words {
		h.feature(h.joined(text, h.runWords))
	}
	h.runWords, h.next = 0, 0
}
