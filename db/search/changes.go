package search

import (
	"cmp"
	"context"
	"slices"

	"alike/db"
)

// Changes calls emit for every file that is new, has another content, or is gone
// since the end of a scan, by kind and then by path. A file that was gone for a
// while and is what it was is not among them; one that came back with another
// content has changed, and as well one that changed and changed back. What came and
// went in between is not told of. The scan must be 0 or one that Scans has.
//
// Cost: all directories are read. Memory: 20 bytes for each content that the index
// holds and some hundred for each change.
func Changes(ctx context.Context, ix *db.Index, after db.ScanID, emit func(Change) error) error {
	c := &changeSearch{ix: ix, after: after, refs: make([]int32, ix.NextContent()), gone: map[string]db.GoneFile{}}
	var err error
	if c.sizes, err = ix.Sizes(); err != nil {
		return err
	}
	err = ix.EachGone(ctx, after, func(_ db.ScanID, g db.GoneFile) error {
		if g.FirstScan <= after {
			c.gone[g.Path] = g
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := ix.EachFile(ctx, c.file); err != nil {
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
	ix    *db.Index
	after db.ScanID
	sizes *db.Sizes
	refs  []int32 // paths by content
	found []changed
	gone  map[string]db.GoneFile // that were there after the scan, by path
}

// changed is a file that changed; of one that is gone it is only the path, dir
// being empty.
type changed struct {
	db.FilePath
	kind    ChangeKind
	content db.ContentID
}

// file looks at a file that there is.
func (c *changeSearch) file(path db.FilePath, e *db.DirEntry) error {
	c.refs[e.Content]++
	if e.ContentScan <= c.after {
		return nil
	}
	kind := FileNew
	if e.FirstScan <= c.after {
		kind = FileChanged
	}
	c.found = append(c.found, changed{path, kind, e.Content})
	return nil
}

// settle sees to files that were gone and came back, and puts all in order.
func (c *changeSearch) settle() error {
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
	slices.SortFunc(c.found, func(a, b changed) int {
		if a.kind != b.kind || a.kind != FileGone {
			return cmp.Or(cmp.Compare(a.kind, b.kind), a.Compare(b.FilePath))
		}
		return cmp.Compare(a.Name, b.Name)
	})
	return nil
}

// change spells a change out.
func (c *changeSearch) change(f *changed) Change {
	if f.kind == FileGone {
		g := c.gone[f.Name]
		return Change{FileGone, File{Path: g.Path, Size: g.Size, Level: g.Level, Fingerprints: g.Fingerprints}}
	}
	r := &c.sizes.All[f.content]
	return Change{f.kind, File{
		Path: f.String(), Size: r.Size, Level: int(r.Level),
		Fingerprints: c.sizes.Count(f.content, int(r.Level)), Copies: int(c.refs[f.content]) - 1,
	}}
}
