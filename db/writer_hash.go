package db

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"alike/db/hamming"
)

// contentHash is a simhash and whose it is.
type contentHash struct {
	content ContentID
	hamming.Document
}

// hashBytes is what a simhash that waits for a commit takes: 24 bytes, and 16 more
// while they are sorted. They may take a tenth of the index's memory.
const hashBytes = 40

// SchemeError is an index whose simhashes were made in another way than asked for.
type SchemeError struct {
	Dir                   string
	Has, Want             string
	HasBlocks, WantBlocks int
}

// Error names only what differs: a scheme is 120 characters long.
func (e *SchemeError) Error() string {
	words := func(scheme string, blocks int) []string {
		return append(strings.Fields(scheme), fmt.Sprintf("blocks=%d", blocks))
	}
	has, want := words(e.Has, e.HasBlocks), words(e.Want, e.WantBlocks)
	without := func(words, others []string) string {
		words = slices.Clone(words)
		return strings.Join(slices.DeleteFunc(words, func(w string) bool { return slices.Contains(others, w) }), " ")
	}
	var how string
	switch own, other := without(has, want), without(want, has); {
	case own == "":
		how = "without " + other
	case other == "":
		how = "with " + own
	default:
		how = "with " + own + ", not with " + other
	}
	return fmt.Sprintf("the simhashes of the index in %s are made %s", e.Dir, how)
}

// HashScheme returns how the index's simhashes are made and by how many blocks they
// are found; ok is false for an index that keeps none.
func (ix *Index) HashScheme() (scheme string, blocks int, ok bool) {
	if m := ix.root.Simhash; m != nil {
		return m.Scheme, m.Blocks, true
	}
	return "", 0, false
}

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

// HasHash reports whether a content has a simhash, committed or not.
func (w *Writer) HasHash(id ContentID) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hasHash(id)
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

// contentSet is a set of contents.
type contentSet = numberSet[ContentID]

// numberSet is a set of numbers: a bit for each up to the highest.
type numberSet[T ~uint32] struct{ words []uint64 }

func (s *numberSet[T]) has(id T) bool {
	return int(id/64) < len(s.words) && s.words[id/64]&(1<<(id%64)) != 0
}

func (s *numberSet[T]) add(id T) {
	if n := int(id/64) + 1; n > len(s.words) {
		s.words = append(s.words, make([]uint64, n-len(s.words))...)
	}
	s.words[id/64] |= 1 << (id % 64)
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
