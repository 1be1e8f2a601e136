package search

import (
	"context"

	"alike/db"
	"alike/fingerprint"
)

// prober finds the partners of contents, one content at a time. It is for one goroutine.
type prober struct {
	*corpus
	q     *PairQuery
	small PairQuery // q for pairs of small contents
	// every makes probe find all partners of a content. Otherwise each pair is found from
	// one side only: one that passes the threshold itself.
	every bool
	skip  func(id db.ContentID) bool // leaves out partners; may be nil
	// failed gets the candidates that do not pass; may be nil.
	failed func(ctx context.Context, a db.ContentID, b partner) error

	seen     []db.ContentID // by content, the last one it was a candidate of
	coarse   [512]coarseTotal
	keys     []uint64
	compared int64
}

func newProber(c *corpus, q *PairQuery) *prober {
	return &prober{corpus: c, q: q, small: q.forSmall(), seen: make([]db.ContentID, len(c.begin))}
}

// at returns the query for pairs with this common level.
func (p *prober) at(level int) *PairQuery {
	if p.weighing.rule.IsSmall(level) {
		return &p.small
	}
	return p.q
}

// partner is a content that passes the threshold together with the probed one.
type partner struct {
	id          db.ContentID
	shares      fingerprint.Shares // A is the probed content
	distinctive fingerprint.Share
	reports     bool // the pair is reported from the probed content
	passes      bool // one of the two contents passes
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
	if !p.in[a] {
		return nil
	}
	r := &p.All[a]
	for i := range int(r.Levels) {
		level, least := int(r.Level)+i, 0 // of partners
		if i > 0 {
			least = level
		}
		x := p.listsAt(a, level)
		if len(x) == 0 {
			break // nor is it in a list at coarser levels
		}
		keys := p.rarest(a, x, level)
		if len(keys) == 0 {
			continue
		}
		most := p.mostShared(a, x, level)
		for _, key := range keys {
			for _, b := range p.listBetween(uint32(key), least, level) {
				if b == a || p.seen[b] == a {
					continue
				}
				if l := int(p.All[b].Level); l < least || l > level {
					continue
				}
				p.seen[b] = a
				if !p.wanted(a, b) {
					continue
				}
				if most.tooLittle(b) {
					p.compared++
					continue
				}
				s, ok := p.score(a, b, x, level)
				var err error
				switch {
				case ok:
					err = found(s)
				case !s.passes && p.failed != nil:
					err = p.failed(ctx, a, s)
				}
				if err != nil {
					return err
				}
			}
			most.without(key)
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
		if !(trees.has(a) && against.has(b) && trees.apart(a, against, b) || trees.has(b) && against.has(a) && trees.apart(b, against, a)) {
			return false
		}
	} else if !p.paths.trees.apart(a, p.paths.trees, b) {
		return false
	}
	return sizesWithin(p.All[a].Size, p.All[b].Size, p.q.SizeWithin) && (p.skip == nil || !p.skip(b))
}

// rarest returns enough of the rarest fingerprints of a at a level that every partner has
// one of them, as keys of byRarity. shared are the list numbers of a at that level.
// Fingerprints in no list are the rarest of all and lead to no partner.
func (p *prober) rarest(a db.ContentID, shared []uint32, level int) []uint64 {
	n, q := p.Count(a, level), p.at(level)
	// to returns how many keys to look at so that a partner has one of them if it has at
	// least need fingerprints of a.
	to := func(need int) int { return min(max(n-need+1-(n-len(shared)), 0), len(shared)) }
	probes := to(q.MinShared)
	if !p.every && q.By != Distinctive {
		probes = to(q.mustShareOf(q.Min, n))
	}
	if probes == 0 {
		return nil
	}
	p.keys = p.byRarity(shared, p.keys[:0])
	if q.By == Distinctive && !p.every {
		probes = min(probes, p.heaviest(a, n, level))
	}
	return p.keys[:probes]
}

// heaviest returns how many keys to look at, heaviest first, so that the others together
// weigh less than the threshold. n is the number of fingerprints of a at the level.
func (p *prober) heaviest(a db.ContentID, n, level int) int {
	total := p.totalWeight(a, level)
	// The margin is larger than the rounding error of a division.
	enough := float64(p.at(level).weightedFrom(n)) * float64(max(total, p.weighing.least)) * (1 - 1e-9)
	left := weight(0)
	k := len(p.keys)
	for k > 0 && float64(left+p.weightOf(uint32(p.keys[k-1]))) < enough {
		k--
		left += p.weightOf(uint32(p.keys[k]))
	}
	return k
}

// coarseTotal is a result of totalWeight at a level coarser than the content's own. A content has
// half a dozen of these and most are never asked for, so a prober keeps some of the last.
type coarseTotal struct {
	id    db.ContentID
	level int
	total weight
}

// totalWeight returns the weight of all fingerprints of a content at a level.
func (p *prober) totalWeight(id db.ContentID, level int) weight {
	r := &p.All[id]
	i := level - int(r.Level)
	if i >= int(r.Levels) {
		return 0
	}
	if i == 0 {
		known := &p.totals[id]
		total := weight(known.Load())
		if total == 0 {
			total = p.sumWeights(id, level)
			known.Store(uint64(total))
		}
		return total
	}
	known := &p.coarse[(int(id)*8+level)%len(p.coarse)]
	if known.id != id || known.level != level {
		*known = coarseTotal{id, level, p.sumWeights(id, level)}
	}
	return known.total
}

// score counts what a and its candidate b share at a level, and reports whether they pass.
// x are the list numbers of a at that level.
func (p *prober) score(a, b db.ContentID, x []uint32, level int) (partner, bool) {
	p.compared++
	q := p.at(level)
	s := partner{id: b, shares: fingerprint.Shares{A: p.Count(a, level), B: p.Count(b, level)}}
	y := p.listsAt(b, level)
	least := q.mustSharePair(s.shares.A, s.shares.B)
	var shared weight
	s.shares.Shared, shared = p.common(x, y, least)
	if s.shares.Shared < least {
		return s, false
	}
	var inA, inB bool
	if q.By != Distinctive {
		if inA, inB = q.passes(s.shares, 0, 0); !inA && !inB {
			return s, false
		}
	}
	weighedA := q.weighing.containment(shared, p.totalWeight(a, level))
	weighedB := q.weighing.containment(shared, p.totalWeight(b, level))
	s.distinctive = q.weighing.distinctive(weighedA, weighedB)
	if q.By == Distinctive {
		inA, inB = q.passes(s.shares, weighedA, weighedB)
	}
	// Only a side that passes is sure to find the other. If both do, the content with the
	// smaller number reports the pair.
	s.reports = inA && (a < b || !inB)
	s.passes = inA || inB
	return s, s.reports || p.every && inB
}

// common returns how many numbers two ascending lists share, and their weight. It returns
// 0 as soon as there cannot be least of them.
func (c *corpus) common(x, y []uint32, least int) (n int, shared weight) {
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
			shared += c.weightOf(u)
			n, i, j = n+1, i+1, j+1
		}
	}
	return n, shared
}
