package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/db"
)

// DuplicateSet calls emit for every set of byte-identical files with at least two
// paths in the trees (nil: anywhere), most bytes that could be saved first, then
// by path. Memory grows with the number of files that have copies, and under the code
// view with that of contents, at some 25 bytes each.
func Duplicates(ctx context.Context, ix *db.Index, trees []string, emit func(DuplicateSet) error) error {
	same, err := ix.SameBytes()
	if err != nil {
		return err
	}
	return duplicates(ctx, ix, trees, same, nil, emit)
}

// duplicates is DuplicateSet of contents that are told apart but for those that same, if
// it is not nil, has as one; if late is not nil, of those sets only that have a file
// which came by a scan that is late.
func duplicates(ctx context.Context, ix *db.Index, trees []string, same []db.ContentID, late func(db.ScanID) bool, emit func(DuplicateSet) error) error {
	sets, err := copies(ctx, ix, trees, same, late)
	if err != nil {
		return err
	}
	all := make([]*DuplicateSet, 0, len(sets))
	found := make(map[db.ContentID]*DuplicateSet, len(sets))
	err = ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		first := firstOf(same, id)
		paths, ok := sets[first]
		if !ok {
			return nil
		}
		d := found[first]
		if d == nil {
			slices.SortFunc(paths, func(a, b copyOf) int { return strings.Compare(a.path, b.path) })
			d = &DuplicateSet{Size: row.Size, Checksum: row.Checksum, id: id, Files: make([]File, len(paths))}
			if late != nil {
				for _, p := range paths {
					d.came = append(d.came, p.came)
				}
			}
			found[first], all = d, append(all, d)
		}
		d.fill(id, &row, paths)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b *DuplicateSet) int {
		return cmp.Or(cmp.Compare(b.saved(), a.saved()), cmp.Compare(a.Files[0].Path, b.Files[0].Path))
	})
	for _, d := range all {
		if err := emit(*d); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// fill enters the files of a content.
func (d *DuplicateSet) fill(id db.ContentID, row *db.StoredContent, paths []copyOf) {
	for i, p := range paths {
		if p.content != id {
			continue
		}
		d.Files[i] = File{
			Path: p.path, Size: row.Size, Level: row.Level, Fingerprints: row.Fingerprints(), Copies: len(paths) - 1,
		}
	}
}

// firstOf returns the content that a content is one with.
func firstOf(same []db.ContentID, id db.ContentID) db.ContentID {
	if same == nil {
		return id
	}
	return same[id]
}

// saved is how many bytes would be free if one of the files were left.
func (d *DuplicateSet) saved() int64 { return d.Size * int64(len(d.Files)-1) }

// copyOf is one of several files with the same bytes.
type copyOf struct {
	path    string
	came    db.ScanID
	content db.ContentID
}

// copies returns the files of the contents that have at least two in the trees,
// as duplicates does.
func copies(ctx context.Context, ix *db.Index, trees []string, same []db.ContentID, late func(db.ScanID) bool) (map[db.ContentID][]copyOf, error) {
	refs := make([]int32, ix.NextContent())
	asked := make([]bool, ix.NextContent())
	err := ix.EachFile(ctx, func(path db.FilePath, e *db.DirEntry) error {
		if len(trees) == 0 || db.InTrees(path.String(), trees) {
			id := firstOf(same, e.Content)
			refs[id]++
			asked[id] = asked[id] || late == nil || late(e.ContentScan)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sets := map[db.ContentID][]copyOf{}
	if !anySet(refs, asked) {
		return sets, nil
	}
	err = ix.EachFile(ctx, func(file db.FilePath, e *db.DirEntry) error {
		id := firstOf(same, e.Content)
		if refs[id] < 2 || !asked[id] {
			return nil
		}
		if path := file.String(); db.InTrees(path, trees) {
			sets[id] = append(sets[id], copyOf{path, e.ContentScan, e.Content})
		}
		return nil
	})
	return sets, err
}

// anySet reports whether there is a content with several paths that is asked for.
func anySet(refs []int32, asked []bool) bool {
	for id, n := range refs {
		if n > 1 && asked[id] {
			return true
		}
	}
	return false
}
