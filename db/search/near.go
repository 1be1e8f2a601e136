package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alike/db"
	"alike/db/hamming"
)

// NearQuery asks for the documents near one hash.
type NearQuery struct {
	Hash     hamming.Document
	Distance int
	// Except is a path that is not reported, for a query about an indexed file.
	Except string
}

// NearMatch is a file whose simhash is near.
type NearMatch struct {
	File     File
	Distance int
	Content  db.ContentID // for a Scorer
	Checksum db.Checksum
}

// NearMatch calls use for every content whose simhash differs from the query's in at most
// so many bits, by distance and then by path. Of one too short to judge that are
// the contents with the same hash that are too short as well, and no others.
//
// Cost: the buckets within the radii are read, or all hashes where that is less; a block of
// 512 costs its checksum the first time that it is looked into. Each directory with
// any of the files is read once.
func Near(ctx context.Context, ix *db.Index, q NearQuery, use func(NearMatch) error) error {
	found, err := ix.NearHashes(ctx, q.Hash, q.Distance)
	if err != nil {
		return err
	}
	ids := make([]db.ContentID, len(found))
	for i, f := range found {
		ids[i] = db.ContentID(f.Document)
	}
	names, err := ix.PathsOf(ctx, ids, q.Except)
	if err != nil {
		return err
	}
	var all []NearMatch
	for _, f := range found {
		if err := ctx.Err(); err != nil {
			return err
		}
		id := db.ContentID(f.Document)
		row, err := ix.Content(id)
		if err != nil {
			return err
		}
		if n, ok := names[id]; ok { // else no path names it
			file := File{Path: n.Smallest, Size: row.Size, Level: row.Level, Fingerprints: row.Fingerprints(), Copies: n.Count - 1}
			all = append(all, NearMatch{file, f.Distance, id, row.Checksum})
		}
	}
	slices.SortFunc(all, func(a, b NearMatch) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), strings.Compare(a.File.Path, b.File.Path))
	})
	for _, n := range all {
		if err := use(n); err != nil {
			return err
		}
	}
	return nil
}
