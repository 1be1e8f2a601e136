package search

import (
	"context"

	"alike/db"
)

// pathTable knows which contents have a path, in the trees of a search or
// elsewhere. It holds about 40 bytes for each content that was ever entered, and
// the paths of the directories.
type pathTable struct {
	named []bool    // by any path, by content
	here  *pathSide // in the trees
	there *pathSide // in those of the other side; nil without one
}

// pathSide knows, for every content that has a path in some trees, the bytewise
// smallest such path and how many there are.
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

// readPaths reads all directories of the index. With trees, only files in them
// have a path on the side that is here; whether a content is named counts
// everywhere.
func readPaths(ctx context.Context, ix *db.Index, trees, against []string) (*pathTable, error) {
	n := ix.NextContent()
	t := &pathTable{named: make([]bool, n), here: newPathSide(n)}
	if len(against) > 0 {
		t.there = newPathSide(n)
	}
	err := ix.EachFile(ctx, func(f db.FilePath, e *db.DirEntry) error {
		t.named[e.Content] = true
		if len(trees) == 0 && t.there == nil {
			t.here.add(e.Content, f)
			return nil
		}
		switch path := f.String(); {
		case isHere(path, trees, against):
			t.here.add(e.Content, f)
		case t.there != nil && isHere(path, against, trees):
			t.there.add(e.Content, f)
		}
		return nil
	})
	return t, err
}

// compared reports whether a content is on either side.
func (t *pathTable) compared(id db.ContentID) bool { return t.here.has(id) || t.there.has(id) }

// anyCopies reports whether two compared files have the same bytes.
func (t *pathTable) anyCopies() bool {
	for id, n := range t.here.refs {
		if n > 1 || n == 1 && t.there.has(db.ContentID(id)) {
			return true
		}
	}
	return false
}

// isHere reports whether a path lies in one of the trees, and in none of the
// others that lies further in.
func isHere(path string, trees, others []string) bool {
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
