package search

import (
	"cmp"
	"context"
	"os"
	"sync"
	"sync/atomic"

	"alike/db"
	"alike/db/arena"
	"alike/db/spill"
	"alike/fingerprint"
)

// readCorpus reads all postings once. The caller closes the corpus.
func readCorpus(ctx context.Context, ix *db.Index, q *PairQuery) (*corpus, error) {
	prepare := contentCorpus
	if q.ofUnits() {
		prepare = unitCorpus
	}
	c, err := prepare(ctx, ix, q)
	if err != nil {
		return nil, err
	}
	c.room = arena.NewRoom(ix.SearchMemory()/2, ix.Place(), spill.In(os.TempDir())) // the other half is for the heap
	if err := c.read(ctx, ix, q); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// contentCorpus returns a corpus of contents without its lists.
func contentCorpus(ctx context.Context, ix *db.Index, q *PairQuery) (*corpus, error) {
	q.weighing = newWeighing(ix.Params())
	c := &corpus{weighing: q.weighing, whole: true, plain: true, complete: true, below: fingerprint.Bound(q.level(q.weighing.rule, 0))}
	if err := c.readRows(ctx, ix, q); err != nil {
		return nil, err
	}
	c.makeRows(int(ix.NextContent()))
	if q.New {
		c.since = ix.FirstContentAfter(q.After)
	}
	c.findRows()
	var err error
	if c.base, err = newBaseCounts(ix, q.Base, c.Sizes, false); err != nil {
		return nil, err
	}
	if !c.whole {
		c.unshared = make([]weight, len(c.Counts))
	}
	return c, nil
}

// readRows reads the paths and sizes of the contents, at once if all are asked about.
func (c *corpus) readRows(ctx context.Context, ix *db.Index, q *PairQuery) (err error) {
	if len(q.Trees) == 0 {
		var failed error
		var reading sync.WaitGroup
		reading.Go(func() { c.stored, failed = ix.Sizes() })
		c.paths, err = readPaths(ctx, ix, q)
		reading.Wait()
		err = cmp.Or(err, failed)
	} else if c.paths, err = readPaths(ctx, ix, q); err == nil {
		c.stored, err = ix.SizesOf(c.paths.known())
	}
	if err == nil {
		c.Sizes = q.seen(ix, c.stored)
	}
	return err
}

// findRows finds the contents to compare.
func (c *corpus) findRows() {
	stored := 0
	c.Each(func(id db.ContentID) {
		stored++
		in, live := c.paths.compared(id), c.paths.live[id]
		c.in[id] = in
		c.whole = c.whole && (in || !live)
		c.plain = c.plain && in == live
		c.aside = c.aside || in && !live
		c.complete = c.complete && in && live
	})
	c.complete = c.complete && stored == len(c.All)-1 && c.units == nil
}

// read builds the lists and inverts them.
func (c *corpus) read(ctx context.Context, ix *db.Index, q *PairQuery) error {
	r, err := newListBuilder(c, ix)
	if err == nil && q.CountBelow > 0 {
		n := int(ix.Postings())
		if c.units != nil {
			n = c.units.postings
		}
		c.frequencies, err = newFrequencies(c.room, n/2+1)
	}
	if err != nil {
		return err
	}
	if err := r.run(ctx, q); err != nil {
		return err
	}
	if c.units != nil {
		c.units.finish(c.Sizes)
	}
	if c.base != nil {
		c.Sizes = c.base.subtract(c.Sizes)
	}
	if c.units != nil && c.base != nil {
		c.units.withoutBase(c.Sizes)
	}
	c.sumUnshared()
	for df := range max(r.most, 1) + 1 {
		c.weights = append(c.weights, weightOf(df))
	}
	c.totals = make([]atomic.Uint64, len(c.All))
	return c.invert(threadCount(q.Threads))
}
