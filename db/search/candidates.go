package search

import (
	"cmp"
	"slices"
	"sync"

	"alike/db"
	"alike/db/inorder"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// tally counts what contents share with a query.
type tally struct {
	shared []uint32 // by content: number of fingerprints shared with the set
	weight []weight // by content: their weight; only for Distinctive
	long   []uint32 // by content: how many are not of small windows; only for leftOut
	found  []db.ContentID

	lookups []*lookups // by goroutine
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

// add counts a fingerprint that these contents share with the query.
func (t *tally) add(list []db.ContentID) {
	shared, found := t.shared, t.found
	for _, id := range list {
		if shared[id] == 0 {
			found = append(found, id)
		}
		shared[id]++
	}
	t.found = found
}

// addWeight adds the weight of the fingerprint. long is whether it is not of a small window.
func (t *tally) addWeight(list []db.ContentID, w weight, long bool) {
	for _, id := range list {
		t.weight[id] += w
	}
	if long {
		for _, id := range list {
			t.long[id]++
		}
	}
}

// manyCandidates is the number of candidates that makes it worthwhile to read the sizes of
// all contents. Reading them takes 60 ms for a million contents, once for an open index; a
// lookup of one takes 1 µs or less.
const manyCandidates = 4096

// candidates returns the contents that may match.
func (s *querySearch) candidates() ([]db.ContentID, error) {
	found, err := s.withSameBytes(s.tally.found)
	if err != nil {
		return nil, err
	}
	many := cmp.Or(s.q.many, manyCandidates)
	if s.q.Base != nil || many < 0 {
		return found, nil // the stored counts include the base
	}
	sizes := s.ix.KnownSizes()
	if sizes == nil {
		if len(found) < many {
			return found, nil
		}
		if sizes, err = s.ix.Sizes(); err != nil {
			return nil, err
		}
	}
	return s.mayMatchOf(sizes, found)
}

// candidate is a content that shares fingerprints with the query.
type candidate struct {
	db.ContentSize
	id           db.ContentID
	shared       int
	common       int // level of both
	fingerprints int // at that level
}

// A goroutine judges candidatesInPiece at a time, and reads candidatesInTurn.
const (
	candidatesInPiece = 4096
	candidatesInTurn  = 64
)

// mayMatchOf returns the candidates that may match.
func (s *querySearch) mayMatchOf(sizes *db.Sizes, found []db.ContentID) (left []db.ContentID, err error) {
	type part struct {
		rows     [candidatesInTurn]candidate
		left     []db.ContentID
		distinct []candidate // that fail by Distinctive
	}
	parts := make([]part, threadCount(0))
	pieces := (len(found) + candidatesInPiece - 1) / candidatesInPiece
	err = inorder.Do(pieces, len(parts), func(worker, piece int) (func() error, error) {
		p, from := &parts[worker], piece*candidatesInPiece
		p.left, p.distinct = p.left[:0], p.distinct[:0]
		for ids := range slices.Chunk(found[from:min(from+candidatesInPiece, len(found))], len(p.rows)) {
			s.read(p.rows[:len(ids)], sizes, ids)
			for i := range ids {
				switch r := &p.rows[i]; s.judge(r) {
				case mayMatch:
					p.left = append(p.left, r.id)
				case notDistinctive:
					if s.mayBeLeftOut(r.common, s.counts(r)) {
						p.distinct = append(p.distinct, *r)
					}
				}
			}
		}
		return func() error {
			left = append(left, p.left...)
			for i := range p.distinct {
				r := &p.distinct[i]
				s.noteLeftOut(r.id, r.common, s.counts(r), func(level int) int { return sizes.Count(r.id, level) })
			}
			return nil
		}, nil
	})
	return left, err
}

// read reads what judge needs. Contents with a licence are all over the index, and most reads
// miss the caches. The loops are short, so that the processor waits for several reads at a time.
func (s *querySearch) read(rows []candidate, sizes *db.Sizes, ids []db.ContentID) {
	for i, id := range ids {
		rows[i] = candidate{ContentSize: sizes.All[id], id: id, shared: int(s.tally.shared[id])}
	}
	own, rule, all := s.content.Level, s.q.weighing.rule, !s.q.longOnly()
	for i := range rows {
		r := &rows[i]
		r.common = max(own, int(r.Level))
		if !all {
			r.common = max(own, rule.LongLevel(int(r.Level)))
		}
		coarser := r.common - int(r.Level)
		if r.fingerprints = -1; coarser < int(r.Levels) {
			r.fingerprints = int(r.First) + coarser // its index for now
		}
	}
	counts := sizes.Counts
	for i := range rows {
		at := rows[i].fingerprints
		if rows[i].fingerprints = 0; at >= 0 {
			rows[i].fingerprints = int(counts[at])
		}
	}
}

// counts returns what a candidate shares with the query.
func (s *querySearch) counts(r *candidate) fingerprint.Shares {
	return fingerprint.Shares{Shared: r.shared, A: s.ownCounts[r.common], B: r.fingerprints}
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

// judgement says what is known of a candidate by its size and counts alone.
type judgement int

const (
	noMatch        judgement = iota
	notDistinctive           // no match by Distinctive
	mayMatch                 // may be identical or similar
)

func (s *querySearch) judge(r *candidate) judgement {
	// The same bytes share all that the query has at their level, which is coarser for a content from
	// before small windows. A content without a row is damage, for whoever reads it.
	if r.Size == s.content.Size && (r.shared >= s.ownCounts[r.common] || s.nameless()) || !r.Stored() {
		return mayMatch
	}
	q, counts := s.at(r.common), s.counts(r)
	if r.shared < q.mustShare(counts.A, counts.B) || !sizesWithin(s.content.Size, r.Size, s.q.SizeWithin) {
		return noMatch
	}
	if s.q.By == Distinctive {
		// The other fingerprints of the candidate weigh at least as much as if all contents
		// had them.
		w := s.tally.weight[r.id]
		beside := weight(counts.B-r.shared) * s.leastWeight
		if float64(max(w+beside, s.q.weighing.least)) <= q.mostWeight(counts, w, s.whole[r.common]) {
			return mayMatch
		}
		return notDistinctive
	}
	if a, b := q.passes(counts, 0, 0); a || b {
		return mayMatch
	}
	return noMatch
}
