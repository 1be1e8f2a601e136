package db

import (
	"runtime"
	"slices"

	"alike/db/inorder"
	"alike/fingerprint"
)

// contentEntry is a content that is being entered.
type contentEntry struct {
	w    *Writer
	id   ContentID
	row  StoredContent
	part uint32         // next part of the forward set
	own  *segmentWriter // for the postings of a huge content
}

// addSet adds the set of a spool that has it in memory. encode has been called.
func (e *contentEntry) addSet(fps *Spool) error {
	return e.add(&fps.set)
}

// addRanges adds the set of a spool that has spilled. Ranges of it are read, sorted and encoded on
// all cores, and written in order. If it fills half a batch, the postings go straight
// into a segment of their own, which becomes visible with this content: among the others they would be
// sorted once more.
func (e *contentEntry) addRanges(fps *Spool) error {
	w, b := e.w, &e.w.batch
	if fps.spilled() > b.limit/2 {
		// It comes before the batch's segment, which has the contents.
		e.own = newSegmentWriter(w.ix.st, w.root.NextSegment, b.seg.meta.FirstContent)
		w.root.NextSegment++
	}
	borders, threads := fps.ranges(e.row.Level), runtime.GOMAXPROCS(0)
	workers := make([]rangeWorker, threads)
	err := inorder.Do(len(borders)-1, threads, func(worker, number int) (func() error, error) {
		k := &workers[worker]
		k.spool = fps
		set, err := k.read(borders[number], borders[number+1])
		if err != nil {
			return nil, err
		}
		k.forward.encode(set)
		if e.own == nil {
			return func() error { return e.add(&k.forward) }, nil
		}
		k.postings.encode(e.id, set)
		return func() error {
			if err := e.addForward(&k.forward); err != nil {
				return err
			}
			return k.postings.write(&e.own.postings)
		}, nil
	})
	if err != nil || e.own == nil {
		return err
	}
	meta, err := e.own.finish()
	b.metas = append(b.metas, meta)
	return err
}

// rangeWorker is what a worker of addRanges needs.
type rangeWorker struct {
	rangeReader
	forward  encodedSet
	postings postingBlocks
}

// add adds a set, or the next range of it, and its postings.
func (e *contentEntry) add(set *encodedSet) error {
	if err := e.addForward(set); err != nil {
		return err
	}
	b := &e.w.batch
	for part := range slices.Chunk(set.set, setPart) {
		if b.postings.len()+len(part) > b.limit {
			if err := e.w.writeSurplus(e.id); err != nil {
				return err
			}
		}
		b.postings.add(part, e.id-b.base)
	}
	return nil
}

// addForward adds the next range of a set to the forward table and the counts.
func (e *contentEntry) addForward(set *encodedSet) error {
	for i := range set.ends {
		if err := e.w.batch.seg.forward.add(rowKey{uint64(e.id), e.part}, set.part(i)); err != nil {
			return err
		}
		e.part++
	}
	e.row.addCounts(set.set)
	return nil
}

// addCounts adds a further part of the content's sorted set to the counts.
func (c *StoredContent) addCounts(part fingerprint.Set) {
	for i, n := range LevelCounts(part, c.Level) {
		if i == len(c.Counts) {
			c.Counts = append(c.Counts, 0)
		}
		c.Counts[i] += n
	}
}
