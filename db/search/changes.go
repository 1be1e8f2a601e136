package search

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"alike/db"
)

// Changes calls emit for every file that is new, has another content or is gone since the
// end of a scan, by kind and then by path. A file that vanished and came back has changed
// only if its content differs. A file that changed and changed back has changed. A file
// that appeared and vanished in between is not reported. The scan must be 0 or one of
// db.Index.Scans. If fold is not nil, it is called for every new file first, and emit is
// not called for those for which it returns true. Such files take no memory.
//
// Cost: all directories are read. Memory: 28 bytes for each content of the index, 16 for
// each copy and some hundred for each change.
func Changes(ctx context.Context, ix *db.Index, after db.ScanID, fold func(db.FilePath, *db.DirEntry) bool, emit func(Change) error) error {
	c := &changeSearch{ix: ix, after: after, fold: fold, files: newFileCounts(ix.NextContent()), gone: map[string]db.GoneFile{}}
	var err error
	if c.sizes, err = ix.Sizes(); err != nil {
		return err
	}
	err = ix.EachGone(ctx, after, func(_ db.ScanID, g db.GoneFile) error {
		if g.FirstScan <= after {
			c.gone[g.String()] = g
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := ix.EachFile(ctx, c.addFile); err != nil {
		return err
	}
	c.files.fold()
	if err := c.resolveGone(); err != nil {
		return err
	}
	for i := range c.found {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(c.change(&c.found[i])); err != nil {
			return err
		}
	}
	return nil
}

type changeSearch struct {
	ix    *db.Index
	after db.ScanID
	fold  func(db.FilePath, *db.DirEntry) bool
	sizes *db.Sizes
	files *fileCounts
	found []changed
	gone  map[string]db.GoneFile // by path: files that existed at the end of the scan
}

// changed is a file that changed. For a file that is gone, Dir is empty and Name is the
// whole path.
type changed struct {
	db.FilePath
	kind    ChangeKind
	content db.ContentID
}

// addFile notes whether an existing file changed.
func (c *changeSearch) addFile(path db.FilePath, e *db.DirEntry) error {
	c.files.add(e.Content, fileID(&e.Stat), false)
	if e.ContentScan <= c.after {
		return nil
	}
	kind := FileNew
	if e.FirstScan <= c.after {
		kind = FileChanged
	} else if c.fold != nil && c.fold(path, e) {
		return nil
	}
	c.found = append(c.found, changed{path, kind, e.Content})
	return nil
}

// resolveGone judges the files that vanished and came back, adds the files that are gone,
// and sorts all changes.
func (c *changeSearch) resolveGone() error {
	kept := c.found[:0]
	for _, f := range c.found {
		if len(c.gone) > 0 && f.kind == FileNew {
			path := f.String()
			if g, ok := c.gone[path]; ok {
				delete(c.gone, path)
				row, err := c.ix.Content(f.content)
				if err != nil {
					return err
				}
				if g.ContentScan <= c.after && row.Checksum.Prefix() == g.Sum {
					continue
				}
				f.kind = FileChanged
			}
		}
		kept = append(kept, f)
	}
	for path := range c.gone {
		kept = append(kept, changed{db.FilePath{Name: path}, FileGone, 0})
	}
	c.found = kept
	sort.Slice(c.found, func(i, j int) bool {
		a, b := &c.found[i], &c.found[j]
		if a.kind != b.kind || a.kind != FileGone {
			return cmp.Or(cmp.Compare(a.kind, b.kind), a.Compare(b.FilePath)) < 0
		}
		return a.Name < b.Name
	})
	return nil
}

func (c *changeSearch) change(f *changed) Change {
	if f.kind == FileGone {
		g := c.gone[f.Name]
		return Change{FileGone, File{Path: g.String(), Size: g.Size, Level: g.Level, Fingerprints: g.Fingerprints}}
	}
	r := &c.sizes.All[f.content]
	return Change{f.kind, File{
		Path: f.String(), Size: r.Size, Level: int(r.Level),
		Fingerprints: c.sizes.Count(f.content, int(r.Level)), Copies: int(c.files.refs[f.content]) - 1,
	}}
}

// NewRoots returns the roots whose first scan came after a scan, without roots inside
// others, in bytewise order of path. If there were scans since, it reads all directories.
func NewRoots(ctx context.Context, ix *db.Index, after db.ScanID) (roots []*NewRoot, err error) {
	trees, scans := ix.Trees(), ix.Scans()
	scannedSince := false
	for _, t := range trees {
		inside := slices.ContainsFunc(trees, func(o db.Tree) bool {
			return o.Path != t.Path && db.InTrees(t.Path, []string{o.Path})
		})
		if t.First > after && !inside {
			roots = append(roots, &NewRoot{Path: t.Path, First: t.First, later: map[string]bool{}})
			scannedSince = scannedSince || t.First < scans[len(scans)-1].ID
		}
	}
	if !scannedSince {
		return roots, nil
	}
	return roots, ix.EachEntry(ctx, func(path db.FilePath, e *db.DirEntry) error {
		if e.ContentScan <= after {
			return nil
		}
		if r := NewRootOf(roots, path.Dir.String()); r != nil && e.ContentScan > r.First {
			r.later[path.String()] = true
		}
		return nil
	})
}

// NewRootOf returns the root that contains a path, or nil.
func NewRootOf(roots []*NewRoot, path string) *NewRoot {
	for _, r := range roots {
		if db.InTrees(path, []string{r.Path}) {
			return r
		}
	}
	return nil
}

// CountPair counts a pair in the root of its first file if the first scans of roots found
// both files as they are. It reports whether they did.
func CountPair(roots []*NewRoot, p *Pair) bool {
	a, b := NewRootOf(roots, p.A.Path), NewRootOf(roots, p.B.Path)
	if a == nil || b == nil || a.later[p.A.Path] || b.later[p.B.Path] {
		return false
	}
	a.Pairs++
	return true
}
