package db

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Duplicates calls emit for every set of byte-identical files with at least two
// paths in the trees (nil: anywhere), most bytes that could be saved first, then
// by path. Memory grows with the number of files that have copies.
func (ix *Index) Duplicates(ctx context.Context, trees []string, emit func(Duplicates) error) error {
	return ix.duplicates(ctx, trees, nil, emit)
}

// duplicates is Duplicates, if late is not nil of those sets only that have a file
// which came by a scan that is late.
func (ix *Index) duplicates(ctx context.Context, trees []string, late func(ScanID) bool, emit func(Duplicates) error) error {
	sets, err := ix.copies(ctx, trees, late)
	if err != nil {
		return err
	}
	all := make([]Duplicates, 0, len(sets))
	err = ix.eachContent(func(id ContentID, row contentRow) error {
		paths, ok := sets[id]
		if !ok {
			return nil
		}
		slices.SortFunc(paths, func(a, b copyOf) int { return strings.Compare(a.path, b.path) })
		d := Duplicates{Size: row.Size, Checksum: row.Checksum, id: id}
		for _, p := range paths {
			d.Files = append(d.Files, File{
				Path: p.path, Size: row.Size, Level: row.Level, Fingerprints: row.fingerprints(), Copies: len(paths) - 1,
			})
			if late != nil {
				d.came = append(d.came, p.came)
			}
		}
		all = append(all, d)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b Duplicates) int {
		return cmp.Or(cmp.Compare(b.saved(), a.saved()), cmp.Compare(a.Files[0].Path, b.Files[0].Path))
	})
	for _, d := range all {
		if err := emit(d); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// saved is how many bytes would be free if one of the files were left.
func (d *Duplicates) saved() int64 { return d.Size * int64(len(d.Files)-1) }

// copyOf is one of several files with the same bytes.
type copyOf struct {
	path string
	came ScanID
}

// copies returns the files of the contents that have at least two in the trees,
// as duplicates does.
func (ix *Index) copies(ctx context.Context, trees []string, late func(ScanID) bool) (map[ContentID][]copyOf, error) {
	refs := make([]int32, ix.root.NextContent)
	asked := make([]bool, ix.root.NextContent)
	err := ix.eachFile(ctx, func(dir string, e *dirEntry) error {
		if inTrees(joinPath(dir, e.Name), trees) {
			refs[e.Content]++
			asked[e.Content] = asked[e.Content] || late == nil || late(e.came)
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
		if refs[e.Content] < 2 || !asked[e.Content] {
			return nil
		}
		if path := joinPath(dir, e.Name); inTrees(path, trees) {
			sets[e.Content] = append(sets[e.Content], copyOf{path, e.came})
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
