package db

import (
	"context"

	"alike/db/hamming"
)

// readHashes checks that each simhash has a content, that a content has at most one, and
// that the bucket tables hold each simhash once and nothing else.
func (c *checker) readHashes(ctx context.Context) error {
	err := c.ix.eachHash(func(h contentHash) error {
		switch x := c.contents[h.content]; {
		case x == nil:
			c.problem("there is a simhash of content %d, which does not exist", h.content)
		case x.hash != nil:
			c.problem("content %d has two simhashes", h.content)
		default:
			x.hash = &checkedHash{Document: h.Document}
			c.report.Hashes++
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	blocks := 0
	if m := c.ix.root.Simhash; m != nil {
		if err := hamming.CheckBlocks(m.Blocks); err != nil {
			c.problem("the root has an impossible number of simhash blocks: %d", m.Blocks)
			return nil
		}
		blocks = m.Blocks
	}
	for _, s := range c.ix.segments {
		if blocks == 0 && s.meta.rows(kindHashes) > 0 {
			c.problem("segment %d has simhashes, but the root has none", s.meta.ID)
		}
		for i := range hamming.MaxBlocks {
			if i >= blocks && s.meta.rows(kindBuckets+byte(i)) > 0 {
				c.problem("segment %d has buckets of block %d, which does not exist", s.meta.ID, i)
			}
		}
		for i, b := range hamming.Blocks(max(blocks, 1))[:blocks] {
			if err := c.readBuckets(ctx, s.table(kindBuckets+byte(i)), i, b); err != nil {
				return err
			}
		}
	}
	for id, x := range c.contents {
		if x.hash != nil && !x.hash.NoDocument && x.hash.tables != 1<<blocks-1 {
			c.problem("the simhash of content %d is not in all %d bucket tables", id, blocks)
		}
	}
	return nil
}

// checkedHash is what a check has seen of a simhash.
type checkedHash struct {
	hamming.Document
	tables uint32 // a bit for each bucket table that has it
}

func (c *checker) readBuckets(ctx context.Context, t *table, number int, block hamming.Block) error {
	var last bucketEntry
	return t.eachEntry(func(e bucketEntry) error {
		if last.content > 0 && compareBucketEntries(last, e) >= 0 {
			c.problem("block %d: the entry of content %d is not in order", number, e.content)
		}
		last = e
		x := c.contents[e.content]
		switch {
		case x == nil || x.hash == nil:
			c.problem("block %d: entry of content %d, which has no simhash", number, e.content)
		case x.hash.NoDocument:
			c.problem("block %d: entry of content %d, which is not a document", number, e.content)
		case x.hash.Hash != block.Hash(e.rotated) || x.hash.Short != e.short:
			c.problem("block %d: content %d has a different simhash", number, e.content)
		case x.hash.tables&(1<<number) != 0:
			c.problem("block %d: content %d is entered twice", number, e.content)
		default:
			x.hash.tables |= 1 << number
		}
		return ctx.Err()
	})
}
