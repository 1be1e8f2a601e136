package search

import (
	"context"

	"alike/db"
	"alike/fingerprint"
)

// Bounds of the search for a pair that is left out.
const (
	leftOutContents = 2048
	leftOutScores   = 16 << 10
)

// lookForLeftOut compares contents that share what most files have, if probing has found no
// pair that is left out: it hardly ever looks at these.
func (s *pairSearch) lookForLeftOut(ctx context.Context) error {
	if s.q.By != Distinctive || s.q.LeftOut == nil || s.q.LeftOut.Load() {
		return nil
	}
	p := newProber(s.corpus, &s.q)
	step := max(len(s.begin)/leftOutContents, 1)
	each := leftOutScores / (len(s.begin)/step + 1)
	for id := 0; id < len(s.begin) && !s.q.LeftOut.Load(); id += step {
		if err := s.compareCommon(ctx, p, db.ContentID(id), each); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// compareCommon compares a content with some that share its most frequent fingerprint.
func (s *pairSearch) compareCommon(ctx context.Context, p *prober, a db.ContentID, most int) error {
	if !s.in[a] {
		return nil
	}
	level := int(s.All[a].Level)
	long := s.listsAt(a, s.weighing.rule.LongLevel(level))
	if len(long) == 0 {
		return nil
	}
	x, common := s.listsAt(a, level), long[0]
	for _, o := range long {
		if s.dfOf(o) > s.dfOf(common) {
			common = o
		}
	}
	for _, b := range s.list(common) {
		if b == a || int(s.All[b].Level) > level || !p.wanted(a, b) {
			continue
		}
		if most--; most < 0 {
			break
		}
		if partner, ok := p.score(a, b, x, level); !ok && !partner.passes {
			if err := s.checkLeftOut(ctx, a, partner); err != nil {
				return err
			}
		}
	}
	return nil
}

// sharesAt returns what two contents share at a level.
func (s *pairSearch) sharesAt(a, b db.ContentID, level int) fingerprint.Shares {
	shares := fingerprint.Shares{A: s.Count(a, level), B: s.Count(b, level)}
	shares.Shared, _ = s.common(s.listsAt(a, level), s.listsAt(b, level), s.q.MinShared)
	return shares
}

// checkLeftOut looks at a pair that does not pass by Distinctive.
func (s *pairSearch) checkLeftOut(ctx context.Context, a db.ContentID, b partner) error {
	if s.q.LeftOut.Load() {
		return nil
	}
	if rule := s.weighing.rule; rule.IsSmall(max(int(s.All[a].Level), int(s.All[b.id].Level))) {
		b.shares = s.sharesAt(a, b.id, rule.LongLevel(0))
	}
	if !s.leftOut.wanted(b.shares) {
		return nil
	}
	first, second := s.paths.trees, s.paths.trees
	if against := s.paths.against; against != nil {
		if second = against; !first.has(a) || !against.has(b.id) {
			first, second = second, first
		}
	}
	return s.leftOut.check(ctx, s.leftOut.pair(b, first.file(s.Sizes, a), second.file(s.Sizes, b.id)), s.weigh)
}
