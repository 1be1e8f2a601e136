package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"sync"

	"alike/db"
	"alike/fingerprint"
)

// Query calls emit, best match first, for every indexed content that is similar to c,
// whose fingerprints are set, and for c itself if the index has it. The fields of q mean
// the same as in Pairs; q.Trees, q.Against, q.New and q.Threads are ignored. q.Count gets
// q.Except.Path as the path of the queried file.
//
// Cost: the blocks of postings that the fingerprints of the set fall in, on all processors if
// they are many, and for each candidate its row and its directories. Memory: four bytes for each content that was
// ever entered, and some thirty if there are thousands of candidates.
func Query(ctx context.Context, ix *db.Index, c db.Content, set fingerprint.Set, q PairQuery, emit func(Match) error) error {
	c.Level = q.level(ix.Params().Rule, c.Level)
	set, covered := q.Base.covers(c, set.AtLevel(c.Level))
	if covered {
		return nil
	}
	file := File{Path: q.Except.Path, Size: c.Size, Level: c.Level, Fingerprints: len(set)}
	return query(ctx, ix, file, c, set, q, emit)
}

// query is Query for a file, less what the base contains of it.
func query(ctx context.Context, ix *db.Index, file File, c db.Content, set fingerprint.Set, q PairQuery, emit func(Match) error) error {
	s := &querySearch{ix: ix, q: q, file: file, content: c, set: set}
	s.q.MinShared, s.q.weighing = max(q.MinShared, 1), newWeighing(ix.Params())
	s.small, s.leastWeight = s.q.forSmall(), weightOf(int(ix.LiveContents()))
	s.tally = tallies.Get().(*tally)
	defer tallies.Put(s.tally)
	defer s.keepLookups()
	if err := s.count(ctx); err != nil {
		return err
	}
	s.leftOut = newLeftOut(&s.q)
	matches, err := s.matches(ctx)
	if err == nil && len(s.failing) > 0 {
		err = s.checkLeftOut(ctx)
	}
	if err != nil {
		return err
	}
	sort.Slice(matches, func(i, j int) bool {
		a, b := &matches[i], &matches[j]
		return cmp.Or(
			b.By(q.By).Compare(a.By(q.By)),
			cmp.Compare(a.File.Path, b.File.Path)) < 0
	})
	for _, m := range matches {
		if err := emit(m); err != nil {
			return err
		}
	}
	return nil
}

type querySearch struct {
	ix      *db.Index
	q       PairQuery
	small   PairQuery // q for pairs of small contents
	file    File      // that is queried
	content db.Content
	set     fingerprint.Set
	left    fingerprint.Set // of the current candidate, what the base leaves of its set

	claimed     map[db.ContentID]bool // false for orphans; live contents are missing
	live        []bool                // by content: in the trees of the question; nil without trees
	tally       *tally
	df          map[fingerprint.Fingerprint]int  // live contents with it, if looked up
	whole       [fingerprint.MaxLevel + 1]weight // of the set, by level
	leastWeight weight                           // of a fingerprint
	lookups     []*lookups                       // by goroutine, of tally if there is one

	ownCounts [fingerprint.MaxLevel + 1]int // fingerprints of the set, by level

	weighing sync.Mutex // held by a Weigher
	failure  error      // of a Weigher

	leftOut *leftOut
	failing []failing // a few, for leftOut
}

// readNotLive reads the list of contents that do not count.
func (s *querySearch) readNotLive() error {
	s.claimed, s.df = map[db.ContentID]bool{}, map[fingerprint.Fingerprint]int{}
	return s.ix.EachNotLive(func(id db.ContentID, claimed bool) error {
		s.claimed[id] = claimed
		return nil
	})
}

// count looks up all fingerprints of the set. The counts are at the common level: a coarser
// content has no finer postings, and a coarser set has no finer fingerprints to look up.
func (s *querySearch) count(ctx context.Context) error {
	if err := s.readNotLive(); err != nil {
		return err
	}
	t := s.tally
	weighed := s.q.By == Distinctive
	t.clear(int(s.ix.NextContent()), weighed)
	for level := range s.ownCounts {
		s.ownCounts[level] = len(s.set.AtLevel(level))
	}
	rule := s.q.weighing.rule
	long := fingerprint.Set(nil) // of a small content
	if weighed && rule.IsSmall(s.content.Level) {
		long = s.set.AtLevel(rule.LongLevel(s.content.Level))
	}
	return s.lookUp(ctx, s.set, func(i int, list []db.ContentID) {
		fp := s.set[i]
		w := weightOf(s.df[fp])
		t.add(list)
		if weighed {
			t.addWeight(list, w, i < len(long))
		}
		for level := s.content.Level; level <= fp.Level(); level++ {
			s.whole[level] += w
		}
	})
}

// weigher returns the Weigher of the query, which sets s.failure if a lookup fails.
func (s *querySearch) weigher() Weigher {
	return func(fp fingerprint.Fingerprint) float64 {
		s.weighing.Lock()
		defer s.weighing.Unlock()
		if s.q.Base != nil {
			if _, ok := slices.BinarySearch(s.q.Base.Fingerprints, fp); ok {
				return 0
			}
		}
		if s.failure != nil {
			return 0
		}
		df, err := s.dfOf(fp)
		s.failure = err
		return weightOf(df).float()
	}
}

// setOf returns the set of a candidate at a level, without the base.
func (s *querySearch) setOf(id db.ContentID, row *db.StoredContent, level int) (fingerprint.Set, error) {
	if s.q.Base != nil {
		return s.left.AtLevel(level), nil
	}
	var err error
	s.left, err = s.ix.Fingerprints(id, row.Fingerprints(), s.left[:0])
	return s.left.AtLevel(level), err
}

// weighed returns the weighted containments of two sets in each other.
func (s *querySearch) weighed(ctx context.Context, a, b fingerprint.Set) (inA, inB fingerprint.Share, err error) {
	wholeA, shared, err := s.weigh(ctx, a, b)
	if err != nil {
		return 0, 0, err
	}
	wholeB, _, err := s.weigh(ctx, b, nil)
	return s.q.weighing.containment(shared, wholeA), s.q.weighing.containment(shared, wholeB), err
}

func (s *querySearch) matches(ctx context.Context) ([]Match, error) {
	if len(s.set) == 0 {
		return s.identicalOnly(ctx)
	}
	candidates, err := s.candidates()
	if err != nil {
		return nil, err
	}
	var matches []Match
	var ids []db.ContentID // of matches
	for _, id := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, err := s.q.content(s.ix, id)
		if err != nil {
			return nil, err
		}
		if err := s.subtractBase(id, &row); err != nil {
			return nil, err
		}
		m, ok, err := s.score(ctx, id, &row)
		if err != nil {
			return nil, err
		}
		if ok {
			m.File = fileOf(&row)
			m.File.Generated = s.claimed[id]
			matches, ids = append(matches, m), append(ids, id)
		}
	}
	return s.withPaths(ctx, matches, ids)
}

// withPaths completes the matches that have a path and drops the others. It also drops the
// matches that do not pass once the files are counted.
func (s *querySearch) withPaths(ctx context.Context, matches []Match, ids []db.ContentID) ([]Match, error) {
	names, err := s.ix.PathsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	kept := matches[:0]
	for i, m := range matches {
		ok := m.File.name(admitted(names[ids[i]], s.q.Admit), s.q.Except, s.q.Hardlinks)
		if ok {
			if ok, err = s.countFiles(ctx, &m); err != nil {
				return nil, err
			}
		}
		if ok {
			kept = append(kept, m)
		}
	}
	return kept, nil
}

// subtractBase reads the set of a candidate and removes the base from the set and from the
// counts.
func (s *querySearch) subtractBase(id db.ContentID, row *db.StoredContent) error {
	if s.q.Base == nil {
		return nil
	}
	set, err := s.ix.Fingerprints(id, row.Fingerprints(), s.left[:0])
	if err != nil {
		return err
	}
	s.left = set.AtLevel(row.Level).Without(s.q.Base.Fingerprints)
	row.Counts = db.LevelCounts(s.left, row.Level)
	return nil
}

// at returns the query for pairs with this common level.
func (s *querySearch) at(level int) *PairQuery {
	if s.q.weighing.rule.IsSmall(level) {
		return &s.small
	}
	return &s.q
}

// isItself reports whether a content is the queried one. The same bytes in another language
// are a different content, which matches by what it shares, as in a pair, unless the language
// of the queried file is unknown.
func (s *querySearch) isItself(row *db.StoredContent) bool {
	return row.Checksum == s.content.Checksum && row.Size == s.content.Size &&
		(row.Language == s.content.Language || s.nameless())
}

// score computes the shares of a candidate, and reports whether it passes.
func (s *querySearch) score(ctx context.Context, id db.ContentID, row *db.StoredContent) (Match, bool, error) {
	if s.isItself(row) {
		return identicalMatch(row), true, nil
	}
	shared := int(s.tally.shared[id])
	level := max(s.content.Level, row.Level)
	q := s.at(level)
	counts := fingerprint.Shares{Shared: shared, A: len(s.set.AtLevel(level)), B: row.Count(level)}
	if shared < q.mustShare(counts.A, counts.B) || !sizesWithin(s.content.Size, row.Size, s.q.SizeWithin) {
		return Match{}, false, nil
	}
	m := Match{
		Shared:      shared,
		QueryInFile: counts.AInB(), FileInQuery: counts.BInA(), Resemblance: counts.Resemblance(),
	}
	if s.q.By == Distinctive {
		may, err := s.mayPass(ctx, id, row, counts, level)
		if err != nil {
			return m, false, err
		}
		if !may {
			s.noteLeftOut(id, level, counts, row.Count)
			return m, false, nil
		}
	} else if a, b := q.passes(counts, 0, 0); !a && !b {
		return m, false, nil
	}
	set, err := s.setOf(id, row, level)
	if err != nil {
		return m, false, err
	}
	inQuery, inFile, err := s.weighed(ctx, s.set.AtLevel(level), set)
	m.Distinctive = s.q.weighing.distinctive(inQuery, inFile)
	a, b := q.passes(counts, inQuery, inFile)
	if !a && !b {
		s.noteLeftOut(id, level, counts, row.Count)
	}
	return m, a || b, err
}

// mayPass reports whether a candidate can pass by Distinctive. It looks up as few of its
// fingerprints as it can: a file with a licence has thousands of candidates that share the
// licence alone, and one or two of their other fingerprints usually outweigh that.
func (s *querySearch) mayPass(ctx context.Context, id db.ContentID, row *db.StoredContent, counts fingerprint.Shares, level int) (bool, error) {
	shared := s.tally.weight[id]
	most := s.at(level).mostWeight(counts, shared, s.whole[level])
	if math.IsInf(most, 1) {
		return true, nil
	}
	set, err := s.setOf(id, row, level)
	if err != nil {
		return false, err
	}
	whole := weight(0)
	if float64(s.q.weighing.least) > most {
		return false, nil
	}
	for _, fp := range set {
		df, err := s.dfOf(fp)
		if err != nil {
			return false, err
		}
		if whole += weightOf(df); float64(whole) > most {
			return false, nil
		}
	}
	return true, nil
}

// countFiles replaces the estimates of a match by counts if it is to be counted, and reports
// whether it passes.
func (s *querySearch) countFiles(ctx context.Context, m *Match) (bool, error) {
	p := Pair{
		A: s.file, B: m.File, Shared: m.Shared, AInB: m.QueryInFile, BInA: m.FileInQuery,
		Resemblance: m.Resemblance, Distinctive: m.Distinctive, Identical: m.Identical,
	}
	ok, err := s.q.confirm(ctx, &p, s.weigher())
	err = cmp.Or(s.failure, err)
	m.QueryInFile, m.FileInQuery, m.Resemblance, m.Distinctive = p.AInB, p.BInA, p.Resemblance, p.Distinctive
	m.Exact = p.Exact
	return ok, err
}

// identicalOnly finds the contents with the same bytes by reading all contents, for a
// query without fingerprints.
func (s *querySearch) identicalOnly(ctx context.Context) ([]Match, error) {
	var matches []Match
	var ids []db.ContentID // of matches
	err := s.ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		if row.Checksum == s.content.Checksum && row.Size == s.content.Size {
			if s.q.longOnly() {
				withoutSmall(s.q.weighing.rule, &row)
			}
			m := identicalMatch(&row)
			m.File.Generated = s.claimed[id]
			matches, ids = append(matches, m), append(ids, id)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return s.withPaths(ctx, matches, ids)
}

func identicalMatch(row *db.StoredContent) Match {
	n := float64(row.Fingerprints())
	all := fingerprint.Ratio(n, n)
	return Match{
		File: fileOf(row), Shared: row.Fingerprints(),
		QueryInFile: all, FileInQuery: all, Resemblance: all, Distinctive: all, Identical: true,
	}
}
