package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/db"
	"alike/db/inorder"
	"alike/db/search/folders"
	"alike/fingerprint"
)

// unitMember is a file of a unit.
type unitMember struct {
	unit    string
	path    string // if the files are asked for
	content db.ContentID
	side    int // 1 is that of Against
}

// unitMembers returns the files of units, those of a unit together. A file with several paths
// belongs to the unit of the smallest.
func unitMembers(ctx context.Context, files []folders.File, q *PairQuery) ([]unitMember, error) {
	members := make([]unitMember, 0, len(files))
	err := inorder.Sort(ctx, files, func(a, b folders.File) int {
		return a.FilePath.Compare(b.FilePath)
	})
	if err != nil {
		return nil, err
	}
	linked := map[uint64]bool{}
	for _, f := range files {
		if f.Size > 0 && (f.Inode == 0 || !linked[f.Inode]) {
			linked[f.Inode] = true
			path := f.String()
			m := unitMember{unit: q.Unit(path), content: db.ContentID(f.Content)}
			if f.Second {
				m.side = 1
			}
			if q.UnitFiles != nil {
				m.path = path
			}
			members = append(members, m)
		}
	}
	slices.SortStableFunc(members, func(a, b unitMember) int {
		return cmp.Or(strings.Compare(a.unit, b.unit), cmp.Compare(a.side, b.side))
	})
	return members, nil
}

// readUnits reads the units of all files of a query, and their sizes and paths, which stand in
// for those of contents.
func readUnits(ctx context.Context, ix *db.Index, q *PairQuery) (*units, *pathTable, *db.Sizes, error) {
	files, err := readFolderFiles(ctx, ix, &FolderQuery{Files: *q, AdmitSize: q.AdmitSize})
	if err != nil {
		return nil, nil, nil, err
	}
	stored, err := ix.Sizes()
	if err != nil {
		return nil, nil, nil, err
	}
	members, err := unitMembers(ctx, files.files, q)
	if err != nil {
		return nil, nil, nil, err
	}
	u, t, s := &units{start: make([]uint32, ix.NextContent()+2)}, &pathTable{}, &db.Sizes{}
	first := []int{0} // members, by unit; like contents, units count from 1
	for i, m := range members {
		if i == 0 || m.unit != members[i-1].unit || m.side != members[i-1].side {
			first = append(first, i)
		}
		u.start[m.content+2]++
	}
	n := len(first)
	first = append(first, len(members))
	t.live, u.files, u.lone = make([]bool, n), make([]int32, n), make([]db.ContentID, n)
	t.trees = newPathSide(t.live)
	if len(q.Against) > 0 {
		t.against = newPathSide(t.live)
	}
	for i := 2; i < len(u.start); i++ {
		if u.start[i] > 0 {
			u.contents++
		}
		u.start[i] += u.start[i-1]
	}
	u.of = make([]db.ContentID, len(members))
	s.All = make([]db.ContentSize, 1, n)
	for unit := 1; unit < n; unit++ {
		size := db.ContentSize{First: uint32(len(s.Counts))}
		if q.UnitFiles != nil {
			var paths []string
			seen := map[db.ContentID]bool{}
			for _, m := range members[first[unit]:first[unit+1]] {
				if !seen[m.content] {
					seen[m.content] = true
					paths = append(paths, m.path)
				}
			}
			q.UnitFiles(members[first[unit]].unit, paths)
		}
		for _, m := range members[first[unit]:first[unit+1]] {
			r := &stored.All[m.content]
			size.Size += r.Size
			u.postings += stored.Count(m.content, int(r.Level))
			size.Level = max(size.Level, uint8(ix.Params().Rule.LongLevel(int(r.Level))))
			u.of[u.start[m.content+1]] = db.ContentID(unit)
			u.start[m.content+1]++
			u.files[unit]++
			u.lone[unit] = m.content
		}
		if u.files[unit] > 1 {
			u.lone[unit] = 0
		}
		size.Levels = fingerprint.MaxLevel + 1 - size.Level
		s.All, s.Counts = append(s.All, size), append(s.Counts, make([]int32, size.Levels)...)
		side := t.trees
		if members[first[unit]].side == 1 {
			side = t.against
		}
		t.live[unit] = true
		side.refs[unit], side.units = 1, u
		side.best[unit] = db.FilePath{Name: members[first[unit]].unit}
	}
	u.selected = make([]int32, len(s.Counts))
	return u, t, s, nil
}

// unitCorpus is contentCorpus for units.
func unitCorpus(ctx context.Context, ix *db.Index, q *PairQuery) (c *corpus, err error) {
	c = &corpus{whole: true, plain: true}
	if c.units, c.paths, c.Sizes, err = readUnits(ctx, ix, q); err != nil {
		return nil, err
	}
	q.weighing = newWeighing(ix.Params())
	q.LeftOut = nil
	if q.UnitFiles == nil {
		q.CountBelow = 0
	}
	c.weighing, c.below = q.weighing, fingerprint.Bound(q.weighing.rule.LongLevel(0))
	c.makeRows(len(c.All))
	for i := 1; i < len(c.All); i++ {
		c.in[i] = true
	}
	if q.Base == nil {
		return c, nil
	}
	if c.units.stored, err = q.sizes(ix); err != nil {
		return nil, err
	}
	if c.units.base, err = newBaseCounts(ix, q.Base, c.units.stored, false); err != nil {
		return nil, err
	}
	c.base, err = newBaseCounts(ix, q.Base, c.Sizes, true)
	return c, err
}
