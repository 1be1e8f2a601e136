package db

import (
	"cmp"
	"context"
	"slices"
)

// Changes calls emit for every file that is new, has another content, or is gone
// since the end of a scan, by kind and then by path. A file that was gone for a
// while and is what it was is not among them; one that came back with another
// content has changed, and as well one that changed and changed back. What came and
// went in between is not told of. The scan must be 0 or one that Scans has.
//
// Cost: all directories are read. Memory: 20 bytes for each content that the index
// holds and some hundred for each change.
func (ix *Index) Changes(ctx context.Context, after ScanID, emit func(Change) error) error {
	c := &changeSearch{ix: ix, after: after, refs: make([]int32, ix.root.NextContent), gone: map[string]goneFile{}}
	var err error
	if c.sizes, err = ix.contentSizes(); err != nil {
		return err
	}
	err = ix.eachGone(ctx, after, func(_ ScanID, g goneFile) error {
		if g.born <= after {
			c.gone[g.path] = g
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := ix.eachFile(ctx, c.file); err != nil {
		return err
	}
	if err := c.settle(); err != nil {
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

// changeSearch is one search for changes.
type changeSearch struct {
	ix    *Index
	after ScanID
	sizes *contentSizes
	refs  []int32 // paths by content
	found []changed
	gone  map[string]goneFile // that were there after the scan, by path
}

// changed is a file that changed; of one that is gone it is only the path, dir
// being empty.
type changed struct {
	namedFile
	kind    ChangeKind
	content ContentID
}

// file looks at a file that there is.
func (c *changeSearch) file(dir string, e *dirEntry) error {
	c.refs[e.Content]++
	if e.came <= c.after {
		return nil
	}
	kind := FileNew
	if e.born <= c.after {
		kind = FileChanged
	}
	c.found = append(c.found, changed{namedFile{dir, e.Name}, kind, e.Content})
	return nil
}

// settle sees to files that were gone and came back, and puts all in order.
func (c *changeSearch) settle() error {
	kept := c.found[:0]
	for _, f := range c.found {
		if len(c.gone) > 0 && f.kind == FileNew {
			path := f.path()
			if g, ok := c.gone[path]; ok {
				delete(c.gone, path)
				row, _, err := c.ix.content(f.content)
				if err != nil {
					return err
				}
				if g.came <= c.after && sumPrefix(row.Checksum[:]) == g.sum {
					continue
				}
				f.kind = FileChanged
			}
		}
		kept = append(kept, f)
	}
	for path := range c.gone {
		kept = append(kept, changed{namedFile{name: path}, FileGone, 0})
	}
	c.found = kept
	slices.SortFunc(c.found, func(a, b changed) int {
		if a.kind != b.kind || a.kind != FileGone {
			return cmp.Or(cmp.Compare(a.kind, b.kind), a.compare(b.namedFile))
		}
		return cmp.Compare(a.name, b.name)
	})
	return nil
}

// change spells a change out.
func (c *changeSearch) change(f *changed) Change {
	if f.kind == FileGone {
		g := c.gone[f.name]
		return Change{FileGone, File{Path: g.path, Size: g.size, Level: g.level, Fingerprints: g.fingerprints}}
	}
	r := &c.sizes.all[f.content]
	return Change{f.kind, File{
		Path: f.path(), Size: r.size, Level: int(r.level),
		Fingerprints: c.sizes.count(f.content, int(r.level)), Copies: int(c.refs[f.content]) - 1,
	}}
}
