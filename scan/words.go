package scan

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"alike/db"
	"alike/db/hamming"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/terms"
)

// Words holds the sets of words of the documents of an index, in a temporary file. It takes
// some 60 bytes of memory for each document.
type Words struct {
	Hashes   []uint64 // of the sets; equal sets have the same
	Contents []uint32 // parallel to Hashes
	Summary  FillSummary

	extents map[uint32]extent
	file    *spill.File
	out     *bufio.Writer
	size    int64 // of the file, in bytes
}

// extent is where the set of a document is in the file, in bytes.
type extent struct {
	offset int64
	size   uint32
}

// ReadWords reads one file of each live content and collects the words of those that are
// documents. Files are verified by checksum. The caller must close the result.
func ReadWords(ctx context.Context, ix *db.Index, o FillOptions) (*Words, error) {
	w, err := newWords()
	if err != nil {
		return nil, err
	}
	f := newFiller(ix, o)
	f.enter = func(j *hashJob) error {
		if j.hash.NoDocument {
			return nil
		}
		return w.add(uint32(j.ID), j.hash.Hash, j.words)
	}
	err = f.run(ctx, ix.EachLive)
	if err == nil {
		err = w.out.Flush()
	}
	if err != nil {
		_ = w.Close()
		return nil, err
	}
	w.Summary = f.sum
	return w, nil
}

func newWords() (*Words, error) {
	file, err := spill.In(os.TempDir()).Create()
	if err != nil {
		return nil, err
	}
	return &Words{file: file, out: bufio.NewWriterSize(file, 1<<20), extents: map[uint32]extent{}}, nil
}

// add adds the set of a content. It can be read after a flush.
func (w *Words) add(content uint32, hash uint64, set terms.Set) error {
	w.Hashes, w.Contents = append(w.Hashes, hash), append(w.Contents, content)
	w.extents[content] = extent{w.size, uint32(len(set))}
	w.size += int64(len(set))
	_, err := w.out.Write(set)
	return err
}

// Close drops the sets.
func (w *Words) Close() error { return w.file.Close() }

// Of appends the hashes of the words of a content, in ascending order.
func (w *Words) Of(to []uint64, content uint32) ([]uint64, error) {
	e := w.extents[content]
	set := make(terms.Set, e.size)
	if _, err := w.file.ReadAt(set, e.offset); err != nil {
		return to, err
	}
	return set.Hashes(to)
}

// Like calls use for each document that shares at least the given part of their words with
// one of the sets: by the index of the set. It reads all sets once.
func (w *Words) Like(ctx context.Context, sets [][]uint64, least fingerprint.Share, use func(set int, content uint32, share fingerprint.Share) error) error {
	having := map[uint64][]uint32{} // sets by word
	for i, set := range sets {
		for _, h := range set {
			having[h] = append(having[h], uint32(i))
		}
	}
	shared := make([]int, len(sets))
	var words []uint64
	for _, id := range w.Contents {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if words, err = w.Of(words[:0], id); err != nil {
			return err
		}
		clear(shared)
		for _, h := range words {
			for _, i := range having[h] {
				shared[i]++
			}
		}
		for i, n := range shared {
			if share := jaccard(n, len(words), len(sets[i])); n > 0 && share >= least {
				if err := use(i, id, share); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func jaccard(shared, a, b int) fingerprint.Share {
	return fingerprint.Ratio(float64(shared), float64(a+b-shared))
}

// Pairs calls use for every two distinct sets that share at least the given part of their
// words, by their indexes in runs, the smaller first; each pair once, in an order that
// depends on the sets alone. None is missed.
//
// Of two sets of a and b words with that share, any a-m+1 and b-m+1 words include a shared
// one if they come first in one order of all words, m being how many they must share. So
// only the rarest words of a set are looked up (Bayardo, Ma, Srikant, Scaling Up All Pairs
// Similarity Search, 2007; Xiao et al., Efficient Similarity Joins for Near Duplicate
// Detection, 2008). Frequencies come from a sketch: any order will do.
//
// Memory: 16 MiB, and 8 bytes for every second word or so that several documents have.
func (w *Words) Pairs(ctx context.Context, runs *hamming.Runs, least fingerprint.Share, progress func(done, total int), use func(a, b uint32, share fingerprint.Share) error) error {
	j := &wordJoin{Words: w, runs: runs, least: float64(least), lists: map[uint64]*wordList{}, shared: make([]uint32, len(runs.Hashes))}
	if err := j.count(ctx); err != nil {
		return err
	}
	for n, i := range j.order {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n%1000 == 0 {
			progress(n, len(j.order))
		}
		if err := j.meet(i, use); err != nil {
			return fmt.Errorf("comparing the words of documents: %w", err)
		}
	}
	return nil
}
