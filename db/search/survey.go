package search

import (
	"context"
	"math"

	"alike/db"
	"alike/db/arena"
	"alike/db/search/folders"
	"alike/fingerprint"
)

// Survey answers Pairs, Groups and Folders by one search: it calls pair for every pair and
// then group for every group, and returns the similar folders, which the caller closes. All are
// as these functions find them with q.Files. q.Files.Against is ignored.
//
// Cost: that of Pairs, and of folders.Find. Memory: that of Folders, and 20 bytes for each pair
// of contents, which share the memory of Pairs outside the heap.
func Survey(ctx context.Context, ix *db.Index, q FolderQuery, pair func(Pair) error, group func(Group) error) (*folders.Finding, PairStats, error) {
	var stats PairStats
	q.Files.Against = nil
	files, c, err := readFolders(ctx, ix, &q)
	if err != nil {
		return nil, stats, err
	}
	defer c.close()
	room := c.room.Rest()
	v := &survey{corpus: c, similar: folders.NewSimilarities(room), more: arena.NewRecords(room, moreWords)}
	s := &pairSearch{corpus: c, ix: ix, q: q.Files, emit: pair, similar: v.add}
	err = s.all(ctx, &stats)
	if err == nil {
		err = v.group(ctx, ix, q.Files, group)
	}
	if err != nil {
		v.similar.Close()
		return nil, stats, err
	}
	found, err := findFolders(ctx, &q, c, files, v.similar)
	return found, stats, err
}

// survey holds the pairs of live contents that a search has found. more has what else is known of
// each: the shared fingerprints, the resemblance and the distinctive share.
type survey struct {
	*corpus
	similar *folders.Similarities
	more    *arena.Records
}

const moreWords = 5

func (v *survey) add(a, b db.ContentID, p *Pair) error {
	if !v.paths.live[a] || !v.paths.live[b] {
		return nil
	}
	if err := v.similar.Add(similarContents(a, b, p)); err != nil {
		return err
	}
	union, distinctive := math.Float64bits(float64(p.Resemblance)), math.Float64bits(float64(p.Distinctive))
	return v.more.Append(uint32(p.Shared), uint32(union), uint32(union>>32), uint32(distinctive), uint32(distinctive>>32))
}

// group makes the groups of the pairs; see Groups.
func (v *survey) group(ctx context.Context, ix *db.Index, q PairQuery, emit func(Group) error) error {
	if err := v.similar.Index(ctx); err != nil {
		return err
	}
	s := &groupSearch{corpus: v.corpus, ix: ix, q: q, emit: emit, done: make([]bool, len(v.begin))}
	order, err := v.representatives(ctx)
	if err != nil {
		return err
	}
	for _, id := range order {
		if s.done[id] || !v.paths.live[id] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.done[id] = true
		g := Group{Representative: v.paths.trees.file(v.Sizes, id)}
		for _, i := range v.similar.Of(uint32(id)) {
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
func (v *survey) member(pair uint32, representative db.ContentID) (m Member, other db.ContentID) {
	p, more := v.similar.At(int(pair)), v.more.At(int(pair))
	if p.A != uint32(representative) {
		p.A, p.B, p.AInB, p.BInA = p.B, p.A, p.BInA, p.AInB
	}
	share := func(w []uint32) fingerprint.Share {
		return fingerprint.Share(math.Float64frombits(uint64(w[1])<<32 | uint64(w[0])))
	}
	other = db.ContentID(p.B)
	return Member{
		File: v.paths.trees.fileBeside(v.Sizes, other, representative), Shared: int(more[0]),
		InRepresentative: fingerprint.Share(p.BInA), Representative: fingerprint.Share(p.AInB),
		Resemblance: share(more[1:3]), Distinctive: share(more[3:5]), Exact: !p.Estimated,
	}, other
}
