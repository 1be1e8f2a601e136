package db

import (
	"cmp"
	"context"
	"slices"

	"alike/fingerprint"
)

// Query calls emit for every indexed content that shares fingerprints with the
// given set as q asks, best first, and for the content with the same checksum.
// It reads the blocks that the set's fingerprints fall in, and for each
// candidate its row and its directories; memory is four bytes for each content
// that was ever entered, and some thirty where thousands are candidates. For
// q.Exact the path of the query is q.Except. q.Trees, q.Against and q.Threads are
// not used.
func (ix *Index) Query(ctx context.Context, c Content, set fingerprint.Set, q PairQuery, emit func(Match) error) error {
	set, whole := q.Base.has(c, set.AtLevel(c.Level))
	if whole {
		return nil
	}
	s := &querySearch{ix: ix, q: q, content: c, set: set, readers: newListReaders(ix.segments)}
	s.q.MinShared = max(q.MinShared, 1)
	s.tally, _ = ix.tallies.Get().(*tally)
	if s.tally == nil {
		s.tally = &tally{}
	}
	defer ix.tallies.Put(s.tally)
	if err := s.count(ctx); err != nil {
		return err
	}
	matches, err := s.matches(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(
			cmp.Compare(b.By(q.By).Rounded(), a.By(q.By).Rounded()),
			cmp.Compare(a.File.Path, b.File.Path))
	})
	for _, m := range matches {
		if err := emit(m); err != nil {
			return err
		}
	}
	return nil
}

// By returns the share that a measure names.
func (m *Match) By(measure Measure) fingerprint.Share {
	return measure.of(m.QueryInFile, m.FileInQuery, m.Resemblance, m.Distinctive)
}

// By returns the share of the pair that a measure names.
func (p *Pair) By(measure Measure) fingerprint.Share {
	return measure.of(p.AInB, p.BInA, p.Resemblance, p.Distinctive)
}

func (m Measure) of(aInB, bInA, resemblance, distinctive fingerprint.Share) fingerprint.Share {
	switch m {
	case Larger:
		return min(aInB, bInA)
	case Union:
		return resemblance
	case Distinctive:
		return distinctive
	}
	return max(aInB, bInA)
}

// querySearch is one query.
type querySearch struct {
	ix      *Index
	q       PairQuery
	content Content
	set     fingerprint.Set
	left    fingerprint.Set // with a base: of the candidate that is looked at

	unnamed map[ContentID]bool
	tally   *tally
	df      map[fingerprint.Fingerprint]int // contents that have it, as far as known
	list    []ContentID
	readers []*listReader
}

// begin reads which contents do not count.
func (s *querySearch) begin() error {
	s.unnamed, s.df = map[ContentID]bool{}, map[fingerprint.Fingerprint]int{}
	return s.ix.eachUnnamed(func(id ContentID) error {
		s.unnamed[id] = true
		return nil
	})
}

// count looks up all fingerprints of the set. What a content shares with it is
// counted at the common level without further ado: a coarser content has no
// finer postings, and a coarser set asks for none.
func (s *querySearch) count(ctx context.Context) error {
	if err := s.begin(); err != nil {
		return err
	}
	t := s.tally
	weighed := s.q.By == Distinctive
	t.clear(int(s.ix.root.NextContent), weighed)
	for _, fp := range s.set {
		list, err := s.lookup(ctx, fp)
		if err != nil {
			return err
		}
		w := s.weightOf(len(list))
		for _, id := range list {
			if t.shared[id] == 0 {
				t.found = append(t.found, id)
			}
			t.shared[id]++
			if weighed {
				t.weight[id] += w
			}
		}
	}
	return nil
}

func (s *querySearch) weightOf(df int) weight { return weightOf(int(s.ix.root.Named), df) }

// lookup returns the live contents that have a fingerprint, until the next call.
func (s *querySearch) lookup(ctx context.Context, fp fingerprint.Fingerprint) ([]ContentID, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.list = s.list[:0]
	for _, r := range s.readers {
		var err error
		if s.list, err = r.list(s.list, fp); err != nil {
			return nil, err
		}
	}
	for _, id := range s.list {
		if id >= s.ix.root.NextContent {
			return nil, s.ix.damage("a posting names content %d, which there is not", id)
		}
	}
	if len(s.unnamed) > 0 {
		s.list = slices.DeleteFunc(s.list, func(id ContentID) bool { return s.unnamed[id] })
	}
	s.df[fp] = len(s.list)
	return s.list, nil
}

// weigh returns the weight of a sorted set and of what it shares with another.
// A fingerprint that the index does not have counts as if a single content had
// it.
func (s *querySearch) weigh(ctx context.Context, set, other fingerprint.Set) (all, shared weight, err error) {
	for _, fp := range set {
		df, ok := s.df[fp]
		if !ok {
			list, err := s.lookup(ctx, fp)
			if err != nil {
				return 0, 0, err
			}
			df = len(list)
		}
		w := s.weightOf(df)
		all += w
		if _, ok := slices.BinarySearch(other, fp); ok {
			shared += w
		}
	}
	return all, shared, nil
}

// distinctive returns the larger of the two weighted containments. It reads the
// forward set of the candidate and looks up what is not known yet.
func (s *querySearch) distinctive(ctx context.Context, id ContentID, row *contentRow, level int) (fingerprint.Share, error) {
	set := s.left
	if s.q.Base == nil {
		var err error
		if set, err = s.ix.set(id, row.fingerprints(), nil); err != nil {
			return 0, err
		}
	}
	set = set.AtLevel(level)
	inQuery, shared, err := s.weigh(ctx, s.set.AtLevel(level), set)
	if err != nil {
		return 0, err
	}
	inFile, _, err := s.weigh(ctx, set, nil)
	return max(shared.in(inQuery), shared.in(inFile)), err
}

// matches scores the contents found.
func (s *querySearch) matches(ctx context.Context) ([]Match, error) {
	if len(s.set) == 0 {
		return s.identicalOnly(ctx)
	}
	candidates, err := s.candidates()
	if err != nil {
		return nil, err
	}
	var matches []Match
	var ids []ContentID // of matches
	for _, id := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, ok, err := s.ix.content(id)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, s.ix.damage("a posting names content %d, which there is not", id)
		}
		if err := s.takeBase(id, &row); err != nil {
			return nil, err
		}
		m, ok, err := s.score(ctx, id, &row)
		if err != nil {
			return nil, err
		}
		if ok {
			m.File = File{Size: row.Size, Level: row.Level, Fingerprints: row.fingerprints()}
			matches, ids = append(matches, m), append(ids, id)
		}
	}
	return s.named(ctx, matches, ids)
}

// named completes the matches that have a path, and with Exact leaves out those that
// do not pass by what the files say.
func (s *querySearch) named(ctx context.Context, matches []Match, ids []ContentID) ([]Match, error) {
	names, err := s.ix.namesOf(ctx, ids, s.q.Except)
	if err != nil {
		return nil, err
	}
	kept := matches[:0]
	for i, m := range matches {
		n, ok := names[ids[i]]
		if !ok {
			continue
		}
		m.File.Path, m.File.Copies = n.path, n.paths-1
		if s.q.Exact != nil {
			if ok, err = s.exactly(ctx, &m); err != nil {
				return nil, err
			}
		}
		if ok {
			kept = append(kept, m)
		}
	}
	return kept, nil
}

// takeBase reads the forward set of a candidate and takes the base from it and from
// its counts.
func (s *querySearch) takeBase(id ContentID, row *contentRow) error {
	if s.q.Base == nil {
		return nil
	}
	set, err := s.ix.set(id, row.fingerprints(), s.left[:0])
	if err != nil {
		return err
	}
	s.left = set.Without(s.q.Base.Fingerprints)
	row.counts = levelCounts(s.left, row.Level)
	return nil
}

// isItself reports whether a content is the one that is asked about. The same bytes in
// another language are seen otherwise: they match by what is shared, as in a pair.
func (s *querySearch) isItself(row *contentRow) bool {
	return row.Checksum == s.content.Checksum && row.Size == s.content.Size && row.Language == s.content.Language
}

// score works out the shares of one candidate and whether it is asked for.
func (s *querySearch) score(ctx context.Context, id ContentID, row *contentRow) (Match, bool, error) {
	if s.isItself(row) {
		return identicalMatch(row), true, nil
	}
	shared := int(s.tally.shared[id])
	if shared < s.q.MinShared || !sizesWithin(s.content.Size, row.Size, s.q.SizeWithin) {
		return Match{}, false, nil
	}
	level := max(s.content.Level, row.Level)
	counts := fingerprint.Shares{Shared: shared, A: len(s.set.AtLevel(level)), B: row.count(level)}
	m := Match{
		Shared:      shared,
		QueryInFile: counts.AInB(), FileInQuery: counts.BInA(), Resemblance: counts.Resemblance(),
	}
	if a, b := s.q.passes(counts); s.q.By != Distinctive && !a && !b {
		return m, false, nil
	}
	if s.q.Exact != nil {
		return m, true, nil // count decides
	}
	var err error
	m.Distinctive, err = s.distinctive(ctx, id, row, level)
	return m, err == nil && m.By(s.q.By) >= fingerprint.Share(s.q.Min), err
}

// exactly replaces the estimates of a match by what the files say, and reports
// whether that could be done and they pass.
func (s *querySearch) exactly(ctx context.Context, m *Match) (bool, error) {
	query := File{
		Path: s.q.Except, Size: s.content.Size, Level: s.content.Level, Fingerprints: len(s.set),
	}
	p := Pair{A: query, B: m.File, Identical: m.Identical}
	ok, err := s.q.count(ctx, &p)
	m.QueryInFile, m.FileInQuery, m.Resemblance, m.Distinctive = p.AInB, p.BInA, p.Resemblance, p.Distinctive
	m.Exact = p.Exact
	return ok, err
}

// identicalOnly finds the content of the same bytes when there are no
// fingerprints to find it by, by reading all contents.
func (s *querySearch) identicalOnly(ctx context.Context) ([]Match, error) {
	var matches []Match
	err := s.ix.eachContent(func(id ContentID, row contentRow) error {
		if row.Checksum != s.content.Checksum || row.Size != s.content.Size {
			return ctx.Err()
		}
		m := identicalMatch(&row)
		ok, err := s.name(&m, id, &row, map[DirID]string{})
		if err == nil && ok && s.q.Exact != nil {
			ok, err = s.exactly(ctx, &m)
		}
		if ok {
			matches = append(matches, m)
		}
		return err
	})
	return matches, err
}

func identicalMatch(row *contentRow) Match {
	n := float64(row.fingerprints())
	all := fingerprint.Ratio(n, n)
	return Match{
		Shared: row.fingerprints(), QueryInFile: all, FileInQuery: all, Resemblance: all, Distinctive: all, Identical: true,
	}
}

// name finds the smallest path of a content, other than the one excepted; ok is
// false when there is none.
func (s *querySearch) name(m *Match, id ContentID, row *contentRow, known map[DirID]string) (ok bool, err error) {
	paths, err := s.ix.pathsOf(id, known)
	if err != nil {
		return false, err
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == s.q.Except })
	if len(paths) == 0 {
		return false, nil
	}
	m.File = File{
		Path: slices.Min(paths), Size: row.Size, Level: row.Level,
		Fingerprints: row.fingerprints(), Copies: len(paths) - 1,
	}
	return true, nil
}
