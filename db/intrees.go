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

// someDirectories are the directories in some trees, as long as they are few.
type someDirectories struct {
	all     []*directory
	seen    map[DirID]bool // trees may be nested
	entries int
}

// add reports whether there are still few with a directory, which may be nil.
func (s *someDirectories) add(d *directory) bool {
	if d != nil && !s.seen[d.id] {
		s.seen[d.id] = true
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
	few := &someDirectories{all: []*directory{}, seen: map[DirID]bool{}}
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
// they are still few.
func (ix *Index) addDirectories(few *someDirectories, path string) (are bool, err error) {
	d, err := ix.directoryAt(path)
	if err != nil {
		return false, err
	}
	if d == nil {
		parent, _ := splitPath(path)
		d, err = ix.directoryAt(parent)
		return err == nil && few.add(d), err
	}
	for next := []*directory{d}; len(next) > 0; {
		d, next = next[len(next)-1], next[:len(next)-1]
		if !few.add(d) {
			return false, nil
		}
		for i := range d.entries {
			e := &d.entries[i]
			if e.dir == 0 || few.seen[e.dir] {
				continue
			}
			if len(next) == fewDirectories {
				return false, nil
			}
			below, err := ix.directory(e.dir)
			if err != nil {
				return false, err
			}
			if below == nil {
				return false, ix.Damaged("directory %d (%q) does not exist", e.dir, e.Name)
			}
			next = append(next, below)
		}
	}
	return true, nil
}
