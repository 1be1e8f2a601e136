package search

import (
	"context"

	"alike/db"
	"alike/fingerprint"
)

// Scorer computes what two contents share from their fingerprints, for contents found near
// by other means. The figures are the same as in Pairs. A Scorer is for one goroutine and
// must not be used while a db.Writer writes.
type Scorer struct {
	s    *querySearch
	base *Base
	last db.ContentID // content of kept: a star asks for its centre every time
	kept Fingerprints
}

// Fingerprints are the fingerprints of one content, at its own level.
type Fingerprints struct {
	Level int
	Set   fingerprint.Set
}

// Score is what two contents share.
type Score struct {
	Shared      int // fingerprints at the common level
	AInB, BInA  fingerprint.Share
	Resemblance fingerprint.Share
	Distinctive fingerprint.Share
}

// frequenciesKept is the number of fingerprints whose frequencies a Scorer remembers: some
// 40 MiB.
const frequenciesKept = 1 << 20

// NewScorer returns a Scorer of the index as it is now, for a question about some trees, or about
// the whole index without any. What the base contains, which may be nil, counts in no content.
func NewScorer(ctx context.Context, ix *db.Index, base *Base, trees []string) (*Scorer, error) {
	s := &querySearch{ix: ix, q: PairQuery{weighing: newWeighing(ix.Params())}}
	if err := s.readLive(ctx, trees); err != nil {
		return nil, err
	}
	return &Scorer{s: s, base: base}, s.readNotLive()
}

// Of returns the fingerprints of a content of the index.
func (s *Scorer) Of(id db.ContentID) (Fingerprints, error) {
	if s.last == id {
		return s.kept, nil
	}
	ix := s.s.ix
	row, err := ix.Content(id)
	if err != nil {
		return Fingerprints{}, err
	}
	set, err := ix.Fingerprints(id, row.Fingerprints(), nil)
	return Fingerprints{row.Level, set}, err
}

// Score returns what two contents of the index share. It keeps the set of the first one
// for the next call. Cost: a lookup for each fingerprint not seen before, some 5 µs.
func (s *Scorer) Score(ctx context.Context, a, b db.ContentID) (Score, error) {
	x, err := s.Of(a)
	if err != nil {
		return Score{}, err
	}
	s.last, s.kept = a, x
	y, err := s.Of(b)
	if err != nil {
		return Score{}, err
	}
	return s.ScoreSets(ctx, x, y)
}

// ScoreSets returns what two sets share. Their contents need not be in the index.
func (s *Scorer) ScoreSets(ctx context.Context, a, b Fingerprints) (Score, error) {
	if len(s.s.df) > frequenciesKept {
		clear(s.s.df)
	}
	if s.base != nil {
		rule := s.s.ix.Params().Rule
		a.Level, b.Level = rule.LongLevel(a.Level), rule.LongLevel(b.Level)
	}
	a.Set, b.Set = s.base.Without(a.Set), s.base.Without(b.Set)
	counts := fingerprint.Compare(a.Set, a.Level, b.Set, b.Level)
	level := max(a.Level, b.Level)
	x, y := a.Set.AtLevel(level), b.Set.AtLevel(level)
	inA, inB, err := s.s.weighed(ctx, x, y)
	return Score{
		Shared: counts.Shared, AInB: counts.AInB(), BInA: counts.BInA(), Resemblance: counts.Resemblance(),
		Distinctive: s.s.q.weighing.distinctive(inA, inB),
	}, err
}
