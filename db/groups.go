package db

import (
	"cmp"
	"context"
	"slices"
	"sync"
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
func (ix *Index) Groups(ctx context.Context, q PairQuery, emit func(Group) error) (PairStats, error) {
	var stats PairStats
	q.MinShared, q.Against = max(q.MinShared, 1), nil
	c, err := ix.readCorpus(ctx, &q)
	if err != nil {
		return stats, err
	}
	defer c.close()
	s := &groupSearch{corpus: c, q: q, emit: emit, taken: make([]bool, len(c.rows))}
	err = s.run(ctx)
	for _, p := range s.probers {
		stats.Compared += p.compared
	}
	stats.Contents, stats.TooFew = c.contents(q.MinShared)
	stats.Pairs = s.members
	return stats, err
}

// groupSearch is one search for groups.
type groupSearch struct {
	*corpus
	q       PairQuery
	emit    func(Group) error
	taken   []bool // contents that are in a group, or have no likes
	members int64

	probers []*prober
	found   [][]Member // by place in the batch: partners that were not taken before it
	ids     [][]ContentID
}

// maxBatch is how many contents are probed before it is known which of them are
// members of others of them.
const maxBatch = 1024

func (s *groupSearch) run(ctx context.Context) error {
	order := s.order()
	for range s.q.threads() {
		p := newProber(s.corpus, &s.q)
		p.every, p.skip = true, func(id ContentID) bool { return s.taken[id] }
		s.probers = append(s.probers, p)
	}
	for size := len(s.probers); len(order) > 0; {
		batch := order[:min(size, len(order))]
		if err := s.probeBatch(ctx, batch); err != nil {
			return err
		}
		vain := 0
		for i, id := range batch {
			if s.taken[id] {
				vain++
				continue
			}
			if err := s.group(id, s.ids[i], s.found[i]); err != nil {
				return err
			}
		}
		// Among near-copies all but the first are probed in vain.
		if vain == 0 {
			size = min(2*size, maxBatch)
		} else if vain > len(batch)/8 {
			size = max(size/2, len(s.probers))
		}
		order = slices.DeleteFunc(order[len(batch):], func(id ContentID) bool { return s.taken[id] })
		s.q.tell(comparingHalf, len(s.rows)-len(order), len(s.rows))
	}
	return nil
}

// order returns the compared contents in the order in which they become
// representatives.
func (s *groupSearch) order() []ContentID {
	var ids []ContentID
	for i := range s.rows {
		if s.rows[i].in {
			ids = append(ids, ContentID(i))
		}
	}
	shared := func(id ContentID) uint32 { return s.rows[id+1].numbers - s.rows[id].numbers }
	slices.SortFunc(ids, func(a, b ContentID) int {
		if n := cmp.Or(cmp.Compare(shared(b), shared(a)), cmp.Compare(s.all[b].size, s.all[a].size)); n != 0 {
			return n
		}
		return s.paths.here.best[a].compare(s.paths.here.best[b])
	})
	return ids
}

// probeBatch finds the partners of the contents of a batch that are not taken.
func (s *groupSearch) probeBatch(ctx context.Context, batch []ContentID) error {
	s.found, s.ids = make([][]Member, len(batch)), make([][]ContentID, len(batch))
	errs := make([]error, len(s.probers))
	var wg sync.WaitGroup
	for w, p := range s.probers {
		wg.Go(func() {
			for i := w; i < len(batch) && errs[w] == nil; i += len(s.probers) {
				errs[w] = p.probe(ctx, batch[i], func(b partner) error {
					m, ok, err := s.member(ctx, batch[i], b)
					if ok {
						s.found[i], s.ids[i] = append(s.found[i], m), append(s.ids[i], b.id)
					}
					return err
				})
			}
		})
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// member makes a member of a partner, unless counting the files themselves says
// that it is none.
func (s *groupSearch) member(ctx context.Context, a ContentID, b partner) (Member, bool, error) {
	here := s.paths.here
	p := Pair{
		A: s.file(a, here), B: s.file(b.id, here),
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

// group makes a group of a content and those of its partners that are not in
// another one, and emits it if there is more than one file in it.
func (s *groupSearch) group(id ContentID, ids []ContentID, found []Member) error {
	s.taken[id] = true
	g := Group{Representative: s.file(id, s.paths.here)}
	for i, m := range found {
		if !s.taken[ids[i]] {
			s.taken[ids[i]] = true
			g.Members = append(g.Members, m)
		}
	}
	if len(g.Members) == 0 && g.Representative.Copies == 0 {
		return nil
	}
	slices.SortFunc(g.Members, func(a, b Member) int {
		return cmp.Or(
			cmp.Compare(b.By(s.q.By).Rounded(), a.By(s.q.By).Rounded()),
			cmp.Compare(a.Path, b.Path))
	})
	s.members += int64(len(g.Members))
	return s.emit(g)
}
