package search

import (
	"cmp"
	"sync"

	"alike/db"
	"alike/fingerprint"
)

// tally counts what contents share with a query. It is kept for the next one.
type tally struct {
	shared []uint32 // by content: fingerprints that it shares with the set
	weight []weight // by content: of those; only by Distinctive
	found  []db.ContentID
}

// tallies are those that no query uses. Their counts are cleared by the next one.
var tallies = sync.Pool{New: func() any { return &tally{} }}

// clear makes the tally one of so many contents, none of which shares anything.
func (t *tally) clear(contents int, weighed bool) {
	for _, id := range t.found {
		t.shared[id] = 0
		if int(id) < len(t.weight) {
			t.weight[id] = 0
		}
	}
	t.found = t.found[:0]
	if len(t.shared) < contents {
		t.shared = make([]uint32, contents)
	}
	if weighed && len(t.weight) < contents {
		t.weight = make([]weight, contents)
	}
}

// manyCandidates is how many are worth reading the sizes of all contents for,
// once in the life of an index: 60 ms for a million contents, where looking each
// up takes 2 µs.
const manyCandidates = 4096

// candidates returns the contents that may match.
func (s *querySearch) candidates() ([]db.ContentID, error) {
	found := s.tally.found
	if len(found) < cmp.Or(s.q.many, manyCandidates) || s.q.Base != nil { // a base leaves less than the counts that are stored
		return found, nil
	}
	sizes, err := s.ix.Sizes()
	if err != nil {
		return nil, err
	}
	whole := weight(0)
	if s.q.By == Distinctive {
		for _, fp := range s.set {
			whole += s.weightOf(s.df[fp])
		}
	}
	var left []db.ContentID
	for _, id := range found {
		if s.mayMatch(sizes, id, whole) {
			left = append(left, id)
		}
	}
	return left, nil
}

// mayMatch says whether a candidate has the same bytes or enough in common, by its
// size and its counts alone. whole is the weight of the query.
func (s *querySearch) mayMatch(sizes *db.Sizes, id db.ContentID, whole weight) bool {
	size, level := sizes.Of(id)
	shared := int(s.tally.shared[id])
	if size == s.content.Size && shared == len(s.set) {
		return true
	}
	if shared < s.q.MinShared || !sizesWithin(s.content.Size, size, s.q.SizeWithin) {
		return false
	}
	common := max(s.content.Level, level)
	counts := fingerprint.Shares{Shared: shared, A: len(s.set.AtLevel(common)), B: sizes.Count(id, common)}
	if s.q.By != Distinctive {
		a, b := s.q.passes(counts)
		return a || b
	}
	// What the candidate has beside weighs at least as much as if all contents had
	// it. A coarser level drops some of the query.
	w := s.tally.weight[id]
	if common == s.content.Level && w.in(whole) >= fingerprint.Share(s.q.Min) || common > s.content.Level {
		return true
	}
	beside := weight(counts.B-shared) * s.weightOf(int(s.ix.LiveContents()))
	return w.in(w+beside) >= fingerprint.Share(s.q.Min)*(1-1e-9)
}
