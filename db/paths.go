package db

import (
	"cmp"
	"context"
	"errors"
	"strings"
)

// pathTable knows, for every content that a path in the trees names, the
// bytewise smallest such path and how many there are. It holds about 40 bytes
// for each content that was ever entered, and the directories' paths.
type pathTable struct {
	best  []namedFile // by content
	refs  []int32     // paths in the trees by content
	named []bool      // by any path, by content
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
// have a path in the table; whether a content is named counts everywhere.
func (ix *Index) readPaths(ctx context.Context, trees []string) (*pathTable, error) {
	t := &pathTable{
		best:  make([]namedFile, ix.root.NextContent),
		refs:  make([]int32, ix.root.NextContent),
		named: make([]bool, ix.root.NextContent),
	}
	err := ix.eachFile(ctx, func(dir string, e *dirEntry) error {
		t.named[e.Content] = true
		f := namedFile{dir, e.Name}
		if len(trees) > 0 && !inTrees(f.path(), trees) {
			return nil
		}
		if t.refs[e.Content] == 0 || f.compare(t.best[e.Content]) < 0 {
			t.best[e.Content] = f
		}
		t.refs[e.Content]++
		return nil
	})
	return t, err
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
			if e.dir != 0 {
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
