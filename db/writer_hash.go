package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"alike/db/hamming"
)

// hashBytes is the memory of a waiting simhash: 24 bytes, and 16 more during sorting.
// Waiting simhashes may take a tenth of the index's memory.
const hashBytes = 40

// KeepHashes makes the index keep simhashes, from the next commit on. scheme describes
// how they are made. It returns a *SchemeError if the index keeps others.
func (w *Writer) KeepHashes(scheme string, blocks int) error {
	if err := hamming.CheckBlocks(blocks); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.holdsFiles(); err != nil {
		return err
	}
	want := simhashMeta{scheme, blocks}
	switch m := w.root.Simhash; {
	case m == nil:
		w.root.Simhash = &want
	case *m != want:
		return &SchemeError{Dir: w.ix.dir, Has: m.Scheme, Want: scheme, HasBlocks: m.Blocks, WantBlocks: blocks}
	}
	return nil
}

// errNamed ends a search for simhashes of contents that have paths.
var errNamed = errors.New("a content with a path has a simhash")

// ForgetScheme forgets how simhashes are made if no content with a path has one, so that
// KeepHashes can choose again. Everything entered must have been committed. Cost: that of merging
// the whole index if it forgets the scheme, else that of reading the simhashes of a few contents.
func (w *Writer) ForgetScheme(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root.Simhash == nil || len(w.batch.hashes) > 0 {
		return nil
	}
	left := false
	err := w.ix.eachHash(func(h contentHash) error {
		if left = true; !w.names.orphans.has(h.content) {
			return errNamed
		}
		return ctx.Err()
	})
	if errors.Is(err, errNamed) {
		return nil
	}
	if err == nil && left { // a merge of all segments leaves no orphan
		w.inodes = inodes{had: w.root.Files > 0}
		err = w.merge(ctx, 0)
	}
	if err != nil {
		return fmt.Errorf("dropping simhashes from the index in %s: %w", w.ix.dir, err)
	}
	w.root.Simhash = nil
	return w.commit()
}

// PutHash enters the simhash of an existing content, committed or not. A content that has
// a simhash keeps it, because the simhash depends on its bytes alone. It may commit.
func (w *Writer) PutHash(id ContentID, h hamming.Document) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root.Simhash == nil {
		return fmt.Errorf("the index in %s has no simhashes", w.ix.dir)
	}
	if ok, err := w.hasContent(id); err != nil || !ok {
		if err == nil {
			err = fmt.Errorf("a simhash for content %d, which does not exist", id)
		}
		return err
	}
	if err := w.enterHash(id, h); err != nil {
		return err
	}
	return w.commitIfFull()
}

// enterHash enters the simhash of a content unless it has one.
func (w *Writer) enterHash(id ContentID, h hamming.Document) error {
	has, err := w.hasHash(id)
	if err != nil || has {
		return err
	}
	w.hashed.add(id)
	w.batch.hashes = append(w.batch.hashes, contentHash{id, h})
	return nil
}

// HashScheme returns the scheme of the simhashes after the next commit. ok is false if
// the index keeps none.
func (w *Writer) HashScheme() (scheme string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root.Simhash == nil {
		return "", false
	}
	return w.root.Simhash.Scheme, true
}

// AddDocument is AddContent with a simhash, which becomes visible with the content.
func (w *Writer) AddDocument(c Content, fps *Spool, h hamming.Document) (id ContentID, isNew bool, err error) {
	return w.add(c, fps, &h)
}

// LacksHash reports whether a content has no simhash, or does not exist.
func (w *Writer) LacksHash(c Content) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id, err := w.find(c)
	if err != nil || id == 0 {
		return true, err
	}
	has, err := w.hasHash(id)
	return !has, err
}

func (w *Writer) hasHash(id ContentID) (bool, error) {
	if w.hashed == nil {
		all := contentSet{}
		for _, h := range w.batch.hashes {
			all.add(h.content)
		}
		err := w.ix.eachHash(func(h contentHash) error {
			all.add(h.content)
			return nil
		})
		if err != nil {
			return false, fmt.Errorf("reading the simhashes of the index: %w", err)
		}
		w.hashed = &all
	}
	return w.hashed.has(id), nil
}

// hasContent reports whether a content exists, committed or not.
func (w *Writer) hasContent(id ContentID) (bool, error) {
	if b := &w.batch; b.first > 0 && id >= b.first {
		return int(id-b.first) < len(b.sums), nil
	}
	_, found, err := w.ix.content(id)
	return found, err
}

// writeHashes writes the simhashes of the batch to its segment.
func (w *Writer) writeHashes() error {
	b := &w.batch
	if len(b.hashes) == 0 {
		return nil
	}
	slices.SortFunc(b.hashes, func(x, y contentHash) int { return cmp.Compare(x.content, y.content) })
	for _, h := range b.hashes {
		b.payload = encodeHash(b.payload[:0], h.Document)
		if err := b.seg.hashes.add(rowKey{uint64(h.content), 0}, b.payload); err != nil {
			return err
		}
	}
	entries := make([]bucketEntry, 0, len(b.hashes))
	for i, block := range hamming.Blocks(w.root.Simhash.Blocks) {
		entries = entries[:0]
		for _, h := range b.hashes {
			if !h.NoDocument {
				entries = append(entries, bucketEntry{block.Rotated(h.Hash), h.content, h.Short})
			}
		}
		slices.SortFunc(entries, compareBucketEntries)
		for _, e := range entries {
			if err := b.seg.buckets[i].add(e); err != nil {
				return err
			}
		}
	}
	return nil
}
