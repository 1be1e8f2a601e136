package simhash

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// StopWords is a set of words, or n-grams, that count for nothing. In shingles
// of more than one word the words around a stop word stand side by side.
type StopWords struct {
	words map[string]bool
	sum   uint64
}

// NewStopWords makes a set. Its words are brought into the form that the scheme
// brings text into.
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
		d.WriteString(w) // a hash takes all bytes
		d.Write([]byte{0})
	}
	set.sum = d.Sum64()
	return set
}

// Sum returns what Scheme.Stop holds: the xxh64 of the sorted words, each with a
// zero byte behind it; 0 without a set.
func (s *StopWords) Sum() uint64 {
	if s == nil {
		return 0
	}
	return s.sum
}

func (s *StopWords) has(word []byte) bool {
	return s.words[string(word)]
}
