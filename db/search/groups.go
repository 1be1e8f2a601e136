package search

import (
	"cmp"
	"context"
	"sort"

	"alike/db"
	"alike/db/inorder"
)

// Groups calls emit for every group of similar files, in no particular order and never
// from two goroutines at once. A group is a star: each member passes q together with the
// representative, but not necessarily together with another member, so that chains of
// similar files do not grow without bound. Each content is in at most one group, and files
// with the same bytes are one member. A group without members consists of files with the
// same bytes.
//
// Representatives are taken by the number of their fingerprints that other files have,
// then by size and path, so that a file in the middle of many similar ones comes before
// one that only resembles a few. A content that has a representative is not probed, so
// 100,000 near-copies cost one comparison each, not one for each pair. This is the offline
// star algorithm of Aslam, Pelekhov and Rus (The Star Clustering Algorithm for Static and
// Dynamic Information Organization, 2004), with this order in place of the degree, which
// would need all pairs.
//
// q.Against is ignored. Memory: see Pairs.
func Groups(ctx context.Context, ix *db.Index, q PairQuery, emit func(Group) error) (PairStats, error) {
	var stats PairStats
	q.MinShared, q.Against, q.liveOnly = max(q.MinShared, 1), nil, true
	c, err := readCorpus(ctx, ix, &q)
	if err != nil {
		return stats, err
	}
	defer c.close()
	s := &groupSearch{corpus: c, ix: ix, q: q, emit: emit, done: make([]bool, len(c.begin))}
	s.prober = newProber(c, &s.q)
	s.prober.every, s.prober.skip = true, func(id db.ContentID) bool { return s.done[id] }
	err = s.run(ctx)
	stats.Compared = s.prober.compared
	c.countContents(&stats, ix.Params().Rule, &q)
	stats.Pairs = s.members
	return stats, err
}

// groupSearch is one search for groups. It probes one content at a time, because the
// earlier groups decide which contents to skip. Probing several at once compared a thousand
// near-copies with a thousand others.
type groupSearch struct {
	*corpus
	ix      *db.Index
	q       PairQuery
	emit    func(Group) error
	prober  *prober
	done    []bool // by content: in a group, or probed without finding one
	members int64
}

func (s *groupSearch) run(ctx context.Context) error {
	order, err := s.representatives(ctx)
	if err != nil {
		return err
	}
	for i, id := range order {
		if i%1024 == 0 {
			s.q.report(comparingPhase, i, len(order))
		}
		if s.done[id] {
			continue
		}
		if err := s.group(ctx, id); err != nil {
			return err
		}
	}
	s.q.report(comparingPhase, 1, 1)
	return nil
}

// representatives returns the compared contents in the order in which they are tried as
// representatives.
func (c *corpus) representatives(ctx context.Context) ([]db.ContentID, error) {
	var ids []db.ContentID
	for i := range c.in {
		if c.in[i] {
			ids = append(ids, db.ContentID(i))
		}
	}
	shared := c.sharedCounter()
	err := inorder.Sort(ctx, ids, func(a, b db.ContentID) int {
		if n := cmp.Or(cmp.Compare(shared(b), shared(a)), cmp.Compare(c.All[b].Size, c.All[a].Size)); n != 0 {
			return n
		}
		return c.paths.trees.best[a].Compare(c.paths.trees.best[b])
	})
	return ids, err
}

// sharedCounter returns a function that counts the fingerprints of a content that another live
// one has.
func (c *corpus) sharedCounter() func(id db.ContentID) uint32 {
	if !c.aside {
		return func(id db.ContentID) uint32 { return c.begin[id+1] - c.begin[id] }
	}
	counts, live := make([]uint32, len(c.begin)), []db.ContentID{}
	for o := range c.listCount() {
		live = live[:0]
		for _, id := range c.list(uint32(o)) {
			if c.paths.live[id] {
				live = append(live, id)
			}
		}
		if len(live) < 2 {
			continue
		}
		for _, id := range live {
			counts[id]++
		}
	}
	return func(id db.ContentID) uint32 { return counts[id] }
}

// group makes a group of a content and its partners that are in no other group.
func (s *groupSearch) group(ctx context.Context, id db.ContentID) error {
	var partners []partner
	err := s.prober.probe(ctx, id, func(b partner) error {
		partners = append(partners, b)
		return nil
	})
	if err != nil {
		return err
	}
	s.done[id] = true
	if len(partners) == 0 && s.paths.trees.refs[id] < 2 { // most contents
		return nil
	}
	g := Group{Representative: s.paths.trees.file(s.Sizes, id)}
	if g.Members, err = s.membersOf(ctx, id, g.Representative, partners); err != nil {
		return err
	}
	return s.complete(ctx, g, id)
}

// complete emits a group with its members if it has more than one file.
func (s *groupSearch) complete(ctx context.Context, g Group, id db.ContentID) error {
	if len(g.Members) == 0 {
		if s.covered(id) || !s.paths.trees.apart(id, s.paths.trees, id) {
			return nil
		}
		if ok, err := s.hasCopies(ctx, g.Representative); err != nil || !ok {
			return err
		}
	}
	sort.Slice(g.Members, func(i, j int) bool {
		a, b := &g.Members[i], &g.Members[j]
		return cmp.Or(
			b.By(s.q.By).Compare(a.By(s.q.By)),
			cmp.Compare(a.Path, b.Path)) < 0
	})
	s.members += int64(len(g.Members))
	return s.emit(g)
}

// hasCopies reports whether a file has copies. If identical files are counted, the file
// must also be unchanged since the scan.
func (s *groupSearch) hasCopies(ctx context.Context, f File) (ok bool, err error) {
	if f.Copies == 0 || !s.q.countsIdentical() {
		return f.Copies > 0, nil
	}
	_, ok, err = s.q.Count(ctx, f, f, s.weigh)
	return ok, err
}

// membersOf makes members of the partners of a representative and marks them as done. If
// pairs are counted, it uses several goroutines.
func (s *groupSearch) membersOf(ctx context.Context, id db.ContentID, representative File, partners []partner) ([]Member, error) {
	found, passed := make([]Member, len(partners)), make([]bool, len(partners))
	threads := 1
	if s.q.CountBelow > 0 {
		threads = threadCount(s.q.Threads)
	}
	err := inorder.Do(len(partners), threads, func(_, i int) (func() error, error) {
		var err error
		found[i], passed[i], err = s.member(ctx, id, representative, partners[i])
		return func() error { return nil }, err
	})
	members := found[:0]
	for i, m := range found {
		if passed[i] {
			s.done[partners[i].id] = true
			members = append(members, m)
		}
	}
	return members, err
}

// member makes a member of a partner. ok is false if it does not pass once it is
// counted, or is the representative itself.
func (s *groupSearch) member(ctx context.Context, id db.ContentID, representative File, b partner) (_ Member, ok bool, _ error) {
	p := b.pair(representative, s.paths.trees.fileBeside(s.Sizes, b.id, id))
	if !s.q.Hardlinks && s.paths.trees.maybeOne(id, s.paths.trees, b.id) {
		if is, err := oneFile(s.ix, &p.A, &p.B); err != nil || is {
			return Member{}, false, err
		}
	}
	if ok, err := s.q.confirm(ctx, &p, s.weigh); err != nil || !ok {
		return Member{}, false, err
	}
	return Member{
		File: p.B, Shared: p.Shared, InRepresentative: p.BInA, Representative: p.AInB,
		Resemblance: p.Resemblance, Distinctive: p.Distinctive, Exact: p.Exact,
	}, true, nil
}
