package simhash

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Errors of ReadIDF.
var (
	ErrNotIDF     = errors.New("not a table of document frequencies of version 1")
	ErrDamagedIDF = errors.New("damaged table of document frequencies")
)

// IDF is a table of document frequencies: the number of documents in which each
// feature occurs. It contains the features that occur in at least two documents;
// every other feature counts as occurring in one.
//
// # The format, version 1
//
// Numbers are uvarints (encoding/binary) unless noted.
//
//	8 bytes  "alikeIDF"
//	1 byte   version, 1
//	number   length of the scheme in bytes, at most 1024
//	…        the scheme that features were made with, as Scheme.String returns it
//	number   documents, N
//	number   entries
//	entries  in order of hash: the hash minus the previous hash (minus zero for the
//	         first), and its number of documents, 1 to N
//	8 bytes  XXH64 of all bytes before it, little endian
type IDF struct {
	scheme    Scheme
	documents uint64
	hashes    []uint64 // ascending
	counts    []uint32
	index     []uint32 // open addressing: 1 + index in hashes, or zero
	shift     uint
	sum       uint64
}

const (
	idfMagic       = "alikeIDF\x01"
	maxEntryBytes  = 2*binary.MaxVarintLen64 - 5 // bytes of an entry; a count has 32 bits
	maxSchemeBytes = 1024
)

// Sum returns the checksum for Scheme.IDF: the XXH64 at the end of the file. It is 0
// for a nil table.
func (t *IDF) Sum() uint64 {
	if t == nil {
		return 0
	}
	return t.sum
}

// Len returns the number of features in the table.
func (t *IDF) Len() int { return len(t.hashes) }

// count returns the number of documents that contain a feature, or 1 if the feature
// is not in the table.
func (t *IDF) count(hash uint64) uint32 {
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

// weight returns 1 + ln((N+1)/(df+1)) in units of 1/256. It is positive because df is
// at most N.
func (t *IDF) weight(hash uint64) uint64 {
	return weightOne + logarithm(max(t.documents, 1)+1) - logarithm(uint64(t.count(hash))+1)
}

// newIDF returns the table with the given entries, which must be in order of hash.
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

// WriteTo writes the table in the format above.
func (t *IDF) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(binary.LittleEndian.AppendUint64(t.body(), t.sum))
	if err != nil {
		return int64(n), fmt.Errorf("writing table of document frequencies: %w", err)
	}
	return int64(n), nil
}

// ReadIDF reads a table written by WriteTo with at most the given number of entries.
// The error wraps ErrNotIDF or ErrDamagedIDF if the data is not a table or is
// damaged.
func ReadIDF(r io.Reader, entries int) (*IDF, error) {
	limit := int64(len(idfMagic)) + maxSchemeBytes + 3*binary.MaxVarintLen64 + int64(entries)*maxEntryBytes + 8
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading table of document frequencies: %w", err)
	case int64(len(b)) > limit:
		return nil, fmt.Errorf("%w: longer than %d entries", ErrDamagedIDF, entries)
	case len(b) < len(idfMagic)+8 || string(b[:len(idfMagic)]) != idfMagic:
		return nil, ErrNotIDF
	}
	body, sum := b[:len(b)-8], binary.LittleEndian.Uint64(b[len(b)-8:])
	if xxhash.Sum64(body) != sum {
		return nil, fmt.Errorf("%w: checksum does not match", ErrDamagedIDF)
	}
	t, err := decodeIDF(body[len(idfMagic):], entries)
	if err == nil && t.sum != sum { // a uvarint that is not in its shortest form
		err = errors.New("not in canonical form")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamagedIDF, err)
	}
	return t, nil
}

func decodeIDF(b []byte, limit int) (*IDF, error) {
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
	if length > maxSchemeBytes || length > uint64(len(b)) {
		return nil, fmt.Errorf("scheme of %d bytes", length)
	}
	scheme, err := ParseScheme(string(b[:length]))
	if err != nil {
		return nil, err
	}
	b = b[length:]
	documents, entries := number(), number()
	if !ok || entries > uint64(limit) || entries > uint64(len(b)/2) {
		return nil, fmt.Errorf("invalid number of entries: %d", entries)
	}
	hashes, counts := make([]uint64, entries), make([]uint32, entries)
	last := uint64(0)
	for i := range hashes {
		delta, count := number(), number()
		hash := last + delta
		if !ok || i > 0 && hash <= last || count == 0 || count > documents || count>>32 != 0 {
			return nil, fmt.Errorf("entry %d of %d is invalid", i, entries)
		}
		hashes[i], counts[i], last = hash, uint32(count), hash
	}
	if len(b) != 0 {
		return nil, fmt.Errorf("%d bytes after the last entry", len(b))
	}
	return newIDF(scheme, documents, hashes, counts), nil
}

// IDFBuilder counts document frequencies in bounded memory.
//
// In a large collection most features occur in a single document and do not enter the
// table. The first document of a feature is therefore recorded only in two bits of a
// filter. With its second document the feature enters the table with a count of two.
// If other features have already set both bits, a feature enters with its first
// document and a count of two; with 32 bits of filter for each distinct feature this
// happens to one in 250.
//
// When the table is full, the features with the fewest documents are removed until a
// quarter of it is free (as in Manku and Motwani, Approximate Frequency Counts over
// Data Streams, 2002, but without buckets). The count of a feature that returns lacks
// its earlier documents.
type IDFBuilder struct {
	scheme     Scheme
	documents  uint64
	seen       []uint64
	counts     map[uint64]uint32
	maxEntries int
}

// NewIDFBuilder returns a builder for tables of at most the given number of entries.
// It takes about 40 bytes for each entry, plus 16 bytes each for the filter.
func NewIDFBuilder(s Scheme, entries int) *IDFBuilder {
	words := 1
	for words < 2*entries {
		words *= 2
	}
	return &IDFBuilder{scheme: s.features(), seen: make([]uint64, words), counts: map[uint64]uint32{}, maxEntries: max(entries, 4)}
}

// Add counts the current document of the hasher. It returns an error if the features
// of the hasher's scheme differ from the table's.
func (b *IDFBuilder) Add(h *Hasher) error {
	if got := h.scheme.features(); got != b.scheme {
		return fmt.Errorf("features of scheme %q differ from the table's scheme %q", h.scheme, b.scheme)
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
	if len(b.counts) > b.maxEntries {
		b.shed()
	}
}

// shed removes the features with the fewest documents until a quarter of the table is
// free.
func (b *IDFBuilder) shed() {
	for least := uint32(2); len(b.counts) > b.maxEntries-b.maxEntries/4; least++ {
		for hash, n := range b.counts {
			if n <= least {
				delete(b.counts, hash)
			}
		}
	}
}

// Table returns the counts so far.
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
