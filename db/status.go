package db

import (
	"context"

	"alike/db/hamming"
)

// MinShared is the default number of fingerprints that a pair must share. Below three a
// licence header decides.
const MinShared = 3

// Status counts what the index holds. Cost: all contents and directories are read.
func (ix *Index) Status(ctx context.Context) (Status, error) {
	s := Status{
		Params:     ix.Params(),
		Format:     ix.root.Format,
		Segments:   len(ix.segments),
		Generation: ix.st.Generation(),
		DiskBytes:  ix.st.DiskSize(),
		Records:    ix.Records(),
		Postings:   ix.Postings(),
		Hashes:     ix.root.rows(kindHashes),
	}
	named, aside := contentSet{}, contentSet{}
	err := ix.eachDirectory(func(d *directory) error {
		s.Directories++
		for _, e := range d.entries {
			switch {
			case e.dir != 0 || e.Content >= ix.root.NextContent:
			case e.SetAside:
				aside.add(e.Content)
			default:
				s.Files++
				s.Bytes += e.Size
				named.add(e.Content)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return s, err
	}
	err = ix.EachContent(func(id ContentID, row StoredContent) error {
		if !named.has(id) {
			if !aside.has(id) {
				s.Orphans++
			}
			return nil
		}
		s.Contents++
		s.ContentBytes += row.Size
		s.Fingerprints += int64(row.Fingerprints())
		if row.Fingerprints() < MinShared {
			s.FewFingerprint++
		}
		return ctx.Err()
	})
	if err == nil {
		err = ix.eachHash(func(h contentHash) error {
			if named.has(h.content) {
				s.count(h.Document)
			}
			return ctx.Err()
		})
	}
	for _, seg := range ix.segments {
		for _, kind := range allKinds() {
			switch bytes := seg.meta.Tables[kindName(kind)].Bytes; {
			case kind == kindHashes || kind >= kindBuckets:
				s.HashBytes += bytes
			case isRecordKind(kind):
				s.RecordBytes += bytes
			}
		}
	}
	return s, err
}

// count counts the simhash of a live content.
func (s *Status) count(h hamming.Document) {
	switch {
	case h.NoDocument:
		s.NoDocuments++
	case h.Short:
		s.ShortDocuments++
		s.Documents++
	default:
		s.Documents++
	}
}
