package search

import (
	"context"
	"iter"

	"alike/db"
	"alike/db/search/folders"
	"alike/fingerprint"
)

// Survey answers Pairs, Groups and Folders by one search: it calls pair for every pair and
// then group for every group, and returns the similar folders. Groups and folders are as these
// functions find them with q.Files. q.Files.Against is ignored.
//
// Cost: that of Pairs, and of folders.Find. Memory: that of Folders, and 60 bytes for each
// pair of contents.
func Survey(ctx context.Context, ix *db.Index, q FolderQuery, pair func(Pair) error, group func(Group) error) (*folders.Finding, PairStats, error) {
	var stats PairStats
	q.Files.MinShared, q.Files.Against, q.Sided = max(q.Files.MinShared, 1), nil, false
	files, err := folderFiles(ctx, ix, &q)
	if err != nil {
		return nil, stats, err
	}
	c, err := readCorpus(ctx, ix, &q.Files)
	if err != nil {
		return nil, stats, err
	}
	defer c.close()
	v := &survey{corpus: c}
	s := &pairSearch{corpus: c, ix: ix, q: q.Files, emit: pair, similar: v.add}
	if err := s.all(ctx, &stats); err != nil {
		return nil, stats, err
	}
	if err := v.group(ctx, ix, q.Files, group); err != nil {
		return nil, stats, err
	}
	return folders.Find(folders.NewTree(q.Roots, v.counting(files)), v.similar(), q.Options), stats, ctx.Err()
}

// survey holds the pairs of contents that a search has found.
type survey struct {
	*corpus
	chunks [][]contentPair // all but the last are full: growing one slice would copy it
	n      int
}

// chunk is the number of pairs in a chunk.
const chunk = 1 << 14

func (v *survey) at(pair int) *contentPair { return &v.chunks[pair/chunk][pair%chunk] }

// contentPair is a Pair of two contents that are not claimed.
type contentPair struct {
	a, b                                 db.ContentID
	aInB, bInA, resemblance, distinctive fingerprint.Share
	shared                               int32
	exact                                bool
}

func (v *survey) add(a, b db.ContentID, p *Pair) {
	if !v.paths.live[a] || !v.paths.live[b] {
		return
	}
	if v.n%chunk == 0 {
		v.chunks = append(v.chunks, make([]contentPair, chunk))
	}
	*v.at(v.n) = contentPair{a, b, p.AInB, p.BInA, p.Resemblance, p.Distinctive, int32(p.Shared), p.Exact}
	v.n++
}

func (v *survey) similar() iter.Seq[folders.Similar] {
	return func(yield func(folders.Similar) bool) {
		for i := range v.n {
			p := v.at(i)
			if !yield(folders.Similar{A: uint32(p.a), B: uint32(p.b), AInB: float64(p.aInB), BInA: float64(p.bInA), Estimated: !p.exact}) {
				return
			}
		}
	}
}

// counting returns the files that are not entirely in the base.
func (c *corpus) counting(files []folders.File) []folders.File {
	if c.base == nil {
		return files
	}
	kept := files[:0]
	for _, f := range files {
		if !c.covered(db.ContentID(f.Content)) {
			kept = append(kept, f)
		}
	}
	return kept
}

// group makes the groups of the pairs; see Groups.
func (v *survey) group(ctx context.Context, ix *db.Index, q PairQuery, emit func(Group) error) error {
	of := v.byContent()
	s := &groupSearch{corpus: v.corpus, ix: ix, q: q, emit: emit, done: make([]bool, len(v.rows))}
	for _, id := range v.representatives() {
		if s.done[id] || !v.paths.live[id] {
			continue
		}
		s.done[id] = true
		g := Group{Representative: v.paths.trees.file(v.Sizes, id)}
		for _, i := range of.of(id) {
			if m, other := v.member(i, id); !s.done[other] {
				s.done[other] = true
				g.Members = append(g.Members, m)
			}
		}
		if len(g.Members) == 0 && g.Representative.Copies == 0 { // most contents
			continue
		}
		if err := s.complete(ctx, g, id); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// member returns the other content of a pair as a member of a group.
func (v *survey) member(pair int32, representative db.ContentID) (m Member, other db.ContentID) {
	p := *v.at(int(pair))
	if p.a != representative {
		p.a, p.b, p.aInB, p.bInA = p.b, p.a, p.bInA, p.aInB
	}
	return Member{
		File: v.paths.trees.fileBeside(v.Sizes, p.b, representative), Shared: int(p.shared), InRepresentative: p.bInA, Representative: p.aInB,
		Resemblance: p.resemblance, Distinctive: p.distinctive, Exact: p.exact,
	}, p.b
}

// pairsOf holds, for each content, the numbers of the pairs with it.
type pairsOf struct {
	start []uint32
	pairs []int32
}

func (o *pairsOf) of(id db.ContentID) []int32 { return o.pairs[o.start[id]:o.start[id+1]] }

func (v *survey) byContent() *pairsOf {
	o := &pairsOf{start: make([]uint32, len(v.rows)+2), pairs: make([]int32, 2*v.n)}
	for i := range v.n {
		o.start[v.at(i).a+2]++
		o.start[v.at(i).b+2]++
	}
	for i := 2; i < len(o.start); i++ {
		o.start[i] += o.start[i-1]
	}
	for i := range v.n {
		for _, id := range [2]db.ContentID{v.at(i).a, v.at(i).b} {
			o.pairs[o.start[id+1]] = int32(i)
			o.start[id+1]++
		}
	}
	return o
}
