package search

import (
	"cmp"
	"context"
	"slices"

	"alike/db"
	"alike/db/inorder"
)

// Groups calls emit for every group of similar files, in no particular order but
// never from two goroutines at once. A group is a star: each of its members
// passes q with the representative, and not necessarily with another member, so
// that chains of "similar to similar" cannot grow without bound. Each content is
// in one group at most, files with the same bytes are one member, and a group
// without members is that of files with the same bytes.
//
// Representatives are taken in the order of how many of their fingerprints other
// files have, then by size and path: what stands in the middle of its likes comes
// before what only touches them. A content that has found its representative is
// not looked for again, so that 100,000 near-copies cost one look at each and not
// one at each pair (the offline star clustering of Aslam, Pelekhov and Rus, The
// Star Clustering Algorithm, 2004, with that order in place of the degree, which
// would need all pairs). q.Against is not used. Memory: see corpus.
func Groups(ctx context.Context, ix *db.Index, q PairQuery, emit func(Group) error) (PairStats, error) {
	var stats PairStats
	q.MinShared, q.Against = max(q.MinShared, 1), nil
	c, err := readCorpus(ctx, ix, &q)
	if err != nil {
		return stats, err
	}
	defer c.close()
	s := &groupSearch{corpus: c, q: q, emit: emit, taken: make([]bool, len(c.rows))}
	s.prober = newProber(c, &s.q)
	s.prober.every, s.prober.skip = true, func(id db.ContentID) bool { return s.taken[id] }
	err = s.run(ctx)
	stats.Compared = s.prober.compared
	c.contents(&stats, q.MinShared)
	stats.Pairs = s.members
	return stats, err
}

// groupSearch is one search for groups. It probes one content after the other:
// which of them need not be is known only when those before are through. To probe
// several at a time had a thousand near-copies looked at by a thousand others.
type groupSearch struct {
	*corpus
	q       PairQuery
	emit    func(Group) error
	prober  *prober
	taken   []bool // contents that are in a group, or have no likes
	members int64
}

func (s *groupSearch) run(ctx context.Context) error {
	order := s.order()
	for i, id := range order {
		if i%1024 == 0 {
			s.q.tell(comparingHalf, i, len(order))
		}
		if s.taken[id] {
			continue
		}
		if err := s.group(ctx, id); err != nil {
			return err
		}
	}
	s.q.tell(comparingHalf, 1, 1)
	return nil
}

// order returns the compared contents in the order in which they become
// representatives.
func (s *groupSearch) order() []db.ContentID {
	var ids []db.ContentID
	for i := range s.rows {
		if s.rows[i].in {
			ids = append(ids, db.ContentID(i))
		}
	}
	shared := func(id db.ContentID) uint32 { return s.rows[id+1].numbers - s.rows[id].numbers }
	slices.SortFunc(ids, func(a, b db.ContentID) int {
		if n := cmp.Or(cmp.Compare(shared(b), shared(a)), cmp.Compare(s.All[b].Size, s.All[a].Size)); n != 0 {
			return n
		}
		return s.paths.here.best[a].Compare(s.paths.here.best[b])
	})
	return ids
}

// group makes a group of a content and those of its partners that are in no other
// one, and emits it if there is more than one file in it.
func (s *groupSearch) group(ctx context.Context, id db.ContentID) error {
	var partners []partner
	err := s.prober.probe(ctx, id, func(b partner) error {
		partners = append(partners, b)
		return nil
	})
	if err != nil {
		return err
	}
	s.taken[id] = true
	g := Group{Representative: s.file(id, s.paths.here)}
	if g.Members, err = s.membersOf(ctx, g.Representative, partners); err != nil {
		return err
	}
	if len(g.Members) == 0 {
		if s.given(id) {
			return nil
		}
		if ok, err := s.copies(ctx, g.Representative); err != nil || !ok {
			return err
		}
	}
	slices.SortFunc(g.Members, func(a, b Member) int {
		return cmp.Or(
			cmp.Compare(b.By(s.q.By).Rounded(), a.By(s.q.By).Rounded()),
			cmp.Compare(a.Path, b.Path))
	})
	s.members += int64(len(g.Members))
	return s.emit(g)
}

// copies reports whether a file without members has copies. When the files
// themselves are counted, it must still be what was scanned.
func (s *groupSearch) copies(ctx context.Context, f File) (ok bool, err error) {
	if f.Copies == 0 || s.q.Exact == nil {
		return f.Copies > 0, nil
	}
	_, ok, err = s.q.Exact(ctx, f, f)
	return ok, err
}

// membersOf makes members of the partners of a representative, on several
// goroutines if the files themselves are to be counted, and takes them.
func (s *groupSearch) membersOf(ctx context.Context, representative File, partners []partner) ([]Member, error) {
	found, passed := make([]Member, len(partners)), make([]bool, len(partners))
	threads := 1
	if s.q.Exact != nil {
		threads = s.q.threads()
	}
	err := inorder.Do(len(partners), threads, func(_, i int) (func() error, error) {
		var err error
		found[i], passed[i], err = s.member(ctx, representative, partners[i])
		return func() error { return nil }, err
	})
	members := found[:0]
	for i, m := range found {
		if passed[i] {
			s.taken[partners[i].id] = true
			members = append(members, m)
		}
	}
	return members, err
}

// member makes a member of a partner, unless counting the files themselves says
// that it is none.
func (s *groupSearch) member(ctx context.Context, representative File, b partner) (Member, bool, error) {
	p := Pair{
		A: representative, B: s.file(b.id, s.paths.here),
		Shared: b.shares.Shared, AInB: b.shares.AInB(), BInA: b.shares.BInA(),
		Resemblance: b.shares.Resemblance(), Distinctive: b.distinctive,
	}
	if s.q.Exact != nil {
		if ok, err := s.q.count(ctx, &p); err != nil || !ok {
			return Member{}, false, err
		}
	}
	return Member{
		File: p.B, Shared: p.Shared, InRepresentative: p.BInA, Representative: p.AInB,
		Resemblance: p.Resemblance, Distinctive: p.Distinctive, Exact: p.Exact,
	}, true, nil
}
