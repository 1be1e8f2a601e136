package db

import (
	"cmp"
	"context"
	"slices"
	"strings"

	fileview "alike/fingerprint/view"
)

// Duplicates calls emit for every set of byte-identical files with at least two
// paths in the trees (nil: anywhere), most bytes that could be saved first, then
// by path. Memory grows with the number of files that have copies, and under the code
// view with that of contents, at some 25 bytes each.
func (ix *Index) Duplicates(ctx context.Context, trees []string, emit func(Duplicates) error) error {
	same, err := ix.sameBytes()
	if err != nil {
		return err
	}
	return ix.duplicates(ctx, trees, same, nil, emit)
}

// sameBytes finds the contents of the same bytes, which under the code view are
// several where their names tell several languages. It returns by content the first
// one of its bytes; nil, as in every other view, if each is its own.
func (ix *Index) sameBytes() (same []ContentID, err error) {
	if fileview.Kind(ix.root.View) != fileview.FoldCode {
		return nil, nil
	}
	same = make([]ContentID, ix.root.NextContent)
	var sums sumTable
	sums.reserve(int(ix.root.Named))
	return same, ix.eachContent(func(id ContentID, row contentRow) error {
		prefix := sumPrefix(row.Checksum[:])
		first, err := sums.find(prefix, func(of ContentID) (bool, error) {
			other, _, err := ix.content(of)
			return other.Checksum == row.Checksum, err
		})
		if same[id] = cmp.Or(first, id); first == 0 {
			sums.add(prefix, id)
		}
		return err
	})
}

// duplicates is Duplicates of contents that are told apart but for those that same, if
// it is not nil, has as one; if late is not nil, of those sets only that have a file
// which came by a scan that is late.
func (ix *Index) duplicates(ctx context.Context, trees []string, same []ContentID, late func(ScanID) bool, emit func(Duplicates) error) error {
	sets, err := ix.copies(ctx, trees, same, late)
	if err != nil {
		return err
	}
	all := make([]*Duplicates, 0, len(sets))
	found := make(map[ContentID]*Duplicates, len(sets))
	err = ix.eachContent(func(id ContentID, row contentRow) error {
		first := firstOf(same, id)
		paths, ok := sets[first]
		if !ok {
			return nil
		}
		d := found[first]
		if d == nil {
			slices.SortFunc(paths, func(a, b copyOf) int { return strings.Compare(a.path, b.path) })
			d = &Duplicates{Size: row.Size, Checksum: row.Checksum, id: id, Files: make([]File, len(paths))}
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
	slices.SortFunc(all, func(a, b *Duplicates) int {
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
func (d *Duplicates) fill(id ContentID, row *contentRow, paths []copyOf) {
	for i, p := range paths {
		if p.content != id {
			continue
		}
		d.Files[i] = File{
			Path: p.path, Size: row.Size, Level: row.Level, Fingerprints: row.fingerprints(), Copies: len(paths) - 1,
		}
	}
}

// firstOf returns the content that a content is one with.
func firstOf(same []ContentID, id ContentID) ContentID {
	if same == nil {
		return id
	}
	return same[id]
}

// saved is how many bytes would be free if one of the files were left.
func (d *Duplicates) saved() int64 { return d.Size * int64(len(d.Files)-1) }

// copyOf is one of several files with the same bytes.
type copyOf struct {
	path    string
	came    ScanID
	content ContentID
}

// copies returns the files of the contents that have at least two in the trees,
// as duplicates does.
func (ix *Index) copies(ctx context.Context, trees []string, same []ContentID, late func(ScanID) bool) (map[ContentID][]copyOf, error) {
	refs := make([]int32, ix.root.NextContent)
	asked := make([]bool, ix.root.NextContent)
	err := ix.eachFile(ctx, func(dir string, e *dirEntry) error {
		if inTrees(joinPath(dir, e.Name), trees) {
			id := firstOf(same, e.Content)
			refs[id]++
			asked[id] = asked[id] || late == nil || late(e.came)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sets := map[ContentID][]copyOf{}
	if !anySet(refs, asked) {
		return sets, nil
	}
	err = ix.eachFile(ctx, func(dir string, e *dirEntry) error {
		id := firstOf(same, e.Content)
		if refs[id] < 2 || !asked[id] {
			return nil
		}
		if path := joinPath(dir, e.Name); inTrees(path, trees) {
			sets[id] = append(sets[id], copyOf{path, e.came, e.Content})
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
