package search

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"alike/db"
	"alike/fingerprint"
)

// Pairs calls emit for every similar pair, in no particular order and never from two
// goroutines at once. A pair is similar if it shares at least q.MinShared fingerprints and
// its share by q.By is at least q.Min. The result is the same as if every two contents were
// compared, except that two files that are set aside are no pair. A set of files with the same
// bytes gives the pairs of its smallest path with each of the others.
//
// Cost: all postings are read once, and for each content the lists of its rarest
// fingerprints, see the package comment. If q.New is set and few contents are new, they are
// looked up one by one instead. Memory: eight bytes for each content of each shared
// fingerprint, and some 100 for each content. Anything beyond half of db.Options.Memory
// goes to an unlinked file.
func Pairs(ctx context.Context, ix *db.Index, q PairQuery, emit func(Pair) error) (PairStats, error) {
	q.MinShared = max(q.MinShared, 1)
	stats, done, err := lookUpNew(ctx, ix, &q, emit)
	if done && err == nil {
		s := &pairSearch{corpus: &corpus{}, q: q, emit: emit}
		if s.Sizes, err = q.sizes(ix); err == nil {
			err = s.identical(ctx, ix)
		}
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
	s := &pairSearch{corpus: c, ix: ix, q: q, emit: emit}
	err = s.all(ctx, &stats)
	return stats, err
}

// all emits all pairs, those of identical files at the end.
func (s *pairSearch) all(ctx context.Context, stats *PairStats) error {
	s.leftOut = newLeftOut(&s.q)
	err := s.run(ctx)
	if err == nil {
		err = s.lookForLeftOut(ctx)
	}
	stats.Compared = s.compared.Load()
	s.countContents(stats, s.ix.Params().Rule, &s.q)
	if err == nil && !s.q.ofUnits() && s.paths.anyCopies() {
		err = s.identical(ctx, s.ix)
	}
	stats.Pairs = s.pairs
	return err
}

// countContents counts the compared contents or units, the ones with too few fingerprints, and what
// the base contains of them.
func (c *corpus) countContents(stats *PairStats, rule fingerprint.Rule, q *PairQuery) {
	if c.units != nil {
		stats.Contents = c.units.contents
	}
	for i := range c.in {
		id := db.ContentID(i)
		if !c.in[i] || !c.paths.live[id] {
			continue
		}
		if c.units != nil {
			stats.Units++
		} else {
			stats.Contents++
		}
		stats.BaseFingerprints += int64(c.removedFrom(id))
		level := int(c.All[id].Level)
		switch {
		case c.covered(id):
			stats.BaseContents++
		case q.tooFew(c.Count(id, level), rule.IsSmall(level)):
			stats.TooFew++
		}
	}
}

type pairSearch struct {
	*corpus
	ix       *db.Index
	q        PairQuery
	leftOut  *leftOut
	next     atomic.Int64 // content to probe
	compared atomic.Int64

	mu   sync.Mutex // guards the fields below
	emit func(Pair) error
	// similar, if not nil, takes the pairs of contents, before emit; that may be nil then.
	similar func(a, b db.ContentID, p *Pair) error
	pairs   int64
	err     error
}

// stride is the number of contents that a worker takes at a time.
const stride = 64

func (s *pairSearch) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for range threadCount(s.q.Threads) {
		wg.Go(func() {
			p := newProber(s.corpus, &s.q)
			if s.q.By == Distinctive && s.q.LeftOut != nil {
				p.failed = s.checkLeftOut
			}
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
	total := int64(len(s.begin))
	for {
		end := s.next.Add(stride)
		if end-stride >= total {
			return nil
		}
		s.q.report(comparingPhase, int(min(end, total)), int(total))
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

// pair reports a content and its partner: with two sides, once for each way in which the
// contents are on different sides, at most twice.
func (s *pairSearch) pair(ctx context.Context, a db.ContentID, b partner) error {
	trees, against := s.paths.trees, s.paths.against
	if against == nil {
		return s.between(ctx, a, b, trees, trees)
	}
	if trees.has(a) && against.has(b.id) && trees.apart(a, against, b.id) {
		if err := s.between(ctx, a, b, trees, against); err != nil {
			return err
		}
	}
	if trees.has(b.id) && against.has(a) && trees.apart(b.id, against, a) {
		return s.between(ctx, a, b, against, trees)
	}
	return nil
}

// between reports a pair of two files on these sides.
func (s *pairSearch) between(ctx context.Context, a db.ContentID, b partner, sideA, sideB *pathSide) error {
	p := b.pair(sideA.files(s.Sizes, a, sideB, b.id))
	p.Identical = s.units.identical(a, b.id)
	if !s.q.Hardlinks && sideA.maybeOne(a, sideB, b.id) {
		if is, err := oneFile(s.ix, &p.A, &p.B); err != nil || is {
			return err
		}
	}
	first, second := a, b.id
	if sideA == s.paths.against || s.paths.against == nil && p.A.Path > p.B.Path {
		p, first, second = p.swapped(), second, first
	}
	return s.found(ctx, first, second, p)
}

// found emits a pair if it is confirmed. a and b are its contents, or 0 for identical files.
func (s *pairSearch) found(ctx context.Context, a, b db.ContentID, p Pair) error {
	weigh := s.weigh
	if s.frequencies == nil { // of identical files, after all others: only the counts matter
		weigh = nil
	}
	if ok, err := s.q.confirm(ctx, &p, weigh); err != nil || !ok {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pairs++
	if s.similar != nil && a > 0 {
		if err := s.similar(a, b, &p); err != nil {
			return err
		}
	}
	if s.emit == nil {
		return nil
	}
	return s.emit(p)
}

func (p Pair) swapped() Pair {
	p.A, p.B = p.B, p.A
	p.AInB, p.BInA = p.BInA, p.AInB
	return p
}

// identical reports files with the same bytes: the smallest path of each set with each of
// the others, or, between two sides, the smallest path in q.Trees with each in q.Against.
func (s *pairSearch) identical(ctx context.Context, ix *db.Index) error {
	if s.q.New {
		return s.identicalNew(ctx, ix)
	}
	q := duplicateQuery{DuplicateQuery: DuplicateQuery{Trees: s.q.Trees, Admit: s.q.Admit, Hardlinks: s.q.Hardlinks}, against: s.q.Against}
	return duplicates(ctx, ix, q, func(d DuplicateSet) error {
		if !s.admits(&d) {
			return nil
		}
		if len(s.q.Against) > 0 {
			return s.acrossSides(ctx, &d)
		}
		for _, f := range d.Files[1:] {
			if s.q.isolates() && s.q.Unit(f.Path) == s.q.Unit(d.Files[0].Path) {
				continue
			}
			if err := s.found(ctx, 0, 0, identicalPair(d.Files[0], f)); err != nil {
				return err
			}
		}
		return nil
	})
}

// acrossSides reports each file in q.Against with the smallest path in q.Trees that is not
// the same file.
func (s *pairSearch) acrossSides(ctx context.Context, d *DuplicateSet) error {
	d.countSides()
	for i, b := range d.copies {
		if !b.second {
			continue
		}
		first := slices.IndexFunc(d.copies, func(a copyOf) bool {
			return !a.second && (s.q.Hardlinks || !a.isLink(&b)) && !(s.q.isolates() && s.q.Unit(a.path) == s.q.Unit(b.path))
		})
		if first < 0 {
			continue
		}
		if err := s.found(ctx, 0, 0, identicalPair(d.Files[first], d.Files[i])); err != nil {
			return err
		}
	}
	return nil
}

// admits sets the fingerprints of identical files to those that count, and reports whether
// the files belong in the answer.
func (s *pairSearch) admits(d *DuplicateSet) bool {
	for i := range d.Files {
		d.Files[i].Level = int(s.All[d.id].Level)
		d.Files[i].Fingerprints = s.Count(d.id, d.Files[i].Level)
	}
	return !s.covered(d.id)
}

// countSides makes Copies count the files on the same side only.
func (d *DuplicateSet) countSides() {
	var files [2]int
	side := func(c *copyOf) *int {
		if c.second {
			return &files[1]
		}
		return &files[0]
	}
	for i := range d.copies {
		*side(&d.copies[i])++
	}
	for i := range d.copies {
		d.Files[i].Copies = *side(&d.copies[i]) - 1
	}
}

func identicalPair(a, b File) Pair {
	n := float64(a.Fingerprints)
	all := fingerprint.Ratio(n, n)
	return Pair{
		A: a, B: b, Shared: a.Fingerprints,
		AInB: all, BInA: all, Resemblance: all, Distinctive: all, Identical: true,
	}
}
