package search

import (
	"cmp"
	"slices"
	"sync"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// tally counts what contents share with a query.
type tally struct {
	shared []uint32 // by content: number of fingerprints shared with the set
	weight []weight // by content: their weight; only for Distinctive
	long   []uint32 // by content: how many are not of small windows; only for leftOut
	found  []db.ContentID
}

// tallies holds the tallies of finished queries. The next query clears their counts.
var tallies = sync.Pool{New: func() any { return &tally{} }}

// clear resets all counts and makes room for the given number of contents.
func (t *tally) clear(contents int, weighed bool) {
	for _, id := range t.found {
		t.shared[id] = 0
		if int(id) < len(t.weight) {
			t.weight[id] = 0
		}
		if int(id) < len(t.long) {
			t.long[id] = 0
		}
	}
	t.found = t.found[:0]
	if len(t.shared) < contents {
		t.shared = make([]uint32, contents)
	}
	if weighed && len(t.weight) < contents {
		t.weight = make([]weight, contents)
	}
	if weighed && len(t.long) < contents {
		t.long = make([]uint32, contents)
	}
}

// manyCandidates is the number of candidates that makes it worthwhile to read the sizes of
// all contents. Reading them takes 60 ms for a million contents, once for an open index; a
// lookup of one takes 2 µs.
const manyCandidates = 4096

// candidates returns the contents that may match.
func (s *querySearch) candidates() ([]db.ContentID, error) {
	found, err := s.withSameBytes(s.tally.found)
	if err != nil {
		return nil, err
	}
	if len(found) < cmp.Or(s.q.many, manyCandidates) || s.q.Base != nil { // the stored counts include the base
		return found, nil
	}
	sizes, err := s.ix.Sizes()
	if err != nil {
		return nil, err
	}
	var left []db.ContentID
	for _, id := range found {
		if s.mayMatch(sizes, id) {
			left = append(left, id)
		}
	}
	return left, nil
}

// withSameBytes adds the contents of the size of a file of unknown language, such as standard
// input. Its bytes may be there in a language, with other fingerprints.
func (s *querySearch) withSameBytes(found []db.ContentID) ([]db.ContentID, error) {
	if !s.nameless() {
		return found, nil
	}
	sizes, err := s.ix.Sizes()
	if err != nil {
		return nil, err
	}
	found = slices.Clip(found)
	sizes.Each(func(id db.ContentID) {
		if size, _ := sizes.Of(id); size == s.content.Size && s.tally.shared[id] == 0 {
			found = append(found, id)
		}
	})
	return found, nil
}

// nameless reports whether the language of the queried file is unknown.
func (s *querySearch) nameless() bool {
	return s.content.Language == "" && view.Kind(s.ix.Params().View) == view.FoldCode
}

// mayMatch reports whether a candidate can be identical or similar, by its size and counts
// alone.
func (s *querySearch) mayMatch(sizes *db.Sizes, id db.ContentID) bool {
	size, level := sizes.Of(id)
	level = s.q.level(s.q.weighing.rule, level)
	shared := int(s.tally.shared[id])
	if size == s.content.Size && (shared == len(s.set) || s.nameless()) {
		return true
	}
	common := max(s.content.Level, level)
	q := s.at(common)
	counts := fingerprint.Shares{Shared: shared, A: len(s.set.AtLevel(common)), B: sizes.Count(id, common)}
	if shared < q.minShared(counts.A, counts.B) || !sizesWithin(s.content.Size, size, s.q.SizeWithin) {
		return false
	}
	if s.q.By == Distinctive {
		// The other fingerprints of the candidate weigh at least as much as if all contents
		// had them.
		w := s.tally.weight[id]
		beside := weight(counts.B-shared) * s.q.weighing.ofSmall(int(s.ix.LiveContents()))
		may := float64(max(w+beside, s.q.weighing.least)) <= q.mostWeight(counts, w, s.whole[common])
		if !may {
			s.noteLeftOut(id, common, counts, func(level int) int { return sizes.Count(id, level) })
		}
		return may
	}
	a, b := q.passes(counts, 0, 0)
	return a || b
}
