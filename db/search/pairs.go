package search

import (
	"context"
	"sync"
	"sync/atomic"

	"alike/db"
	"alike/fingerprint"
)

// Pairs calls emit for every similar pair, in no particular order but never
// from two goroutines at once: every pair that shares at least q.MinShared
// fingerprints and whose share by q.By is at least q.Min, exactly as a
// comparison of each with each would find them, and for each set of identical
// files the pairs of its smallest path with each of the others.
//
// Cost: all postings are read once; then, for each content, the lists of its
// rarest fingerprints, see prober.probe. Memory: see corpus.
func Pairs(ctx context.Context, ix *db.Index, q PairQuery, emit func(Pair) error) (PairStats, error) {
	q.MinShared = max(q.MinShared, 1)
	stats, done, err := lookUpNew(ctx, ix, &q, emit)
	if done && err == nil {
		s := &pairSearch{q: q, emit: emit}
		err = s.identical(ctx, ix)
		stats.Pairs += s.pairs
	}
	if done || err != nil {
		return stats, err
	}
	c, err := readCorpus(ctx, ix, &q)
	if err != nil {
		return stats, err
	}
	defer c.close()
	s := &pairSearch{corpus: c, q: q, emit: emit}
	err = s.run(ctx)
	stats.Compared = s.compared.Load()
	c.contents(&stats, q.MinShared)
	if err == nil && c.paths.anyCopies() {
		err = s.identical(ctx, ix)
	}
	stats.Pairs = s.pairs
	return stats, err
}

// contents counts the compared contents, those with too few fingerprints, and what
// the base took from them.
func (c *corpus) contents(stats *PairStats, minShared int) {
	for i := range c.rows {
		if !c.rows[i].in {
			continue
		}
		stats.Contents++
		id := db.ContentID(i)
		stats.Taken += int64(c.takenFrom(id))
		switch {
		case c.given(id):
			stats.Given++
		case c.Count(id, int(c.All[id].Level)) < minShared:
			stats.TooFew++
		}
	}
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

// stride is how many contents a worker takes at a time.
const stride = 64

func (s *pairSearch) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for range s.q.threads() {
		wg.Go(func() {
			p := newProber(s.corpus, &s.q)
			if err := s.probeAll(ctx, p); err != nil {
				s.fail(err)
				cancel()
			}
			s.compared.Add(p.compared)
		})
	}
	wg.Wait()
	return s.err
}

func (s *pairSearch) probeAll(ctx context.Context, p *prober) error {
	total := int64(len(s.rows))
	for {
		end := s.next.Add(stride)
		if end-stride >= total {
			return nil
		}
		s.q.tell(comparingHalf, int(min(end, total)), int(total))
		for id := end - stride; id < min(end, total); id++ {
			a := db.ContentID(id)
			err := p.probe(ctx, a, func(b partner) error { return s.pair(ctx, a, b) })
			if err != nil {
				return err
			}
		}
	}
}

func (s *pairSearch) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// pair reports a content and its partner: with two sides as often as they lie on
// different ones.
func (s *pairSearch) pair(ctx context.Context, a db.ContentID, b partner) error {
	here, there := s.paths.here, s.paths.there
	if there == nil {
		return s.found(ctx, s.pairOf(a, b, here, here))
	}
	if here.has(a) && there.has(b.id) {
		if err := s.found(ctx, s.pairOf(a, b, here, there)); err != nil {
			return err
		}
	}
	if here.has(b.id) && there.has(a) {
		return s.found(ctx, s.pairOf(a, b, there, here).swapped())
	}
	return nil
}

func (s *pairSearch) pairOf(a db.ContentID, b partner, sideA, sideB *pathSide) Pair {
	p := Pair{
		A: s.file(a, sideA), B: s.file(b.id, sideB),
		Shared: b.shares.Shared, AInB: b.shares.AInB(), BInA: b.shares.BInA(),
		Resemblance: b.shares.Resemblance(), Distinctive: b.distinctive,
	}
	if s.paths.there == nil && p.A.Path > p.B.Path {
		return p.swapped()
	}
	return p
}

// found emits a pair, when the files themselves are to be counted only if they
// pass.
func (s *pairSearch) found(ctx context.Context, p Pair) error {
	if s.q.Exact != nil {
		if ok, err := s.q.count(ctx, &p); err != nil || !ok {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pairs++
	return s.emit(p)
}

// count replaces the estimates of a pair by what its files say, and reports
// whether that could be done and they pass.
func (q *PairQuery) count(ctx context.Context, p *Pair) (bool, error) {
	s, ok, err := q.Exact(ctx, p.A, p.B)
	if err != nil || !ok {
		return false, err
	}
	p.Exact = true
	p.AInB, p.BInA, p.Resemblance, p.Distinctive = s.AInB(), s.BInA(), s.Resemblance(), fingerprint.Undefined
	return p.Identical || p.By(q.By) >= fingerprint.Share(q.Min), nil
}

func (p Pair) swapped() Pair {
	p.A, p.B = p.B, p.A
	p.AInB, p.BInA = p.BInA, p.AInB
	return p
}

func (c *corpus) file(id db.ContentID, side *pathSide) File {
	r := &c.All[id]
	return File{
		Path:         side.best[id].String(),
		Size:         r.Size,
		Level:        int(r.Level),
		Fingerprints: c.Count(id, int(r.Level)),
		Copies:       int(side.refs[id]) - 1,
	}
}

// identical reports the files with the same bytes: the smallest path of each
// set with each of the others; with two sides, the smallest path here with each
// there.
func (s *pairSearch) identical(ctx context.Context, ix *db.Index) error {
	var trees []string
	if len(s.q.Trees) > 0 {
		trees = append(append(trees, s.q.Trees...), s.q.Against...)
	}
	if s.q.New {
		return s.identicalNew(ctx, ix)
	}
	return duplicates(ctx, ix, trees, nil, nil, func(d DuplicateSet) error {
		if !s.outside(&d) {
			return nil
		}
		here, there := d.Files[:1], d.Files[1:]
		if len(s.q.Against) > 0 {
			here, there = split(d.Files, s.q.Trees, s.q.Against)
		}
		for _, f := range there {
			if len(here) == 0 {
				break
			}
			if err := s.found(ctx, identicalPair(here[0], f)); err != nil {
				return err
			}
		}
		return nil
	})
}

// outside counts what of identical files the base does not have, and reports
// whether they are in an answer at all.
func (s *pairSearch) outside(d *DuplicateSet) bool {
	if s.q.Base == nil {
		return true
	}
	for i := range d.Files {
		d.Files[i].Fingerprints = s.Count(d.id, d.Files[i].Level)
	}
	return !s.given(d.id)
}

// split returns the files of either side, and counts copies on each side alone.
func split(files []File, trees, against []string) (in, out []File) {
	for _, f := range files {
		if isHere(f.Path, trees, against) {
			in = append(in, f)
		} else {
			out = append(out, f)
		}
	}
	for _, side := range [][]File{in, out} {
		for i := range side {
			side[i].Copies = len(side) - 1
		}
	}
	return in, out
}

func identicalPair(a, b File) Pair {
	n := float64(a.Fingerprints)
	all := fingerprint.Ratio(n, n)
	return Pair{
		A: a, B: b, Shared: a.Fingerprints,
		AInB: all, BInA: all, Resemblance: all, Distinctive: all, Identical: true,
	}
}
