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
	best []namedFile // by content
	refs []int32     // by content
}

func newPathSide(contents ContentID) *pathSide {
	return &pathSide{make([]namedFile, contents), make([]int32, contents)}
}

func (s *pathSide) has(id ContentID) bool { return s != nil && s.refs[id] > 0 }

func (s *pathSide) add(id ContentID, f namedFile) {
	if s.refs[id] == 0 || f.compare(s.best[id]) < 0 {
		s.best[id] = f
	}
	s.refs[id]++
}

// namedFile is a file without its path spelt out.
type namedFile struct {
	dir  string
	name string
}

func (f namedFile) path() string { return joinPath(f.dir, f.name) }

// compare orders files as their paths sort bytewise, without building them.
func (f namedFile) compare(g namedFile) int {
	if f.dir == g.dir {
		return strings.Compare(f.name, g.name)
	}
	if n := commonPrefix(f.dir, g.dir); n < len(f.dir) && n < len(g.dir) {
		return cmp.Compare(f.dir[n], g.dir[n])
	}
	return strings.Compare(f.path(), g.path())
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
	err := ix.eachFile(ctx, func(dir string, e *dirEntry) error {
		t.named[e.Content] = true
		f := namedFile{dir, e.Name}
		if len(trees) == 0 && t.there == nil {
			t.here.add(e.Content, f)
			return nil
		}
		switch path := f.path(); {
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

// eachFile calls use for every file of the index, in no order.
func (ix *Index) eachFile(ctx context.Context, use func(dir string, e *dirEntry) error) error {
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
				return ix.damage("%q names content %d, which there is not", joinPath(path, e.Name), e.Content)
			}
			if err := use(path, e); err != nil {
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
			if inTrees(path, []string{t}) {
				n = max(n, len(t))
			}
		}
		return n
	}
	n := innermost(trees)
	return n > 0 && n >= innermost(others)
}

// inTrees reports whether a clean absolute path is one of the trees or lies in
// one; no trees stand for everything.
func inTrees(path string, trees []string) bool {
	for _, t := range trees {
		if t == "/" || path == t || strings.HasPrefix(path, t) && path[len(t)] == '/' {
			return true
		}
	}
	return len(trees) == 0
}

// pathsOf returns the paths of a content, in no order.
func (ix *Index) pathsOf(id ContentID, known map[DirID]string) ([]string, error) {
	dirs, err := ix.placesOf(id, nil)
	if err != nil {
		return nil, err
	}
	slices.Sort(dirs)
	var paths []string
	for _, dir := range slices.Compact(dirs) {
		d, err := ix.directory(dir)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue // a place may be stale
		}
		path, err := ix.pathOf(d, known)
		if err != nil {
			return nil, err
		}
		for _, e := range d.entries {
			if e.dir == 0 && e.Content == id {
				paths = append(paths, joinPath(path, e.Name))
			}
		}
	}
	return paths, nil
}

// contentName is what a content is called.
type contentName struct {
	path  string // the smallest
	paths int
}

// namesOf returns what contents are called, other than by the path excepted; one that
// has no other path is not there. Each directory that has any of them is read once,
// where pathsOf for each would read one of thousands as many times.
func (ix *Index) namesOf(ctx context.Context, ids []ContentID, except string) (map[ContentID]contentName, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	dirs, err := ix.dirsOf(ids)
	if err != nil {
		return nil, err
	}
	names := map[ContentID]contentName{}
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
			if n.paths == 0 || path < n.path {
				n.path = path
			}
			n.paths++
			names[e.Content] = n
		}
	}
	return names, nil
}
