package search

import (
	"context"

	"alike/db"
	"alike/fingerprint"
)

// prober finds the partners of contents, one content at a time. It is for one goroutine.
type prober struct {
	*corpus
	q *PairQuery
	// every makes probe find all partners of a content. Otherwise each pair is found from
	// one side only: one that passes the threshold itself.
	every bool
	skip  func(id db.ContentID) bool // leaves out partners; may be nil

	seen     []db.ContentID // by content, the last one it was a candidate of
	keys     []uint64
	compared int64
}

func newProber(c *corpus, q *PairQuery) *prober {
	return &prober{corpus: c, q: q, seen: make([]db.ContentID, len(c.rows))}
}

// partner is a content that passes the threshold together with the probed one.
type partner struct {
	id          db.ContentID
	shares      fingerprint.Shares // A is the probed content
	distinctive fingerprint.Share
	reports     bool // the pair is reported from the probed content
}

// pair returns a probed file and its partner as a Pair.
func (b *partner) pair(probed, file File) Pair {
	return Pair{
		A: probed, B: file, Shared: b.shares.Shared, AInB: b.shares.AInB(), BInA: b.shares.BInA(),
		Resemblance: b.shares.Resemblance(), Distinctive: b.distinctive,
	}
}

// probe calls found for the partners of a. At its own level it finds the partners of that
// level or a finer one, at each coarser level the partners of exactly that level. See the
// package comment for the method.
func (p *prober) probe(ctx context.Context, a db.ContentID, found func(partner) error) error {
	if !p.rows[a].in {
		return nil
	}
	r := &p.All[a]
	for i := range int(r.Levels) {
		level := int(r.Level) + i
		x := p.listsAt(a, level)
		for _, key := range p.rarest(a, x, level) {
			for _, b := range p.list(uint32(key)) {
				if p.seen[b] == a || b == a {
					continue
				}
				if l := int(p.All[b].Level); i == 0 && l > level || i > 0 && l != level {
					continue
				}
				p.seen[b] = a
				if !p.wanted(a, b) {
					continue
				}
				s, ok := p.score(a, b, x, level)
				if !ok {
					continue
				}
				if err := found(s); err != nil {
					return err
				}
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// wanted reports whether the query admits a pair, before counting what it shares.
func (p *prober) wanted(a, b db.ContentID) bool {
	if a < p.since && b < p.since || !p.paths.live[a] && !p.paths.live[b] {
		return false
	}
	if p.paths.against != nil {
		trees, against := p.paths.trees, p.paths.against
		if !(trees.has(a) && against.has(b) || trees.has(b) && against.has(a)) {
			return false
		}
	}
	return sizesWithin(p.All[a].Size, p.All[b].Size, p.q.SizeWithin) && (p.skip == nil || !p.skip(b))
}

// rarest returns enough of the rarest fingerprints of a at a level that every partner has
// one of them, as keys of byRarity. shared are the list numbers of a at that level.
// Fingerprints in no list are the rarest of all and lead to no partner.
func (p *prober) rarest(a db.ContentID, shared []uint32, level int) []uint64 {
	n := p.Count(a, level)
	need := p.q.MinShared
	if p.q.By != Distinctive && !p.every {
		need = p.q.least(n)
	}
	probes := min(n-need+1-(n-len(shared)), len(shared))
	if probes <= 0 {
		return nil
	}
	p.keys = p.byRarity(shared, p.keys[:0])
	if p.q.By == Distinctive && !p.every {
		probes = min(probes, p.heaviest(a, level))
	}
	return p.keys[:probes]
}

// heaviest returns how many keys to look at, heaviest first, so that the others together
// weigh less than the threshold.
func (p *prober) heaviest(a db.ContentID, level int) int {
	total := p.unsharedWeight(a, len(p.keys), level)
	for _, key := range p.keys {
		total += p.weights[key>>32]
	}
	// The margin is larger than the rounding error of a division.
	enough := p.q.Min * float64(total) * (1 - 1e-9)
	left := weight(0)
	n := len(p.keys)
	for n > 0 && float64(left+p.weights[p.keys[n-1]>>32]) < enough {
		n--
		left += p.weights[p.keys[n]>>32]
	}
	return n
}

// score counts what a and its candidate b share at a level, and reports whether they pass.
// x are the list numbers of a at that level.
func (p *prober) score(a, b db.ContentID, x []uint32, level int) (partner, bool) {
	p.compared++
	s := partner{id: b, shares: fingerprint.Shares{A: p.Count(a, level), B: p.Count(b, level)}}
	y := p.listsAt(b, level)
	least := p.q.leastOfBoth(s.shares.A, s.shares.B)
	var shared weight
	s.shares.Shared, shared = p.common(x, y, least)
	if s.shares.Shared < least {
		return s, false
	}
	inA, inB := p.q.passes(s.shares)
	if p.q.By != Distinctive && !inA && !inB {
		return s, false
	}
	weighedA := shared.in(p.totalWeight(a, x, level))
	weighedB := shared.in(p.totalWeight(b, y, level))
	s.distinctive = max(weighedA, weighedB)
	if p.q.By == Distinctive {
		inA, inB = weighedA >= fingerprint.Share(p.q.Min), weighedB >= fingerprint.Share(p.q.Min)
	}
	// Only a side that passes is sure to find the other. If both do, the content with the
	// smaller number reports the pair.
	s.reports = inA && (a < b || !inB)
	return s, s.reports || p.every && inB
}

// common returns how many numbers two ascending lists share, and their weight. It returns
// 0 as soon as there cannot be least of them.
func (p *prober) common(x, y []uint32, least int) (n int, shared weight) {
	if min(len(x), len(y)) < least {
		return 0, 0
	}
	// How many numbers of each side may still be skipped.
	spareX, spareY := len(x)-least, len(y)-least
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch u, v := x[i], y[j]; {
		case u < v:
			i++
			if spareX--; spareX < 0 {
				return 0, 0
			}
		case u > v:
			j++
			if spareY--; spareY < 0 {
				return 0, 0
			}
		default:
			shared += p.weightOf(u)
			n, i, j = n+1, i+1, j+1
		}
	}
	return n, shared
}
