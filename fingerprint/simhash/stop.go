package simhash

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// StopWords is a set of words or n-grams that are ignored. In shingles of several
// words, the words around a stop word become adjacent.
type StopWords struct {
	words map[string]bool
	sum   uint64
}

// NewStopWords returns the set of the given words, converted to the canonical form of
// the scheme.
func NewStopWords(s Scheme, words []string) *StopWords {
	set := &StopWords{words: map[string]bool{}}
	text := newCanonical(s)
	for _, w := range words {
		if c := text.Bytes([]byte(w)); len(c) > 0 {
			set.words[string(c)] = true
		}
	}
	sorted := make([]string, 0, len(set.words))
	for w := range set.words {
		sorted = append(sorted, w)
	}
	slices.Sort(sorted)
	d := xxhash.New()
	for _, w := range sorted {
		d.WriteString(w)
		d.Write([]byte{0})
	}
	set.sum = d.Sum64()
	return set
}

// Sum returns the checksum for Scheme.Stop: the XXH64 of the sorted words, each
// followed by a zero byte. It is 0 for a nil set.
func (s *StopWords) Sum() uint64 {
	if s == nil {
		return 0
	}
	return s.sum
}

func (s *StopWords) has(word []byte) bool {
	return s.words[string(word)]
}
