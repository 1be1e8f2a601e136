package search

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"

	"alike/db"
	"alike/db/inorder"
	"alike/fingerprint"
)

// Duplicates calls emit for every set of at least two byte-identical files, by the bytes
// that could be saved, most first, and then by path. Memory grows with the number of files
// that have copies, and under the code view with the number of contents, at some 25 bytes
// each.
func Duplicates(ctx context.Context, ix *db.Index, q DuplicateQuery, emit func(DuplicateSet) error) error {
	same, err := ix.SameBytes()
	if err != nil {
		return err
	}
	return duplicates(ctx, ix, duplicateQuery{DuplicateQuery: q, same: same}, emit)
}

// duplicateQuery is a DuplicateQuery with further restrictions.
type duplicateQuery struct {
	DuplicateQuery
	// against holds the trees of a second side. A path on one side is no link of one on
	// the other.
	against []string
	// same maps each content to the first one with the same bytes, and these count as one;
	// nil keeps them apart.
	same []db.ContentID
	// isNew, if not nil, leaves out sets without a content from a new scan.
	isNew func(db.ScanID) bool
}

// admits reports whether a path is in the trees and Admit admits it.
func (q *duplicateQuery) admits(path string) bool {
	return (q.Admit == nil || q.Admit(path)) &&
		(db.InTrees(path, q.Trees) || len(q.against) > 0 && db.InTrees(path, q.against))
}

func duplicates(ctx context.Context, ix *db.Index, q duplicateQuery, emit func(DuplicateSet) error) error {
	sets, err := copies(ctx, ix, &q)
	if err != nil {
		return err
	}
	all := make([]*DuplicateSet, 0, len(sets))
	found := make(map[db.ContentID]*DuplicateSet, len(sets))
	err = ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		first := firstOf(q.same, id)
		paths, ok := sets[first]
		if !ok {
			return nil
		}
		d := found[first]
		if d == nil {
			d = &DuplicateSet{Size: row.Size, Checksum: row.Checksum, id: id, copies: paths, Files: make([]File, len(paths))}
			if q.Hardlinks {
				d.links = len(paths) - len(foldLinks(slices.Clone(paths)))
			}
			if ix.Imported() {
				d.hosts = hostsOf(paths)
			}
			found[first], all = d, append(all, d)
		}
		d.fill(id, &row)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	if all, err = beyond(q.Base, ix, all); err != nil {
		return err
	}
	err = inorder.Sort(ctx, all, func(a, b *DuplicateSet) int {
		return cmp.Or(cmp.Compare(b.Savings(), a.Savings()), cmp.Compare(a.Files[0].Path, b.Files[0].Path))
	})
	if err != nil {
		return err
	}
	for _, d := range all {
		if err := emit(*d); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// beyond returns the sets that are not entirely in the base. It looks up the fingerprints of each.
func beyond(b *Base, ix *db.Index, sets []*DuplicateSet) ([]*DuplicateSet, error) {
	if b == nil {
		return sets, nil
	}
	q, kept := PairQuery{Base: b}, sets[:0]
	var set fingerprint.Set
	for _, d := range sets {
		row, err := q.content(ix, d.id)
		if err == nil {
			set, err = ix.Fingerprints(d.id, row.Fingerprints(), set[:0])
		}
		if err != nil {
			return nil, err
		}
		if _, covered := b.covers(row.Content, set.AtLevel(row.Level)); !covered {
			kept = append(kept, d)
		}
	}
	return kept, nil
}

// hostsOf counts the hosts of files in bytewise order of path, host:/path.
func hostsOf(files []copyOf) (hosts int) {
	last := ""
	for _, f := range files {
		if host, _, _ := strings.Cut(f.path, ":"); host != last || hosts == 0 {
			last, hosts = host, hosts+1
		}
	}
	return hosts
}

func (d *DuplicateSet) fill(id db.ContentID, row *db.StoredContent) {
	for i, p := range d.copies {
		if p.content != id {
			continue
		}
		d.Files[i] = fileOf(row)
		d.Files[i].Path, d.Files[i].Copies = p.path, len(d.copies)-1
		if len(p.links) > 0 {
			d.Files[i].Aliases = &Aliases{Links: p.links}
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

// copies returns, by content, the files of the contents with at least two files in the
// trees, in bytewise order of path.
func copies(ctx context.Context, ix *db.Index, q *duplicateQuery) (map[db.ContentID][]copyOf, error) {
	refs := make([]int32, ix.NextContent())
	wanted := make([]bool, ix.NextContent())
	err := ix.EachFile(ctx, func(path db.FilePath, e *db.DirEntry) error {
		if len(q.Trees) == 0 && q.Admit == nil || q.admits(path.String()) {
			id := firstOf(q.same, e.Content)
			refs[id]++
			wanted[id] = wanted[id] || q.isNew == nil || q.isNew(e.ContentScan)
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
		id := firstOf(q.same, e.Content)
		if refs[id] < 2 || !wanted[id] {
			return nil
		}
		if path := file.String(); q.admits(path) {
			c := copyOf{path: path, mtime: e.MTime, file: fileID(&e.Stat), scan: e.ContentScan, content: e.Content}
			c.second = len(q.against) > 0 && !belongs(file, q.Trees, q.against)
			sets[id] = append(sets[id], c)
		}
		return nil
	})
	for id, paths := range sets {
		sort.Slice(paths, func(i, j int) bool { return paths[i].path < paths[j].path })
		if !q.Hardlinks {
			sets[id] = foldLinks(paths)
		}
		if len(sets[id]) < 2 {
			delete(sets, id)
		}
	}
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
