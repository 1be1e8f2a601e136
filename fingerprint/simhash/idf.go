package simhash

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// IDF holds in how many documents features occur. It knows those that are in at
// least two; any other counts as one that is in one.
//
// # The format, version 1
//
// Numbers are uvarints unless said (encoding/binary).
//
//	8 bytes  "alikeIDF"
//	1 byte   version, 1
//	number   length of the scheme in bytes, at most 1024
//	…        the scheme that features were made with, as Scheme.String writes it
//	number   documents, N
//	number   entries
//	entries  ordered by hash: the hash less that of the one before it (the first:
//	         less zero), and in how many documents it is, 1 to N
//	8 bytes  xxh64 of all bytes before it, little endian
type IDF struct {
	scheme    Scheme
	documents uint64
	hashes    []uint64 // ascending
	counts    []uint32
	index     []uint32 // open addressing: 1 + place in hashes, or zero
	shift     uint
	sum       uint64
}

const (
	idfMagic   = "alikeIDF\x01"
	mostEntry  = 2*binary.MaxVarintLen64 - 5 // bytes of an entry, the count has 32 bits
	mostScheme = 1024
)

// Sum returns what Scheme.IDF holds: the xxh64 at the end of the file; 0 without
// a table.
func (t *IDF) Sum() uint64 {
	if t == nil {
		return 0
	}
	return t.sum
}

// Scheme returns the scheme that the documents were counted with.
func (t *IDF) Scheme() Scheme { return t.scheme }

// Documents returns how many were counted.
func (t *IDF) Documents() uint64 { return t.documents }

// Len returns how many features the table knows.
func (t *IDF) Len() int { return len(t.hashes) }

// Count returns in how many documents a feature was, and 1 of one it does not
// know.
func (t *IDF) Count(hash uint64) uint32 {
	mask := uint64(len(t.index) - 1)
	for i := hash * spread >> t.shift; ; i = (i + 1) & mask {
		at := t.index[i]
		if at == 0 {
			return 1
		}
		if t.hashes[at-1] == hash {
			return t.counts[at-1]
		}
	}
}

// weight returns 1 + ln((N+1)/(df+1)) in units of 1/256. It is above zero, since
// df is at most N.
func (t *IDF) weight(hash uint64) uint64 {
	return unit + logarithm(max(t.documents, 1)+1) - logarithm(uint64(t.Count(hash))+1)
}

// newIDF makes the table of ordered entries.
func newIDF(s Scheme, documents uint64, hashes []uint64, counts []uint32) *IDF {
	t := &IDF{scheme: s, documents: documents, hashes: hashes, counts: counts}
	bits := uint(1)
	for 1<<bits < 2*len(hashes) {
		bits++
	}
	t.index, t.shift = make([]uint32, 1<<bits), 64-bits
	mask := uint64(len(t.index) - 1)
	for n, hash := range hashes {
		i := hash * spread >> t.shift
		for t.index[i] != 0 {
			i = (i + 1) & mask
		}
		t.index[i] = uint32(n + 1)
	}
	t.sum = xxhash.Sum64(t.body())
	return t
}

func (t *IDF) body() []byte {
	scheme := t.scheme.String()
	b := append(make([]byte, 0, len(scheme)+64+8*len(t.hashes)), idfMagic...)
	b = binary.AppendUvarint(b, uint64(len(scheme)))
	b = append(b, scheme...)
	b = binary.AppendUvarint(b, t.documents)
	b = binary.AppendUvarint(b, uint64(len(t.hashes)))
	last := uint64(0)
	for i, hash := range t.hashes {
		b = binary.AppendUvarint(b, hash-last)
		b = binary.AppendUvarint(b, uint64(t.counts[i]))
		last = hash
	}
	return b
}

// WriteTo writes the table.
func (t *IDF) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(binary.LittleEndian.AppendUint64(t.body(), t.sum))
	if err != nil {
		return int64(n), fmt.Errorf("writing a table of document frequencies: %w", err)
	}
	return int64(n), nil
}

// ReadIDF reads a table that WriteTo wrote, of at most so many entries.
func ReadIDF(r io.Reader, entries int) (*IDF, error) {
	most := int64(len(idfMagic)) + mostScheme + 3*binary.MaxVarintLen64 + int64(entries)*mostEntry + 8
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading a table of document frequencies: %w", err)
	case int64(len(b)) > most:
		return nil, fmt.Errorf("the table of document frequencies is longer than %d entries can be", entries)
	case len(b) < len(idfMagic)+8 || string(b[:len(idfMagic)]) != idfMagic:
		return nil, fmt.Errorf("this is no table of document frequencies of version 1; alike dedupe --build-idf writes one")
	}
	body, sum := b[:len(b)-8], binary.LittleEndian.Uint64(b[len(b)-8:])
	if xxhash.Sum64(body) != sum {
		return nil, fmt.Errorf("the table of document frequencies is damaged: its checksum does not fit; build it anew")
	}
	t, err := decodeIDF(body[len(idfMagic):], entries)
	if err == nil && t.sum != sum { // a uvarint in another form than the shortest
		err = fmt.Errorf("not written as it should be")
	}
	if err != nil {
		return nil, fmt.Errorf("the table of document frequencies is damaged: %w; build it anew", err)
	}
	return t, nil
}

func decodeIDF(b []byte, most int) (*IDF, error) {
	ok := true
	number := func() uint64 {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			ok, b = false, nil
			return 0
		}
		b = b[size:]
		return n
	}
	length := number()
	if length > mostScheme || length > uint64(len(b)) {
		return nil, fmt.Errorf("its scheme has %d bytes", length)
	}
	scheme, err := ParseScheme(string(b[:length]))
	if err != nil {
		return nil, err
	}
	b = b[length:]
	documents, entries := number(), number()
	if !ok || entries > uint64(most) || entries > uint64(len(b)/2) {
		return nil, fmt.Errorf("it says that it has %d entries", entries)
	}
	hashes, counts := make([]uint64, entries), make([]uint32, entries)
	last := uint64(0)
	for i := range hashes {
		delta, count := number(), number()
		hash := last + delta
		if !ok || i > 0 && hash <= last || count == 0 || count > documents || count>>32 != 0 {
			return nil, fmt.Errorf("entry %d of %d is none", i, entries)
		}
		hashes[i], counts[i], last = hash, uint32(count), hash
	}
	if len(b) != 0 {
		return nil, fmt.Errorf("%d bytes follow its last entry", len(b))
	}
	return newIDF(scheme, documents, hashes, counts), nil
}

// IDFBuilder counts in how many documents features occur, in bounded memory.
//
// Most features of a large collection are in one document only, and the table
// does not hold those. A feature's first document is therefore noted in two bits
// of a filter alone; it enters the table with its second, with a count of two.
// Where others have set both bits already, a feature enters with its first
// document and a count of two; with 32 bits of filter for each distinct feature
// that happens to one in 250.
//
// Once the table is full, the features that are in the fewest documents leave it,
// until a quarter of it is free (as in Manku and Motwani, Approximate Frequency
// Counts over Data Streams, 2002, without its buckets): a count may then miss what
// came before a feature returned.
type IDFBuilder struct {
	scheme    Scheme
	documents uint64
	seen      []uint64
	counts    map[uint64]uint32
	most      int
}

// NewIDFBuilder returns a builder for tables of at most so many entries, each of
// which takes about 40 bytes while it counts; the filter takes 16 more for each.
func NewIDFBuilder(s Scheme, entries int) *IDFBuilder {
	words := 1
	for words < 2*entries {
		words *= 2
	}
	return &IDFBuilder{scheme: s.features(), seen: make([]uint64, words), counts: map[uint64]uint32{}, most: max(entries, 4)}
}

// Add counts the document that the hasher holds.
func (b *IDFBuilder) Add(h *Hasher) error {
	if got := h.scheme.features(); got != b.scheme {
		return fmt.Errorf("the features of scheme %q cannot be counted in a table of scheme %q", h.scheme, b.scheme)
	}
	b.documents++
	for hash := range h.Features() {
		b.count(hash)
	}
	return nil
}

func (b *IDFBuilder) count(hash uint64) {
	if n, ok := b.counts[hash]; ok {
		b.counts[hash] = n + 1
		return
	}
	mixed := hash * spread
	word := &b.seen[mixed>>32&uint64(len(b.seen)-1)]
	bits := uint64(1)<<(mixed>>26&63) | uint64(1)<<(mixed>>20&63)
	if *word&bits != bits {
		*word |= bits
		return
	}
	b.counts[hash] = 2
	if len(b.counts) > b.most {
		b.shed()
	}
}

// shed drops the features with the fewest documents, until a quarter of the
// table is free.
func (b *IDFBuilder) shed() {
	for least := uint32(2); len(b.counts) > b.most-b.most/4; least++ {
		for hash, n := range b.counts {
			if n <= least {
				delete(b.counts, hash)
			}
		}
	}
}

// Table returns what was counted so far.
func (b *IDFBuilder) Table() *IDF {
	hashes := make([]uint64, 0, len(b.counts))
	for hash := range b.counts {
		hashes = append(hashes, hash)
	}
	slices.Sort(hashes)
	counts := make([]uint32, len(hashes))
	for i, hash := range hashes {
		counts[i] = uint32(min(uint64(b.counts[hash]), b.documents))
	}
	return newIDF(b.scheme, b.documents, hashes, counts)
}
