package db

import (
	"cmp"
	"fmt"
	"slices"

	"alike/db/hamming"
)

// hashBytes is what a simhash that waits for a commit takes: 24 bytes, and 16 more
// while they are sorted. They may take a tenth of the index's memory.
const hashBytes = 40

// KeepHashes makes the index one that keeps simhashes, made in a way that scheme
// tells, from the next commit on. It is a *SchemeError if it keeps others.
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

// PutHash enters the simhash of a content, which must be there, committed or not.
// It follows from the bytes of the content: one that has a simhash keeps it. It
// may commit.
func (w *Writer) PutHash(id ContentID, h hamming.Document) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root.Simhash == nil {
		return fmt.Errorf("the index in %s keeps no simhashes", w.ix.dir)
	}
	if ok, err := w.hasContent(id); err != nil || !ok {
		if err == nil {
			err = fmt.Errorf("there is no content %d to have a simhash", id)
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

// HashScheme returns how the index's simhashes are made, as the next commit will
// have it; ok is false for an index that keeps none.
func (w *Writer) HashScheme() (scheme string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root.Simhash == nil {
		return "", false
	}
	return w.root.Simhash.Scheme, true
}

// AddDocument is AddContent of a content whose simhash is known as well, which
// becomes visible with it.
func (w *Writer) AddDocument(c Content, fps *Spool, h hamming.Document) (id ContentID, isNew bool, err error) {
	return w.add(c, fps, &h)
}

// LacksHash reports whether a content has no simhash, perhaps since there is no such
// content.
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
			return false, fmt.Errorf("reading which contents have a simhash: %w", err)
		}
		w.hashed = &all
	}
	return w.hashed.has(id), nil
}

// hasContent reports whether there is a content, committed or not.
func (w *Writer) hasContent(id ContentID) (bool, error) {
	if b := &w.batch; b.first > 0 && id >= b.first {
		return int(id-b.first) < len(b.sums), nil
	}
	_, found, err := w.ix.content(id)
	return found, err
}

// writeHashes writes the simhashes of the batch as tables of its segment.
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
