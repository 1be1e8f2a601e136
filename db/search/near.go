package search

import (
	"cmp"
	"context"
	"sort"
	"strings"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
)

// NearQuery selects documents by simhash.
type NearQuery struct {
	Hash     hamming.Document
	Distance int // largest Hamming distance to Hash, in bits
	// Found, if not nil, holds the shares of the contents to return in place of those near
	// Hash. They are sorted by share.
	Found  map[db.ContentID]fingerprint.Share
	Except Except
	Admit  func(path string) bool // as in PairQuery
}

// NearMatch is a file with a near simhash.
type NearMatch struct {
	File     File
	Distance int               // Hamming distance of the simhashes, in bits
	Share    fingerprint.Share // in NearQuery.Found, or 0
	Content  db.ContentID      // for a Scorer
	Checksum db.Checksum
}

// Near calls emit for every content whose simhash differs from the hash of the query in at
// most q.Distance bits, by distance and then by path. A document too short to judge matches
// only short documents with the same hash.
//
// Cost: see db.Index.NearHashes. Each directory with any of the files is read once.
func Near(ctx context.Context, ix *db.Index, q NearQuery, emit func(NearMatch) error) error {
	var found []hamming.Match
	var err error
	if q.Found == nil {
		if found, err = ix.NearHashes(ctx, q.Hash, q.Distance); err != nil {
			return err
		}
	}
	for id := range q.Found {
		found = append(found, hamming.Match{Document: uint32(id)})
	}
	ids := make([]db.ContentID, len(found))
	for i, f := range found {
		ids[i] = db.ContentID(f.Document)
	}
	names, err := ix.PathsOf(ctx, ids)
	if err != nil {
		return err
	}
	var all []NearMatch
	for _, f := range found {
		if err := ctx.Err(); err != nil {
			return err
		}
		id := db.ContentID(f.Document)
		if paths := names[id]; len(paths) > 0 && paths[0].SetAside {
			continue
		}
		row, err := ix.Content(id)
		if err != nil {
			return err
		}
		file := fileOf(&row)
		if file.name(admitted(names[id], q.Admit), q.Except, false) { // otherwise no path names it
			all = append(all, NearMatch{file, f.Distance, q.Found[id], id, row.Checksum})
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(b.Share, a.Share), strings.Compare(a.File.Path, b.File.Path)) < 0
	})
	for _, n := range all {
		if err := emit(n); err != nil {
			return err
		}
	}
	return nil
}
