package db

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"alike/fingerprint"
)

// Pairs calls emit for every similar pair, in no particular order but never
// from two goroutines at once: every pair that shares at least q.MinShared
// fingerprints and whose share by q.By is at least q.Min, exactly as a
// comparison of each with each would find them, and for each set of identical
// files the pairs of its smallest path with each of the others.
//
// The method is that of Bayardo, Ma and Srikant (Scaling Up All Pairs
// Similarity Search, 2007) turned to containment: to share c of A's n
// fingerprints, B must have one of any n-c+1 of them, so it is enough to look
// at the contents that have one of A's n-c+1 rarest. The lists looked at are
// whole, since containment is not symmetric. Memory: see corpus.
func (ix *Index) Pairs(ctx context.Context, q PairQuery, emit func(Pair) error) (PairStats, error) {
	var stats PairStats
	q.MinShared = max(q.MinShared, 1)
	c, err := ix.readCorpus(ctx, q.Trees)
	if err != nil {
		return stats, err
	}
	s := &pairSearch{corpus: c, q: q, emit: emit}
	err = s.run(ctx)
	stats.Compared = s.compared.Load()
	stats.Contents, stats.TooFew = s.contents()
	if err == nil {
		err = s.identical(ctx, ix)
	}
	stats.Pairs = s.pairs
	return stats, err
}

// pairSearch is one search for all pairs.
type pairSearch struct {
	*corpus
	q        PairQuery
	next     atomic.Int64 // content to be probed
	compared atomic.Int64

	mu    sync.Mutex // guards emit and what follows
	emit  func(Pair) error
	pairs int64
	err   error
}

// contents counts the compared contents and those with too few fingerprints.
func (s *pairSearch) contents() (all, tooFew int64) {
	for i := range s.rows {
		r := &s.rows[i]
		if !r.in {
			continue
		}
		all++
		if s.count(ContentID(i), int(r.level)) < s.q.MinShared {
			tooFew++
		}
	}
	return all, tooFew
}

// stride is how many contents a worker takes at a time.
const stride = 64

func (s *pairSearch) run(ctx context.Context) error {
	threads := s.q.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			p := prober{pairSearch: s, seen: make([]ContentID, len(s.rows))}
			if err := p.run(ctx); err != nil {
				s.fail(err)
				cancel()
			}
		})
	}
	wg.Wait()
	return s.err
}

func (s *pairSearch) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

func (s *pairSearch) found(p Pair) error {
	if p.A.Path > p.B.Path {
		p = p.swapped()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pairs++
	return s.emit(p)
}

func (p Pair) swapped() Pair {
	p.A, p.B = p.B, p.A
	p.AInB, p.BInA = p.BInA, p.AInB
	return p
}

// prober looks for the partners of one content after the other.
type prober struct {
	*pairSearch
	seen   []ContentID // by content: the last one that it was a candidate of
	prefix []uint32
}

func (p *prober) run(ctx context.Context) error {
	total := int64(len(p.rows))
	for {
		end := p.next.Add(stride)
		if end-stride >= total {
			return nil
		}
		if p.q.Progress != nil {
			p.q.Progress(min(end, total), total)
		}
		for id := end - stride; id < min(end, total); id++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := p.probe(ContentID(id)); err != nil {
				return err
			}
		}
	}
}

// probe finds the partners of a: at its own level those of that level or finer,
// at each coarser level those of exactly that one.
func (p *prober) probe(a ContentID) error {
	r := &p.rows[a]
	if !r.in {
		return nil
	}
	for i := range int(r.levels) {
		level := int(r.level) + i
		for _, o := range p.rarest(a, level) {
			for _, b := range p.list(o) {
				if p.seen[b] == a || b == a {
					continue
				}
				if l := int(p.rows[b].level); i == 0 && l > level || i > 0 && l != level {
					continue
				}
				p.seen[b] = a
				if !sizesWithin(p.rows[a].size, p.rows[b].size, p.q.SizeWithin) {
					continue
				}
				p.compared.Add(1)
				if err := p.score(a, b, level); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rarest returns those of a's fingerprints at the level of which every partner
// must have one, rarest first. Fingerprints that no other content has are the
// rarest of all and need not be looked at.
func (p *prober) rarest(a ContentID, level int) []uint32 {
	n := p.count(a, level)
	shared := p.numbersAt(a, level)
	need := p.q.MinShared
	if p.q.By != Distinctive {
		need = max(need, leastCount(p.q.Min, n))
	}
	probes := n - need + 1 - (n - len(shared))
	if probes <= 0 {
		return nil
	}
	p.prefix = append(p.prefix[:0], shared...)
	if probes < len(shared) || p.q.By == Distinctive {
		slices.SortFunc(p.prefix, func(x, y uint32) int {
			if d := int(p.df[x]) - int(p.df[y]); d != 0 {
				return d
			}
			return int(x) - int(y)
		})
	}
	probes = min(probes, len(shared))
	if p.q.By == Distinctive {
		probes = min(probes, p.heaviest(a, level))
	}
	return p.prefix[:probes]
}

// heaviest returns how many of the prefix, heaviest first, have to be looked at
// so that those left out weigh less than the threshold.
func (p *prober) heaviest(a ContentID, level int) int {
	total := p.loneWeight(a, level)
	for _, o := range p.prefix {
		total += p.weights[p.df[o]]
	}
	// What is left out must fall short by more than a sum may err.
	enough := p.q.Min * total * (1 - 1e-9)
	left := 0.0
	n := len(p.prefix)
	for n > 0 && left+p.weights[p.df[p.prefix[n-1]]] < enough {
		n--
		left += p.weights[p.df[p.prefix[n]]]
	}
	return n
}

// leastCount returns the smallest c with c/n ≥ t.
func leastCount(t float64, n int) int {
	c := int(math.Ceil(t * float64(n)))
	for c > 0 && float64(c-1) >= t*float64(n) {
		c--
	}
	for c > 0 && float64(c-1)/float64(n) >= t {
		c--
	}
	for c <= n && float64(c)/float64(n) < t {
		c++
	}
	return c
}

// score counts what a and its candidate b share and reports the pair if it is
// one that is asked for and a's to report: a pair that both sides find is
// reported by the smaller number.
func (p *prober) score(a, b ContentID, level int) error {
	x, y := p.numbersAt(a, level), p.numbersAt(b, level)
	shared, weight := 0, 0.0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] < y[j]:
			i++
		case x[i] > y[j]:
			j++
		default:
			weight += p.weights[p.df[x[i]]]
			shared, i, j = shared+1, i+1, j+1
		}
	}
	if shared < p.q.MinShared {
		return nil
	}
	counts := fingerprint.Shares{Shared: shared, A: p.count(a, level), B: p.count(b, level)}
	if p.q.By != Distinctive && !p.reports(a, b, counts, 0, 0) {
		return nil
	}
	distinctA := fingerprint.Ratio(weight, p.weightOf(a, x, level))
	distinctB := fingerprint.Ratio(weight, p.weightOf(b, y, level))
	if p.q.By == Distinctive && !p.reports(a, b, counts, distinctA, distinctB) {
		return nil
	}
	return p.found(Pair{
		A: p.file(a), B: p.file(b),
		Shared: shared, AInB: counts.AInB(), BInA: counts.BInA(),
		Resemblance: counts.Resemblance(), Distinctive: max(distinctA, distinctB),
	})
}

// weightOf returns the weight of all fingerprints of a content at a level.
func (p *prober) weightOf(id ContentID, numbers []uint32, level int) float64 {
	total := p.loneWeight(id, level)
	for _, o := range numbers {
		total += p.weights[p.df[o]]
	}
	return total
}

// reports decides whether the pair passes the threshold and whether a is the
// side that reports it.
func (p *prober) reports(a, b ContentID, s fingerprint.Shares, distinctA, distinctB fingerprint.Share) bool {
	t := fingerprint.Share(p.q.Min)
	x, y := s.AInB(), s.BInA()
	switch p.q.By {
	case Larger:
		return a < b && min(x, y) >= t
	case Union:
		return a < b && s.Resemblance() >= t
	case Distinctive:
		x, y = distinctA, distinctB
	}
	// Only a side that passes is sure to find the other.
	return x >= t && (a < b || y < t)
}

func (s *pairSearch) file(id ContentID) File {
	r := &s.rows[id]
	return File{
		Path:         s.paths.best[id].path(),
		Size:         r.size,
		Level:        int(r.level),
		Fingerprints: s.count(id, int(r.level)),
		Copies:       int(s.paths.refs[id]) - 1,
	}
}

// identical reports the files with the same bytes: the smallest path of each
// set with each of the others.
func (s *pairSearch) identical(ctx context.Context, ix *Index) error {
	return ix.Duplicates(ctx, s.q.Trees, func(d Duplicates) error {
		for _, f := range d.Files[1:] {
			if err := s.found(identicalPair(d.Files[0], f)); err != nil {
				return err
			}
		}
		return nil
	})
}

func identicalPair(a, b File) Pair {
	n := float64(a.Fingerprints)
	all := fingerprint.Ratio(n, n)
	return Pair{
		A: a, B: b, Shared: a.Fingerprints,
		AInB: all, BInA: all, Resemblance: all, Distinctive: all, Identical: true,
	}
}
