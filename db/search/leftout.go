package search

import (
	"cmp"
	"context"
	"sync"

	"alike/db"
	"alike/fingerprint"
)

// leftOut finds a pair that passes by Smaller but not by Distinctive, with little work: it
// counts the files of a few pairs at most.
type leftOut struct {
	q *PairQuery

	mu   sync.Mutex
	left int // pairs that may still be counted
}

func newLeftOut(q *PairQuery) *leftOut { return &leftOut{q: q, left: 16} }

// pair returns a pair as Smaller compares it: two small files by the windows of all files.
func (l *leftOut) pair(b partner, probed, file File) Pair {
	rule := l.q.weighing.rule
	if rule.IsSmall(probed.Level) && rule.IsSmall(file.Level) {
		probed.Level, probed.Fingerprints = rule.LongLevel(probed.Level), b.shares.A
		file.Level, file.Fingerprints = rule.LongLevel(file.Level), b.shares.B
	}
	return b.pair(probed, file)
}

// wanted reports whether a pair that does not pass by Distinctive may be one.
func (l *leftOut) wanted(s fingerprint.Shares) bool {
	return l.q.By == Distinctive && l.q.LeftOut != nil && !l.q.LeftOut.Load() &&
		s.Shared >= l.q.MinShared && max(s.AInB(), s.BInA()) >= fingerprint.Share(l.q.Min)
}

// check looks at a pair that wanted admits.
func (l *leftOut) check(ctx context.Context, p Pair, weigh Weigher) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left == 0 || l.q.LeftOut.Load() {
		return nil
	}
	if l.q.counts(&p) {
		l.left--
		bySmaller := *l.q
		bySmaller.By = Smaller
		passed, err := bySmaller.confirm(ctx, &p, weigh)
		if err != nil || !passed || l.q.passed(&p) {
			return err
		}
	}
	l.q.LeftOut.Store(true)
	return nil
}

// mayBeLeftOut reports whether noteLeftOut may keep a candidate.
func (s *querySearch) mayBeLeftOut(level int, counts fingerprint.Shares) bool {
	return s.q.LeftOut != nil && (s.q.weighing.rule.IsSmall(level) || s.leftOut.wanted(counts))
}

// noteLeftOut keeps a candidate of a query that does not pass by Distinctive for
// checkLeftOut. Both are compared at this level; count returns the number of fingerprints of
// the candidate at a coarser one.
func (s *querySearch) noteLeftOut(id db.ContentID, level int, counts fingerprint.Shares, count func(level int) int) {
	const enough = 64 // some may have no path
	if len(s.failing) >= enough {
		return
	}
	if rule := s.q.weighing.rule; rule.IsSmall(level) {
		level = rule.LongLevel(level)
		counts = fingerprint.Shares{Shared: int(s.tally.long[id]), A: len(s.set.AtLevel(level)), B: count(level)}
	}
	if s.leftOut.wanted(counts) {
		s.failing = append(s.failing, failing{id, counts})
	}
}

// failing is a content that shares something with a query, but does not pass.
type failing struct {
	id     db.ContentID
	counts fingerprint.Shares
}

// checkLeftOut looks at the candidates that do not pass by Distinctive.
func (s *querySearch) checkLeftOut(ctx context.Context) error {
	var ids []db.ContentID
	for _, f := range s.failing {
		ids = append(ids, f.id)
	}
	names, err := s.ix.PathsOf(ctx, ids)
	if err != nil {
		return err
	}
	for _, f := range s.failing {
		row, err := s.ix.Content(f.id)
		if err != nil {
			return err
		}
		b := partner{id: f.id, shares: f.counts}
		p := s.leftOut.pair(b, s.file, fileOf(&row))
		if !p.B.name(admitted(names[f.id], s.q.Admit), s.q.Except, s.q.Hardlinks) {
			continue
		}
		err = s.leftOut.check(ctx, p, s.weigher())
		if err = cmp.Or(s.failure, err); err != nil {
			return err
		}
	}
	return nil
}
