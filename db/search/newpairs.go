package search

import (
	"context"

	"alike/db"
)

// fewNew is the largest number of new contents that are looked up one by one, instead of
// comparing all contents: in a million contents a lookup takes 2 ms and little memory, a
// search for all pairs 3 s and 580 MiB (docs/benchmarks.md).
func fewNew(contents int64) int { return 64 + int(contents/4000) }

// lookUpNew emits the pairs with a new content, except identical ones, by a query for each
// new content. If there are too many, it does nothing and ok is false.
func lookUpNew(ctx context.Context, ix *db.Index, q *PairQuery, emit func(Pair) error) (stats PairStats, ok bool, err error) {
	if !q.New || q.Base != nil || len(q.Trees) > 0 || q.Admit != nil || q.compareAll {
		return stats, false, nil
	}
	n := &newPairs{ix: ix, q: *q, emit: emit, claimed: map[db.ContentID]bool{}, files: map[db.ContentID]File{}, byPath: map[string]db.ContentID{}}
	if n.sizes, err = q.sizes(ix); err != nil {
		return stats, false, err
	}
	err = ix.EachNotLive(func(id db.ContentID, claimed bool) error {
		n.claimed[id] = claimed
		return nil
	})
	if err != nil {
		return stats, false, err
	}
	n.find()
	if len(n.ids) > fewNew(n.stats.Contents) {
		return stats, false, nil
	}
	err = n.run(ctx)
	return n.stats, true, err
}

// newPairs finds the pairs with a few new contents.
type newPairs struct {
	ix      *db.Index
	q       PairQuery
	emit    func(Pair) error
	sizes   *db.Sizes
	claimed map[db.ContentID]bool // as in querySearch
	stats   PairStats

	ids    []db.ContentID // of the new contents, ascending
	files  map[db.ContentID]File
	byPath map[string]db.ContentID // the same by smallest path
}

// find finds the new contents, and counts all contents.
func (n *newPairs) find() {
	since := n.ix.FirstContentAfter(n.q.After)
	n.sizes.Each(func(id db.ContentID) {
		claimed, listed := n.claimed[id]
		if listed && !claimed {
			return
		}
		_, level := n.sizes.Of(id)
		few := n.q.tooFew(n.sizes.Count(id, level), n.ix.Params().Rule.IsSmall(level))
		if !few && id >= since {
			n.ids = append(n.ids, id)
		}
		if claimed {
			return
		}
		n.stats.Contents++
		if few {
			n.stats.TooFew++
		}
	})
}

func (n *newPairs) run(ctx context.Context) error {
	paths, err := n.ix.PathsOf(ctx, n.ids)
	if err != nil {
		return err
	}
	for _, id := range n.ids {
		row, err := n.q.content(n.ix, id)
		if err != nil {
			return err
		}
		f := fileOf(&row)
		f.Generated = n.claimed[id]
		if !f.name(paths[id], Except{}, n.q.Hardlinks) {
			return n.ix.Damaged("content %d has no path, but is not listed as orphaned", id)
		}
		n.files[id], n.byPath[f.Path] = f, id
	}
	for i, id := range n.ids {
		if n.q.Progress != nil {
			n.q.Progress(int64(i), int64(len(n.ids)))
		}
		if err := n.query(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// query emits the pairs of one new content. A pair of two new contents is emitted
// for the one that was entered first.
func (n *newPairs) query(ctx context.Context, id db.ContentID) error {
	row, err := n.q.content(n.ix, id)
	if err != nil {
		return err
	}
	set, err := n.ix.Fingerprints(id, row.Fingerprints(), nil)
	if err != nil {
		return err
	}
	a := n.files[id]
	return query(ctx, n.ix, a, row.Content, set.AtLevel(row.Level), n.q, func(m Match) error {
		n.stats.Compared++
		other, isNew := n.byPath[m.File.Path]
		if m.Identical || isNew && other < id || a.Generated && m.File.Generated {
			return nil
		}
		if is, err := oneFile(n.ix, &a, &m.File); err != nil || is && !n.q.Hardlinks {
			return err
		}
		p := Pair{
			A: a, B: m.File, Shared: m.Shared, AInB: m.QueryInFile, BInA: m.FileInQuery,
			Resemblance: m.Resemblance, Distinctive: m.Distinctive, Exact: m.Exact,
		}
		if p.A.Path > p.B.Path {
			p = p.swapped()
		}
		n.stats.Pairs++
		return n.emit(p)
	})
}

// identicalNew reports the identical pairs with a new copy. For each file with the same
// bytes that is gone since the scan, one new file counts as moved, not as a new copy.
func (s *pairSearch) identicalNew(ctx context.Context, ix *db.Index) error {
	moved, err := goneSums(ctx, ix, s.q.After)
	if err != nil {
		return err
	}
	isNew := func(scan db.ScanID) bool { return scan > s.q.After }
	q := duplicateQuery{DuplicateQuery: DuplicateQuery{Trees: s.q.Trees, Admit: s.q.Admit, Hardlinks: s.q.Hardlinks}, isNew: isNew}
	return duplicates(ctx, ix, q, func(d DuplicateSet) error {
		if !s.admits(&d) {
			return nil
		}
		away := moved[d.Checksum.Prefix()]
		copied := make([]bool, len(d.Files))
		for i, f := range d.copies {
			switch {
			case !isNew(f.scan):
			case away > 0:
				away--
			default:
				copied[i] = true
			}
		}
		for i := range d.Files[1:] {
			if !copied[0] && !copied[i+1] {
				continue
			}
			if err := s.found(ctx, 0, 0, identicalPair(d.Files[0], d.Files[i+1])); err != nil {
				return err
			}
		}
		return nil
	})
}

// goneSums counts, by the prefix of the checksum, the files that are gone since a scan and
// had their last content by then.
func goneSums(ctx context.Context, ix *db.Index, after db.ScanID) (map[uint64]int, error) {
	sums := map[uint64]int{}
	err := ix.EachGone(ctx, after, func(_ db.ScanID, g db.GoneFile) error {
		if g.ContentScan <= after {
			sums[g.Sum]++
		}
		return nil
	})
	return sums, err
}
