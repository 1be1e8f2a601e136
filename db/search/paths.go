package search

import (
	"context"
	"slices"

	"alike/db"
)

// pathTable records which contents have a path in the trees of a search. It takes about 50 bytes
// for each content that was ever entered, 16 for each further path and 150 for each file that
// is set aside until all are read, and the paths of the directories.
type pathTable struct {
	live    []bool    // by content: a file in the trees that is not set aside has it
	trees   *pathSide // paths in PairQuery.Trees
	against *pathSide // paths in PairQuery.Against; nil without these
}

// pathSide holds, for every content with a path in some trees, the bytewise smallest such
// path and the number of such files.
type pathSide struct {
	*fileCounts
	live    []bool                    // as in pathTable
	best    []db.FilePath             // by content
	aliases map[db.ContentID]*Aliases // of best
	units   *units                    // if these are compared
	isolation
}

func newPathSide(live []bool) *pathSide {
	return &pathSide{fileCounts: newFileCounts(db.ContentID(len(live))), live: live, best: make([]db.FilePath, len(live))}
}

func (s *pathSide) has(id db.ContentID) bool { return s != nil && s.refs[id] > 0 }

func (s *pathSide) add(f db.FilePath, e *db.DirEntry) {
	id := e.Content
	best := s.refs[id] == 0 || f.Compare(s.best[id]) < 0
	if best {
		s.best[id] = f
	}
	s.fileCounts.add(id, fileID(&e.Stat), best)
	s.isolation.add(f, e)
}

// maybeOne reports whether oneFile is worth asking about two contents.
func (s *pathSide) maybeOne(a db.ContentID, other *pathSide, b db.ContentID) bool {
	return s.shown[a] != 0 && s.shown[a] == other.shown[b]
}

// file returns a content under its smallest path on the side.
func (s *pathSide) file(sizes *db.Sizes, id db.ContentID) File {
	r := &sizes.All[id]
	f := File{
		Path: s.best[id].String(), Size: r.Size, Level: int(r.Level),
		Fingerprints: sizes.Count(id, int(r.Level)), Copies: int(s.refs[id]) - 1,
		Generated: !s.live[id], Aliases: s.aliases[id],
	}
	if s.units != nil {
		f.Files = int(s.units.files[id])
	}
	return f
}

// readPaths reads the directories of the trees, or of the whole index if there are none, twice if
// a file in the answer has several paths.
func readPaths(ctx context.Context, ix *db.Index, q *PairQuery) (*pathTable, error) {
	live := make([]bool, ix.NextContent())
	t := &pathTable{live: live, trees: newPathSide(live)}
	if len(q.Against) > 0 {
		t.against = newPathSide(live)
	}
	if q.isolates() {
		t.isolate()
	}
	type file struct {
		path  db.FilePath
		entry db.DirEntry
	}
	var aside []file // their contents may turn out to be live
	trees := slices.Concat(q.Trees, q.Against)
	err := ix.EachEntryIn(ctx, trees, func(f db.FilePath, e *db.DirEntry) error {
		side := t.sideOf(f, q)
		switch {
		case side == nil:
		case !e.SetAside:
			live[e.Content] = true
			if q.admits(f) {
				side.add(f, e)
			}
		case !q.liveOnly:
			aside = append(aside, file{f, *e})
		}
		return nil
	})
	for i := range aside {
		if f := &aside[i]; !live[f.entry.Content] && q.admits(f.path) {
			t.sideOf(f.path, q).add(f.path, &f.entry)
		}
	}
	if q.isolates() {
		t.findUnits(q)
	}
	if err != nil || q.Hardlinks {
		return t, err
	}
	if linked := t.fold(); !linked {
		return t, nil
	}
	return t, ix.EachEntryIn(ctx, trees, func(f db.FilePath, e *db.DirEntry) error {
		if e.SetAside && live[e.Content] {
			return nil
		}
		if side := t.sideOf(f, q); side != nil && q.admits(f) {
			side.addLink(f, e)
		}
		return nil
	})
}

func (q *PairQuery) admits(f db.FilePath) bool { return q.Admit == nil || q.Admit(f.String()) }

// sideOf returns the side that a path is on, or nil.
func (t *pathTable) sideOf(f db.FilePath, q *PairQuery) *pathSide {
	if len(q.Trees) == 0 && t.against == nil {
		return t.trees
	}
	switch {
	case belongs(f, q.Trees, q.Against):
		return t.trees
	case t.against != nil && belongs(f, q.Against, q.Trees):
		return t.against
	}
	return nil
}

// fold counts files instead of paths. It reports whether any smallest path has links.
func (t *pathTable) fold() (linked bool) {
	for _, s := range []*pathSide{t.trees, t.against} {
		if s == nil {
			continue
		}
		s.aliases = map[db.ContentID]*Aliases{}
		for _, id := range s.fileCounts.fold() {
			s.aliases[id] = &Aliases{}
			linked = true
		}
	}
	return linked
}

// addLink notes a path if it is a link of the smallest path of its content.
func (s *pathSide) addLink(f db.FilePath, e *db.DirEntry) {
	a := s.aliases[e.Content]
	if a == nil || fileID(&e.Stat) != s.shown[e.Content] || f.Compare(s.best[e.Content]) == 0 {
		return
	}
	path := f.String()
	at, _ := slices.BinarySearch(a.Links, path)
	a.Links = slices.Insert(a.Links, at, path)
}

// known marks the contents that have a path in the table, live or not.
func (t *pathTable) known() []bool {
	marks := slices.Clone(t.live)
	for id := range marks {
		marks[id] = marks[id] || t.compared(db.ContentID(id))
	}
	return marks
}

// CountContents returns how many contents files in some trees have that are not set aside, and how
// many of these have too few fingerprints to be found other than as identical. Cost: the
// directories of the trees are read.
func CountContents(ctx context.Context, ix *db.Index, trees []string) (contents, few int64, err error) {
	paths, err := readPaths(ctx, ix, &PairQuery{Trees: trees, Hardlinks: true, liveOnly: true})
	if err != nil {
		return 0, 0, err
	}
	sizes, err := ix.SizesOf(paths.live)
	if err != nil {
		return 0, 0, err
	}
	for id, live := range paths.live {
		if !live {
			continue
		}
		contents++
		if r := &sizes.All[id]; sizes.Count(db.ContentID(id), int(r.Level)) < db.MinShared {
			few++
		}
	}
	return contents, few, nil
}

// compared reports whether a content is on either side.
func (t *pathTable) compared(id db.ContentID) bool { return t.trees.has(id) || t.against.has(id) }

// anyCopies reports whether two compared files have the same bytes.
func (t *pathTable) anyCopies() bool {
	for id, n := range t.trees.refs {
		if n > 1 || n == 1 && t.against.has(db.ContentID(id)) {
			return true
		}
	}
	return false
}

// belongs reports whether a path is in one of the trees, and not in one of the others that
// is nested deeper.
func belongs(path db.FilePath, trees, others []string) bool {
	innermost := func(trees []string) int {
		n := 0
		for _, t := range trees {
			if path.In(t) {
				n = max(n, len(t))
			}
		}
		return n
	}
	n := innermost(trees)
	return n > 0 && n >= innermost(others)
}
