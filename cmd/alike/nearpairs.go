package main

import (
	"cmp"
	"context"
	"slices"

	"alike/cmd/alike/report"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
)

// nearSearch is a search for all pairs.
type nearSearch struct {
	*nearAnswer
	found  completion[report.Near]
	sets   nearSets
	failed error          // of isInBase
	scorer *search.Scorer // nil without --score
}

// printPairs prints all pairs.
func (r *nearAnswer) printPairs(ctx context.Context) error {
	pairs := r.print.NearPairs(r.roomToSort(r.options.memory))
	defer pairs.Close()
	s := &nearSearch{
		nearAnswer: r, sets: nearSets{nearOptions: r.options, known: map[db.ContentID]admittedSet{}},
		found: completion[report.Near]{results: pairs, limited: r.print.Limit() > 0},
	}
	documents, err := s.find(ctx)
	err = cmp.Or(err, r.ix.Close())
	if err != nil {
		return err
	}
	if err := pairs.Print(ctx); err != nil {
		return err
	}
	if err := r.end(documents); err != nil {
		return err
	}
	r.print.NoteNearPairs(documents, r.options.near())
	return nil
}

// find searches the index for pairs. It returns how many documents were compared.
func (s *nearSearch) find(ctx context.Context) (compared report.Documents, err error) {
	err = summarize(ctx, s.sum, s.session, s.options.out)
	if err == nil && s.options.score {
		s.scorer, err = search.NewScorer(ctx, s.ix, s.searchedBase(), s.query.Trees)
	}
	if err != nil {
		return compared, err
	}
	if s.inBase != nil {
		s.sets.inBase = s.rememberInBase(map[db.ContentID]bool{})
	}
	s.living = s.newLiving(s.ix, search.PairQuery{Trees: s.query.Trees, Admit: s.query.Admit})
	s.found.complete = func(n *report.Near) (bool, error) { return true, s.complete(ctx, n) }
	counter, shown := s.startBar()
	q := search.NearPairQuery{Distance: s.options.distance, Trees: s.query.Trees, Admit: s.query.Admit, Threads: s.options.work.N, Progress: counter.Set}
	if s.words != nil {
		q.Distance, q.Documents = 0, &db.HashList{Hashes: s.words.Hashes, Documents: s.words.Contents}
		q.Pairs = func(runs *hamming.Runs, progress func(done, total int), use func(a, b uint32, share fingerprint.Share) error) error {
			return s.words.Pairs(ctx, runs, fingerprint.Share(s.options.min), progress, use)
		}
	}
	stats, err := search.NearPairs(ctx, s.ix, q, s.take)
	if err == nil {
		err = s.found.end()
	}
	shown.Finish()
	return report.Documents{Documents: stats.Documents, TooShort: stats.Short, NoDocuments: stats.Others - s.missing}, err
}

// rememberInBase returns isInBase for a search. It remembers the answers, since a document can
// be in many pairs.
func (s *nearSearch) rememberInBase(known map[db.ContentID]bool) func(db.ContentID) bool {
	return func(id db.ContentID) bool {
		is, ok := known[id]
		if !ok && s.failed == nil {
			is, s.failed = s.isInBase(s.ix, id)
			known[id] = is
		}
		return is
	}
}

// take prints the pairs of two sets of documents, or keeps them until all are known.
func (s *nearSearch) take(p search.NearPair) error {
	err := s.sets.pairs(p, func(n report.Near) error {
		if s.failed != nil { // one of the pair may be near the base
			return s.failed
		}
		return s.found.add(n)
	})
	return cmp.Or(err, s.failed)
}

// complete scores a pair that will be printed, and looks for its files.
func (s *nearSearch) complete(ctx context.Context, n *report.Near) (err error) {
	if s.scorer != nil {
		if n.Score, err = s.scorer.Score(ctx, n.IDA, n.IDB); err != nil {
			return err
		}
	}
	if err := s.living.File(ctx, &n.A); err != nil {
		return err
	}
	if err := s.living.File(ctx, &n.B); err != nil {
		return err
	}
	if n.A.Path > n.B.Path {
		n.Swap()
	}
	return nil
}

// nearSets makes pairs of documents from sets of documents that share a simhash.
type nearSets struct {
	*nearOptions
	known  map[db.ContentID]admittedSet // by the first content of the set
	inBase func(db.ContentID) bool      // documents that --base leaves out; nil: none
}

// admittedSet is the part of a set that --base and the filter admit.
type admittedSet struct {
	first int // index of its first document
	len   int
}

// pairs calls use for the pairs that represent two sets of documents, or one set with A
// as its first document. There are never more pairs than documents.
func (s *nearSets) pairs(p search.NearPair, use func(report.Near) error) error {
	if s.within.Changed {
		return s.pairsBySize(p, s.members(p), use)
	}
	if p.Distance > 0 {
		a, b := s.admitted(p.A), s.admitted(p.B)
		if a.len == 0 || b.len == 0 {
			return nil
		}
		return use(s.nearOf(p, member{at: a.first}, member{side: 1, at: b.first}))
	}
	first, some := member{}, s.admits(p.A, 0)
	for i := range p.B.Len() {
		m := member{side: 1, at: i}
		switch {
		case !s.admits(p.B, i):
		case !some:
			first, some = m, true
		default:
			if err := use(s.nearOf(p, first, m)); err != nil {
				return err
			}
		}
	}
	return nil
}

// admits reports whether --base and the filter admit a document of a set.
func (s *nearSets) admits(set search.NearFiles, i int) bool {
	return set.Admitted(i) && s.sizes.Admits(set.Size(i)) && (s.inBase == nil || !s.inBase(set.Content(i)))
}

// admitted returns the admitted part of a set. It is computed once, since a large set may
// be near thousands of others.
func (s *nearSets) admitted(f search.NearFiles) admittedSet {
	if s.sizes.Given() == "" && s.inBase == nil {
		return admittedSet{0, f.Len()}
	}
	set, ok := s.known[f.Content(0)]
	if ok {
		return set
	}
	for i := range f.Len() {
		if s.admits(f, i) {
			if set.len == 0 {
				set.first = i
			}
			set.len++
		}
	}
	s.known[f.Content(0)] = set
	return set
}

// member is a document of a pair of sets.
type member struct {
	side int // 0: in A, 1: in B
	at   int // index in the set
	size int64
}

// members returns the admitted documents of A, then of B.
func (s *nearSets) members(p search.NearPair) []member {
	var all []member
	for side, set := range [2]search.NearFiles{p.A, p.B} {
		for i := range set.Len() {
			if s.admits(set, i) {
				all = append(all, member{side, i, set.Size(i)})
			}
		}
	}
	return all
}

// pairsBySize pairs each document with the next larger one, if their sizes fit. If two
// sizes fit, so do all between them. Every document that fits another is therefore in a
// pair, and these pairs connect all documents that fit each other in a chain. Between
// sets of different simhashes, one pair per two connected parts is enough.
func (s *nearSets) pairsBySize(p search.NearPair, members []member, use func(report.Near) error) error {
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.side, b.side), cmp.Compare(a.at, b.at))
	})
	var last [2]*member // the last member of each side
	joined := false     // the parts of these are paired
	for i := range members {
		m := &members[i]
		own, other := last[m.side], last[1-m.side]
		last[m.side] = m
		if p.Distance == 0 {
			// A and B are one set.
			if i == 0 || !s.sizesFit(members[i-1].size, m.size) {
				continue
			}
			other = &members[i-1]
		} else {
			joined = joined && own != nil && s.sizesFit(own.size, m.size)
			if joined || other == nil || !s.sizesFit(other.size, m.size) {
				continue
			}
			joined = true
		}
		if err := use(s.nearOf(p, *other, *m)); err != nil {
			return err
		}
	}
	return nil
}

// nearOf returns a pair of two documents, the smaller path first.
func (s *nearSets) nearOf(p search.NearPair, a, b member) report.Near {
	n := report.Near{Distance: p.Distance, Jaccard: p.Share, Short: p.Short}
	n.A, n.IDA, n.SameA = s.ofSet(p, a)
	n.B, n.IDB, n.SameB = s.ofSet(p, b)
	if n.A.Path > n.B.Path {
		n.Swap()
	}
	return n
}

func (s *nearSets) ofSet(p search.NearPair, m member) (f search.File, id db.ContentID, same int) {
	set := [2]search.NearFiles{p.A, p.B}[m.side]
	if p.Distance > 0 {
		same = s.admitted(set).len - 1
	}
	return set.File(m.at), set.Content(m.at), same
}
