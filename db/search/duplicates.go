package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/db"
)

// Duplicates calls emit for every set of byte-identical files with at least two paths in
// the trees, by the bytes that could be saved, most first, and then by path. Without trees
// it covers the whole index. Memory grows with the number of files that have copies, and
// under the code view with the number of contents, at some 25 bytes each.
func Duplicates(ctx context.Context, ix *db.Index, trees []string, emit func(DuplicateSet) error) error {
	same, err := ix.SameBytes()
	if err != nil {
		return err
	}
	return duplicates(ctx, ix, trees, same, nil, emit)
}

// duplicates is Duplicates with two more parameters. If same is not nil, it maps each
// content to the first one with the same bytes, and these count as one. If isNew is not
// nil, it skips sets without a content from a new scan and fills in DuplicateSet.scans.
func duplicates(ctx context.Context, ix *db.Index, trees []string, same []db.ContentID, isNew func(db.ScanID) bool, emit func(DuplicateSet) error) error {
	sets, err := copies(ctx, ix, trees, same, isNew)
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
			if isNew != nil {
				for _, p := range paths {
					d.scans = append(d.scans, p.scan)
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

// firstOf returns the first content with the same bytes.
func firstOf(same []db.ContentID, id db.ContentID) db.ContentID {
	if same == nil {
		return id
	}
	return same[id]
}

// saved returns how many bytes keeping only one of the files would free.
func (d *DuplicateSet) saved() int64 { return d.Size * int64(len(d.Files)-1) }

// copyOf is one of several files with the same bytes.
type copyOf struct {
	path    string
	scan    db.ScanID
	content db.ContentID
}

// copies returns, by content, the files of the contents with at least two files in the
// trees. Its parameters are as in duplicates.
func copies(ctx context.Context, ix *db.Index, trees []string, same []db.ContentID, isNew func(db.ScanID) bool) (map[db.ContentID][]copyOf, error) {
	refs := make([]int32, ix.NextContent())
	wanted := make([]bool, ix.NextContent())
	err := ix.EachFile(ctx, func(path db.FilePath, e *db.DirEntry) error {
		if len(trees) == 0 || db.InTrees(path.String(), trees) {
			id := firstOf(same, e.Content)
			refs[id]++
			wanted[id] = wanted[id] || isNew == nil || isNew(e.ContentScan)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sets := map[db.ContentID][]copyOf{}
	if !anyDuplicates(refs, wanted) {
		return sets, nil
	}
	err = ix.EachFile(ctx, func(file db.FilePath, e *db.DirEntry) error {
		id := firstOf(same, e.Content)
		if refs[id] < 2 || !wanted[id] {
			return nil
		}
		if path := file.String(); db.InTrees(path, trees) {
			sets[id] = append(sets[id], copyOf{path, e.ContentScan, e.Content})
		}
		return nil
	})
	return sets, err
}

// anyDuplicates reports whether a wanted content has several paths.
func anyDuplicates(refs []int32, wanted []bool) bool {
	for id, n := range refs {
		if n > 1 && wanted[id] {
			return true
		}
	}
	return false
}
