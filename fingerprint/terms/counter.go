package terms

import (
	"fmt"

	"alike/fingerprint/simhash"
)

// Scheme says what is a term: a word, and two characters in a row where words
// have no spaces between them.
//
// Words stand alone because that is what the Jaccard of two texts is known by.
// A Chinese word has two characters, mostly: single ones are so few that texts
// which have nothing to do with each other share a third of them, and of three in
// a row a changed word breaks four or five instead of three. docs/quality.md has
// the measurements.
func Scheme() simhash.Scheme {
	s := simhash.Default()
	s.Words, s.Chars, s.Weights = 1, 2, simhash.Count
	return s
}

// Counter makes the sets of one text after the other, in one goroutine.
type Counter struct {
	hasher *simhash.Hasher
	terms  []term
	sorter sorter
	sorted []term // of the last set
}

// NewCounter returns one. The scheme says what a term is, its weights do not
// matter; the tables are as for simhash.NewHasher.
func NewCounter(s simhash.Scheme, t simhash.Tables) (*Counter, error) {
	h, err := simhash.NewHasher(s, t)
	if err != nil {
		return nil, err
	}
	return &Counter{hasher: h}, nil
}

// Reset begins a new text.
func (c *Counter) Reset() { c.hasher.Reset() }

// Add adds a field of the text. How much a field weighs is nothing that a set of
// terms knows.
func (c *Counter) Add(field []byte) { c.hasher.Add(field, 1) }

// Append appends the set of what was added to a slice.
func (c *Counter) Append(to []byte) Set {
	c.terms = c.terms[:0]
	for feature, count := range c.hasher.Features() {
		c.terms = append(c.terms, term{Hash(feature), count})
	}
	c.sorted = distinct(c.sorter.sort(c.terms))
	return appendTerms(to, c.sorted)
}

// Hashes appends the hashes of the set that Append returned last.
func (c *Counter) Hashes(to []uint64) []uint64 {
	for _, t := range c.sorted {
		to = append(to, t.hash)
	}
	return to
}

// Hasher returns the hasher that cuts the text, for its other figures.
func (c *Counter) Hasher() *simhash.Hasher { return c.hasher }

// Of returns the set of a whole text. Many of them are cheaper by one Counter.
func Of(text []byte) Set {
	c, err := NewCounter(Scheme(), simhash.Tables{})
	if err != nil {
		panic(fmt.Sprintf("fingerprint: the scheme of terms is none: %v", err))
	}
	c.Reset()
	c.Add(text)
	return c.Append(nil)
}
