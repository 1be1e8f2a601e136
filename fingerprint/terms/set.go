// Package terms counts the words of a text, and says by exact figures how much
// two texts have in common: the Jaccard of their sets of words, and the cosine
// of their counts.
//
// A term is a word, or where a script is written without spaces, two characters
// in a row: see Scheme. The package reads no files and knows no index.
package terms

import (
	"encoding/binary"
	"fmt"
)

// Set is the terms of a text and how often each occurs, encoded so that two of
// them are compared by one pass over both, and kept for ever:
//
//	terms     uvarint, how many
//	for each, in ascending order of its hash:
//	  gap     uvarint, twice the gap to the hash before (the first: to -1), less
//	          two; plus one where the count is not 1
//	  count   uvarint, less 2, only then
//
// A text of 2 KB with 200 distinct words takes 1.2 KB. The nil Set is broken;
// that of a text without terms is one zero byte.
type Set []byte

const (
	// HashBits is how much of a term's hash is kept: the upper bits, after mixing
	// what the scheme made, for FNV-1a leaves them nearly empty in short words.
	// Were it 32, two texts of 1,000 words would share a word by chance once in
	// 4,000 pairs, and a figure would not be exact; with 48 once in 300 million,
	// for two bytes more each.
	HashBits = 48
	hashMask = 1<<HashBits - 1

	mostCount = 1<<32 - 1 // higher counts stay at this
)

// Hash returns the hash of a term as a Set has it, from that of a feature.
func Hash(feature uint64) uint64 {
	h := feature
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return (h ^ h>>32) >> (64 - HashBits)
}

// term is one term of a set.
type term struct{ hash, count uint64 }

// distinct makes one of sorted terms with the same hash, in place.
func distinct(all []term) []term {
	n := 0
	for _, t := range all {
		switch {
		case t.count == 0:
		case n > 0 && all[n-1].hash == t.hash:
			all[n-1].count = min(all[n-1].count+min(t.count, mostCount), mostCount)
		default:
			all[n] = term{t.hash, min(t.count, mostCount)}
			n++
		}
	}
	return all[:n]
}

// appendTerms appends sorted, distinct terms.
func appendTerms(to []byte, all []term) []byte {
	to = binary.AppendUvarint(to, uint64(len(all)))
	next := uint64(0) // the least that the next hash can be
	for _, t := range all {
		gap := (t.hash - next) << 1
		if t.count > 1 {
			to = binary.AppendUvarint(to, gap|1)
			to = binary.AppendUvarint(to, t.count-2)
		} else {
			to = binary.AppendUvarint(to, gap)
		}
		next = t.hash + 1
	}
	return to
}

// BrokenError says that a Set is not one.
type BrokenError struct{ Reason string }

func (e *BrokenError) Error() string {
	return fmt.Sprintf("a set of terms is broken: %s; forget the record and add it again", e.Reason)
}

func broken(format string, args ...any) error {
	return &BrokenError{fmt.Sprintf(format, args...)}
}

// Len returns how many distinct terms there are.
func (s Set) Len() (int, error) {
	n, size := binary.Uvarint(s)
	if size <= 0 || padded(s[:size]) || n > uint64(len(s)) {
		return 0, broken("its %d bytes begin with no number of terms", len(s))
	}
	return int(n), nil
}

// reader goes through the terms of a set.
type reader struct {
	rest []byte
	left int    // terms to come
	next uint64 // the least that the next hash can be
	term        // the last one that was read
}

func (s Set) read() (reader, error) {
	n, err := s.Len()
	if err != nil {
		return reader{}, err
	}
	_, size := binary.Uvarint(s)
	return reader{rest: s[size:], left: n}, nil
}

// advance reads the next term and reports whether there is one.
func (r *reader) advance() (bool, error) {
	if r.left == 0 {
		if len(r.rest) > 0 {
			return false, broken("%d bytes follow its last term", len(r.rest))
		}
		return false, nil
	}
	r.left--
	gap, err := r.uvarint()
	if err != nil {
		return false, err
	}
	hash := r.next + gap>>1
	if gap>>1 > hashMask || hash > hashMask {
		return false, broken("a hash is larger than %d bits", HashBits)
	}
	r.term, r.next = term{hash, 1}, hash+1
	if gap&1 != 0 {
		more, err := r.uvarint()
		if err != nil {
			return false, err
		}
		if more > mostCount-2 {
			return false, broken("a count of %d is too large", more)
		}
		r.count = more + 2
	}
	return true, nil
}

// padded reports whether a number has a shorter form.
func padded(number []byte) bool {
	return len(number) > 1 && number[len(number)-1] == 0
}

// uvarint reads a number in its shortest form.
func (r *reader) uvarint() (uint64, error) {
	x, size := binary.Uvarint(r.rest)
	if size <= 0 || padded(r.rest[:size]) {
		return 0, broken("it ends, or holds no number, %d terms before its end", r.left+1)
	}
	r.rest = r.rest[size:]
	return x, nil
}

// Hashes appends the hashes of the terms to a slice, in ascending order.
func (s Set) Hashes(to []uint64) ([]uint64, error) {
	r, err := s.read()
	if err != nil {
		return to, err
	}
	for {
		ok, err := r.advance()
		if !ok || err != nil {
			return to, err
		}
		to = append(to, r.hash)
	}
}
