package db

import (
	"context"

	"alike/db/hamming"
)

// MinShared is the number of fingerprints that a pair has to share unless a
// user says otherwise: below three a licence header decides.
const MinShared = 3

// Status counts what the index holds, at a cost of reading all contents and
// directories.
func (ix *Index) Status(ctx context.Context) (Status, error) {
	s := Status{
		Params:     ix.Params(),
		Format:     ix.root.Format,
		Segments:   len(ix.segments),
		Generation: ix.st.Generation(),
		DiskBytes:  ix.st.DiskSize(),
		Records:    ix.Records(),
	}
	named := make([]bool, ix.root.NextContent)
	err := ix.eachDirectory(func(d *directory) error {
		s.Directories++
		for _, e := range d.entries {
			if e.isFile() && e.Content < ix.root.NextContent {
				s.Files++
				s.Bytes += e.Size
				named[e.Content] = true
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return s, err
	}
	err = ix.EachContent(func(id ContentID, row StoredContent) error {
		if !named[id] {
			s.Unnamed++
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
			if h.content < ContentID(len(named)) && named[h.content] {
				s.count(h.Document)
			}
			return ctx.Err()
		})
	}
	for _, seg := range ix.segments {
		s.Postings += seg.meta.rows(kindPostings)
		s.Hashes += seg.meta.rows(kindHashes)
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

// Forget drops a file or a tree from the index, by its clean absolute path, and
// returns how many files that were: 0 if the index does not know it.
func (w *Writer) Forget(path string) (files int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.root.Files
	w.forgetTrees(path)
	dir, name := splitPath(path)
	id, err := w.known(dir)
	if err != nil || id == 0 {
		return 0, err
	}
	if name == "" {
		entries, err := w.tree.entries(id)
		if err != nil {
			return 0, err
		}
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Name
		}
		err = w.remove(id, names)
		return before - w.root.Files, err
	}
	err = w.remove(id, []string{name})
	return before - w.root.Files, err
}

// known returns the number of a directory, 0 if the index does not have it.
func (w *Writer) known(path string) (DirID, error) {
	if w.root.NextDir == rootDir {
		return 0, nil
	}
	if path == "/" {
		return rootDir, nil
	}
	dir, name := splitPath(path)
	parent, err := w.known(dir)
	if err != nil || parent == 0 {
		return 0, err
	}
	d, err := w.tree.state(parent)
	if err != nil {
		return 0, err
	}
	return d.entries[name].dir, nil
}

// splitPath splits a clean absolute path into directory and name; the name of
// "/" is empty.
func splitPath(path string) (dir, name string) {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:max(i, 1)], path[i+1:]
		}
	}
	return "/", path
}
