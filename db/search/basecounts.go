package search

import (
	"sync/atomic"

	"alike/db"
	"alike/fingerprint"
)

// baseCounts counts, while the postings are read, how many fingerprints of each content
// are in a base. A nil baseCounts means no base.
type baseCounts struct {
	fps     fingerprint.Set
	covered []bool // by content: the base contains all of it
	// removed counts the fingerprints in the base, parallel to Sizes.Counts. Until
	// subtract, a count leaves out the coarser levels.
	removed []int32
}

// newBaseCounts returns nil if there is no base. A unit of several files is in it only by its
// fingerprints.
func newBaseCounts(ix *db.Index, b *Base, s *db.Sizes, units bool) (*baseCounts, error) {
	if b == nil {
		return nil, nil
	}
	t := &baseCounts{fps: b.Fingerprints, covered: make([]bool, len(s.All)), removed: make([]int32, len(s.Counts))}
	if units {
		return t, nil
	}
	return t, ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		t.covered[id] = b.Contents[row.Content.Key()]
		return nil
	})
}

// from returns the fingerprints of the base that are at least fp, in ascending order.
func (t *baseCounts) from(fp fingerprint.Fingerprint) fingerprint.Set {
	if t == nil {
		return nil
	}
	return t.fps[len(t.fps.Below(fp)):]
}

// remove counts a fingerprint of the base for the contents that have it. Several
// goroutines may call it at once.
func (t *baseCounts) remove(s *db.Sizes, fp fingerprint.Fingerprint, ps []db.Posting) {
	for _, p := range ps {
		r := &s.All[p.Content]
		if i := fp.Level() - int(r.Level); i >= 0 && r.Levels > 0 {
			atomic.AddInt32(&t.removed[int(r.First)+min(i, int(r.Levels)-1)], 1)
		}
	}
}

// subtract returns the sizes with the counts that the base leaves, and marks the contents
// that it leaves without any fingerprint.
func (t *baseCounts) subtract(s *db.Sizes) *db.Sizes {
	left := &db.Sizes{All: s.All, Counts: make([]int32, len(s.Counts))}
	for id, r := range s.All {
		if r.Levels == 0 {
			continue
		}
		removed := int32(0)
		for i := int(r.First) + int(r.Levels) - 1; i >= int(r.First); i-- {
			removed += t.removed[i]
			t.removed[i] = removed
			left.Counts[i] = s.Counts[i] - removed
		}
		if removed > 0 && left.Counts[r.First] == 0 {
			t.covered[id] = true
		}
	}
	return left
}
