package search

import (
	"slices"
	"sync/atomic"

	"alike/db"
	"alike/fingerprint"
)

// Base is what everybody was given, such as a template or the text of a licence: it
// counts for no content, as the base files of MOSS do (Schleimer, Wilkerson and Aiken,
// Winnowing, 2003, section 5). All figures are as if no content had its
// fingerprints.
type Base struct {
	// Fingerprints are those that do not count: all candidates of the base, see
	// fingerprint.Candidates.
	Fingerprints fingerprint.Set
	// Whole are its files as a whole. A content that is one of them, or all of whose
	// fingerprints are in the base, is in no answer: with identical files neither, or
	// whatever was handed out would come as many times as there are copies.
	Whole map[db.ContentKey]bool
}

// Without returns what the base leaves of a set, which stays as it is. A nil base
// leaves all.
func (b *Base) Without(set fingerprint.Set) fingerprint.Set {
	if b == nil {
		return set
	}
	return slices.Clone(set).Without(b.Fingerprints)
}

// has reports whether a content is in the base as a whole, and otherwise returns what
// the base leaves of its set.
func (b *Base) has(c db.Content, set fingerprint.Set) (left fingerprint.Set, whole bool) {
	if b == nil {
		return set, false
	}
	left = b.Without(set)
	return left, b.Whole[c.Key()] || len(set) > 0 && len(left) == 0
}

// baseCounts finds out what a base takes from the contents while their postings are
// read. A nil one takes nothing.
type baseCounts struct {
	fps   fingerprint.Set
	whole []bool // by content: it is in the base as a whole
	// taken are the fingerprints in the base, parallel to the counts of contents:
	// while they are counted, of those at that level and no coarser one, see without.
	taken []int32
}

// newBaseCounts returns nil where there is no base.
func newBaseCounts(ix *db.Index, b *Base, s *db.Sizes) (*baseCounts, error) {
	if b == nil {
		return nil, nil
	}
	t := &baseCounts{fps: b.Fingerprints, whole: make([]bool, len(s.All)), taken: make([]int32, len(s.Counts))}
	return t, ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		t.whole[id] = b.Whole[row.Content.Key()]
		return nil
	})
}

// from returns the fingerprints of the base from one on. What follows it up in order
// passes each once.
func (t *baseCounts) from(fp fingerprint.Fingerprint) fingerprint.Set {
	if t == nil {
		return nil
	}
	return t.fps[len(t.fps.Below(fp)):]
}

// take counts a fingerprint that the base has for the contents that have it. It is
// for several goroutines.
func (t *baseCounts) take(s *db.Sizes, fp fingerprint.Fingerprint, ps []db.Posting) {
	for _, p := range ps {
		r := &s.All[p.Content]
		if i := fp.Level() - int(r.Level); i >= 0 && r.Levels > 0 {
			atomic.AddInt32(&t.taken[int(r.First)+min(i, int(r.Levels)-1)], 1)
		}
	}
}

// without returns the sizes with the counts that are left, and marks the contents
// of which nothing is.
func (t *baseCounts) without(s *db.Sizes) *db.Sizes {
	left := &db.Sizes{All: s.All, Counts: make([]int32, len(s.Counts))}
	for id, r := range s.All {
		taken := int32(0)
		for i := int(r.First) + int(r.Levels) - 1; i >= int(r.First); i-- {
			taken += t.taken[i]
			t.taken[i] = taken
			left.Counts[i] = s.Counts[i] - taken
		}
		if taken > 0 && left.Counts[r.First] == 0 {
			t.whole[id] = true
		}
	}
	return left
}

// takenFrom returns how many of its fingerprints a content has lost.
func (c *corpus) takenFrom(id db.ContentID) int {
	if r := &c.All[id]; c.base != nil && r.Levels > 0 {
		return int(c.base.taken[r.First])
	}
	return 0
}

// given reports whether a content is in the base as a whole.
func (c *corpus) given(id db.ContentID) bool { return c.base != nil && c.base.whole[id] }
