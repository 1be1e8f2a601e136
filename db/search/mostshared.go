package search

import (
	"alike/db"
	"alike/fingerprint"
)

// mostShared bounds what a probed content shares with candidates that have none of the keys
// before the current one. Every pair of the code view is counted, so thresholds are low
// there: of the 14.4 million candidates in Debian's Linux 6.1, these bounds save the scores
// of 5.3 million.
type mostShared struct {
	*prober
	q      *PairQuery
	level  int
	n      int    // fingerprints of the probed content
	total  weight // of these
	floor  fingerprint.Share
	weight weight // of the fingerprints that a candidate may share
	off    bool
}

// mostShared returns the bounds for the first key of rarest. x are the list numbers of a at
// the level.
func (p *prober) mostShared(a db.ContentID, x []uint32, level int) mostShared {
	q, n := p.at(level), p.Count(a, level)
	if q.By != Distinctive || !q.weighing.mean {
		return mostShared{off: true} // heaviest leaves few candidates
	}
	total := p.totalWeight(a, level)
	return mostShared{
		prober: p, q: q, level: level, n: n, total: total, floor: q.mustReachWeighted(n, 0),
		weight: total - p.unsharedWeight(a, len(x), level),
	}
}

// without moves to the next key.
func (m *mostShared) without(key uint64) {
	if !m.off {
		m.weight -= m.weights[key>>32]
	}
}

// tooLittle reports whether score would not report the pair with a candidate. Pairs that
// prober.failed wants to see are scored.
func (m *mostShared) tooLittle(b db.ContentID) bool {
	if m.off || m.failed != nil && !m.q.LeftOut.Load() {
		return false
	}
	n := m.Count(b, m.level)
	total := m.totalWeight(b, m.level)
	shared := min(m.weight, total)
	inA, inB := m.q.weighing.containment(shared, m.total), m.q.weighing.containment(shared, total)
	const rounding = 1e-9
	floor := m.floor - rounding
	return !m.every && inA < floor || inA+inB < floor+m.q.mustReachWeighted(n, 0)-rounding
}
