package search

import (
	"context"

	"alike/db"
)

// pathTable records which contents have a path, in the trees of a search and elsewhere. It
// takes about 40 bytes for each content that was ever entered, and the paths of the
// directories.
type pathTable struct {
	live    []bool    // by content: some path names it
	trees   *pathSide // paths in PairQuery.Trees
	against *pathSide // paths in PairQuery.Against; nil without these
}

// pathSide holds, for every content with a path in some trees, the bytewise smallest such
// path and the number of such paths.
type pathSide struct {
	best []db.FilePath // by content
	refs []int32       // by content
}

func newPathSide(contents db.ContentID) *pathSide {
	return &pathSide{make([]db.FilePath, contents), make([]int32, contents)}
}

func (s *pathSide) has(id db.ContentID) bool { return s != nil && s.refs[id] > 0 }

func (s *pathSide) add(id db.ContentID, f db.FilePath) {
	if s.refs[id] == 0 || f.Compare(s.best[id]) < 0 {
		s.best[id] = f
	}
	s.refs[id]++
}

// file returns a content under its smallest path on the side.
func (s *pathSide) file(sizes *db.Sizes, id db.ContentID) File {
	r := &sizes.All[id]
	return File{
		Path: s.best[id].String(), Size: r.Size, Level: int(r.Level),
		Fingerprints: sizes.Count(id, int(r.Level)), Copies: int(s.refs[id]) - 1,
	}
}

// readPaths reads all directories of the index. Without trees it takes all files.
func readPaths(ctx context.Context, ix *db.Index, trees, against []string) (*pathTable, error) {
	n := ix.NextContent()
	t := &pathTable{live: make([]bool, n), trees: newPathSide(n)}
	if len(against) > 0 {
		t.against = newPathSide(n)
	}
	err := ix.EachFile(ctx, func(f db.FilePath, e *db.DirEntry) error {
		t.live[e.Content] = true
		if len(trees) == 0 && t.against == nil {
			t.trees.add(e.Content, f)
			return nil
		}
		switch path := f.String(); {
		case belongs(path, trees, against):
			t.trees.add(e.Content, f)
		case t.against != nil && belongs(path, against, trees):
			t.against.add(e.Content, f)
		}
		return nil
	})
	return t, err
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
func belongs(path string, trees, others []string) bool {
	innermost := func(trees []string) int {
		n := 0
		for _, t := range trees {
			if db.InTrees(path, []string{t}) {
				n = max(n, len(t))
			}
		}
		return n
	}
	n := innermost(trees)
	return n > 0 && n >= innermost(others)
}
