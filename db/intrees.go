package db

import (
	"context"
	"slices"
	"strings"
)

// InTrees reports whether a clean absolute path is one of the trees or is in one. Without
// trees it returns true.
func InTrees(path string, trees []string) bool {
	for _, t := range trees {
		if t == "/" || path == t || strings.HasPrefix(path, t) && path[len(t)] == '/' {
			return true
		}
	}
	return len(trees) == 0
}

// EachEntryIn is EachEntry for the files in some trees, and for all without any. Cost: a look-up for
// each directory in the trees if these are few, and that of EachEntry otherwise.
func (ix *Index) EachEntryIn(ctx context.Context, trees []string, use func(path FilePath, e *DirEntry) error) error {
	in := func(path FilePath, e *DirEntry) error {
		if len(trees) > 0 && !slices.ContainsFunc(trees, path.In) {
			return nil
		}
		return use(path, e)
	}
	few, err := ix.fewDirectoriesIn(trees)
	if err != nil {
		return err
	}
	if few == nil {
		return ix.EachEntry(ctx, in)
	}
	known := &dirPaths{}
	for _, d := range few {
		if err := ctx.Err(); err != nil {
			return err
		}
		path, err := ix.pathOf(d, known)
		if err != nil {
			return err
		}
		if err := ix.eachEntryOf(d, path, in); err != nil {
			return err
		}
	}
	return nil
}

// Up to fewDirectories with fewEntries are looked up, which takes some 5 ms.
const (
	fewDirectories = 1024
	fewEntries     = 64 << 10
)

// someDirectories are directories in some trees, as long as they are few.
type someDirectories struct {
	all     []*directory
	walked  map[DirID]bool // with all below them
	only    map[DirID]bool // themselves, for the sake of a tree that is a file
	entries int
}

// add reports whether there are still few with a directory.
func (s *someDirectories) add(d *directory) bool {
	if !s.walked[d.id] && !s.only[d.id] {
		s.all, s.entries = append(s.all, d), s.entries+len(d.entries)
	}
	return len(s.all) <= fewDirectories && s.entries <= fewEntries
}

// fewDirectoriesIn returns the directories in some trees, and that of a tree that is a file. It
// returns nil if they are many, or if there are no trees.
func (ix *Index) fewDirectoriesIn(trees []string) ([]*directory, error) {
	if len(trees) == 0 {
		return nil, nil
	}
	few := &someDirectories{all: []*directory{}, walked: map[DirID]bool{}, only: map[DirID]bool{}}
	for _, tree := range trees {
		path, ok := ix.inside(tree)
		if path == "/" {
			return nil, nil
		}
		if !ok {
			continue
		}
		if are, err := ix.addDirectories(few, path); err != nil || !are {
			return nil, err
		}
	}
	return few.all, nil
}

// addDirectories adds the directories at a path and below, or that of a file, and reports whether
// they are still few. One directory is read at a time.
func (ix *Index) addDirectories(few *someDirectories, path string) (are bool, err error) {
	d, err := ix.directoryAt(path)
	if err != nil {
		return false, err
	}
	if d == nil {
		parent, _ := splitPath(path)
		if d, err = ix.directoryAt(parent); err != nil || d == nil {
			return err == nil, err
		}
		are = few.add(d)
		few.only[d.id] = true
		return are, nil
	}
	for next := []DirID{}; ; {
		if !few.walked[d.id] {
			if !few.add(d) {
				return false, nil
			}
			few.walked[d.id] = true
			for i := range d.entries {
				if id := d.entries[i].dir; id != 0 {
					next = append(next, id)
				}
			}
		}
		if len(next) == 0 {
			return true, nil
		}
		id := next[len(next)-1]
		next = next[:len(next)-1]
		if d, err = ix.directory(id); err != nil {
			return false, err
		}
		if d == nil {
			return false, ix.Damaged("directory %d does not exist", id)
		}
	}
}
