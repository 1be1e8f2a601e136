package terms

import (
	"fmt"

	"alike/fingerprint/simhash"
)

// Scheme returns the scheme that defines terms: single words, and pairs of characters
// for scripts without spaces between words.
//
// Single words are the usual basis for the Jaccard similarity of texts. Most Chinese
// words have two characters. There are so few single characters that unrelated texts
// share a third of them, and with triples a changed word breaks four or five terms
// instead of three. TestTermUnits in package simhash measures both.
func Scheme() simhash.Scheme {
	s := simhash.Default()
	s.Words, s.Chars, s.Weights = 1, 2, simhash.Count
	return s
}

// Counter computes the sets of texts, one after the other. It is not safe for
// concurrent use.
type Counter struct {
	hasher *simhash.Hasher
	terms  []term
	sorter sorter
	sorted []term // terms of the last set
}

// NewCounter returns a counter. The scheme defines the terms; its weights do not
// matter. It returns the errors of simhash.NewHasher.
func NewCounter(s simhash.Scheme, t simhash.Tables) (*Counter, error) {
	h, err := simhash.NewHasher(s, t)
	if err != nil {
		return nil, err
	}
	return &Counter{hasher: h}, nil
}

// Reset starts a new text.
func (c *Counter) Reset() { c.hasher.Reset() }

// Add adds a field of the text. A set of terms ignores the weights of fields.
func (c *Counter) Add(field []byte) { c.hasher.Add(field, 1) }

// Append appends the encoded set of the current text to a slice.
func (c *Counter) Append(to []byte) Set {
	c.terms = c.terms[:0]
	for feature, count := range c.hasher.Features() {
		c.terms = append(c.terms, term{Hash(feature), count})
	}
	c.sorted = distinct(c.sorter.sort(c.terms))
	return appendTerms(to, c.sorted)
}

// Hashes appends the hashes of the set that Append last returned.
func (c *Counter) Hashes(to []uint64) []uint64 {
	for _, t := range c.sorted {
		to = append(to, t.hash)
	}
	return to
}

// Hasher returns the underlying hasher, which also gives the simhash of the text.
func (c *Counter) Hasher() *simhash.Hasher { return c.hasher }

// Of returns the set of a text. For many texts a Counter is cheaper.
func Of(text []byte) Set {
	c, err := NewCounter(Scheme(), simhash.Tables{})
	if err != nil {
		panic(fmt.Sprintf("terms: invalid scheme: %v", err))
	}
	c.Reset()
	c.Add(text)
	return c.Append(nil)
}
