package db

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
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
	best []FilePath // by content
	refs []int32    // by content
}

func newPathSide(contents ContentID) *pathSide {
	return &pathSide{make([]FilePath, contents), make([]int32, contents)}
}

func (s *pathSide) has(id ContentID) bool { return s != nil && s.refs[id] > 0 }

func (s *pathSide) add(id ContentID, f FilePath) {
	if s.refs[id] == 0 || f.Compare(s.best[id]) < 0 {
		s.best[id] = f
	}
	s.refs[id]++
}

// FilePath is the path of a file, of which many share the directory. String spells it
// out.
type FilePath struct {
	Dir  string
	Name string
}

func (f FilePath) String() string { return joinPath(f.Dir, f.Name) }

// Compare orders paths bytewise, without building them.
func (f FilePath) Compare(g FilePath) int {
	if f.Dir == g.Dir {
		return strings.Compare(f.Name, g.Name)
	}
	if n := commonPrefix(f.Dir, g.Dir); n < len(f.Dir) && n < len(g.Dir) {
		return cmp.Compare(f.Dir[n], g.Dir[n])
	}
	return strings.Compare(f.String(), g.String())
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// readPaths reads all directories of the index. With trees, only files in them
// have a path on the side that is here; whether a content is named counts
// everywhere.
func (ix *Index) readPaths(ctx context.Context, trees, against []string) (*pathTable, error) {
	n := ix.root.NextContent
	t := &pathTable{named: make([]bool, n), here: newPathSide(n)}
	if len(against) > 0 {
		t.there = newPathSide(n)
	}
	err := ix.EachFile(ctx, func(f FilePath, e *DirEntry) error {
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
func (t *pathTable) compared(id ContentID) bool { return t.here.has(id) || t.there.has(id) }

// anyCopies reports whether two compared files have the same bytes.
func (t *pathTable) anyCopies() bool {
	for id, n := range t.here.refs {
		if n > 1 || n == 1 && t.there.has(ContentID(id)) {
			return true
		}
	}
	return false
}

// EachFile calls use for every file of the index, in no order. The entry is valid
// during the call.
func (ix *Index) EachFile(ctx context.Context, use func(path FilePath, e *DirEntry) error) error {
	known := map[DirID]string{}
	return ix.eachDirectory(func(d *directory) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		path, err := ix.pathOf(d, known)
		if errors.Is(err, errGone) {
			return nil // a parent has gone, and this with it
		}
		if err != nil {
			return err
		}
		for i := range d.entries {
			e := &d.entries[i]
			if !e.isFile() {
				continue
			}
			if e.Content == 0 || e.Content >= ix.root.NextContent {
				return ix.Damaged("%q names content %d, which there is not", joinPath(path, e.Name), e.Content)
			}
			if err := use(FilePath{path, e.Name}, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// isHere reports whether a path lies in one of the trees, and in none of the
// others that lies further in.
func isHere(path string, trees, others []string) bool {
	innermost := func(trees []string) int {
		n := 0
		for _, t := range trees {
			if InTrees(path, []string{t}) {
				n = max(n, len(t))
			}
		}
		return n
	}
	n := innermost(trees)
	return n > 0 && n >= innermost(others)
}

// InTrees reports whether a clean absolute path is one of the trees or lies in
// one; no trees stand for everything.
func InTrees(path string, trees []string) bool {
	for _, t := range trees {
		if t == "/" || path == t || strings.HasPrefix(path, t) && path[len(t)] == '/' {
			return true
		}
	}
	return len(trees) == 0
}

// Paths are the paths of a content.
type Paths struct {
	Smallest string // bytewise
	Count    int
}

// PathsOf returns the paths of contents, in which the one excepted does not count. A
// content without any other path is left out. Each directory with any of them is read
// once.
func (ix *Index) PathsOf(ctx context.Context, ids []ContentID, except string) (map[ContentID]Paths, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	dirs, err := ix.dirsOf(ids)
	if err != nil {
		return nil, err
	}
	names := map[ContentID]Paths{}
	known := map[DirID]string{}
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := ix.directory(dir)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue // a place may be stale
		}
		above, err := ix.pathOf(d, known)
		if err != nil {
			return nil, err
		}
		for _, e := range d.entries {
			if e.dir != 0 {
				continue
			}
			if _, wanted := slices.BinarySearch(ids, e.Content); !wanted {
				continue
			}
			path := joinPath(above, e.Name)
			if path == except {
				continue
			}
			n := names[e.Content]
			if n.Count == 0 || path < n.Smallest {
				n.Smallest = path
			}
			n.Count++
			names[e.Content] = n
		}
	}
	return names, nil
}
