package db

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
)

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
