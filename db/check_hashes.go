package db

import (
	"context"

	"alike/db/hamming"
)

// readHashes checks that each simhash has a content, that a content has at most one, and
// that the bucket tables hold each simhash once and nothing else.
func (c *checker) readHashes(ctx context.Context) error {
	blocks := 0
	if m := c.ix.root.Simhash; m != nil {
		if err := hamming.CheckBlocks(m.Blocks); err != nil {
			c.problem("the root has an impossible number of simhash blocks: %d", m.Blocks)
			return nil
		}
		blocks = m.Blocks
	}
	if blocks == 0 && c.rowsOf(func(kind byte) bool { return kind == kindHashes || kind >= kindBuckets }) == 0 {
		return nil
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
	}
	return c.eachPart(12, func(p contentPart) error {
		h := &hashChecker{checker: c, part: p, hashes: make([]uint64, p.n), marks: make([]uint32, p.n)}
		if err := h.readHashes(ctx); err != nil {
			return err
		}
		for _, s := range c.ix.segments {
			for i, b := range hamming.Blocks(max(blocks, 1))[:blocks] {
				if err := h.readBuckets(ctx, s.table(kindBuckets+byte(i)), i, b); err != nil {
					return err
				}
			}
		}
		p.each(func(i uint32, id ContentID) {
			if m := h.marks[i]; m&markHash != 0 && m&markNoDocument == 0 && m&markTables != 1<<blocks-1 {
				c.problem("the simhash of content %d is not in all %d bucket tables", id, blocks)
			}
		})
		return nil
	})
}

// hashChecker checks the simhashes of a part of the contents.
type hashChecker struct {
	*checker
	part   contentPart
	hashes []uint64
	marks  []uint32
}

// The marks of a content.
const (
	markTables     = 1<<hamming.MaxBlocks - 1 // a bit for each bucket table that has its hash
	markHash       = 1 << 31                  // it has a simhash
	markNoDocument = 1 << 30
	markShort      = 1 << 29
)

func (h *hashChecker) readHashes(ctx context.Context) error {
	return eachRowOf(h.ix.segments, kindHashes, func(t *table, key rowKey, payload []byte) error {
		hash, err := decodeHash(payload)
		if err != nil {
			return t.damage("the simhash of content %d cannot be decoded", key.id)
		}
		if h.part.first() && !h.part.knows(key.id) {
			h.problem("there is a simhash of content %d, which does not exist", key.id)
		}
		i, ok := h.part.index(key.id)
		switch {
		case !ok:
			return ctx.Err()
		case h.marks[i]&markHash != 0:
			h.problem("content %d has two simhashes", key.id)
			return ctx.Err()
		}
		h.report.Hashes++
		h.hashes[i], h.marks[i] = hash.Hash, markHash
		if hash.NoDocument {
			h.marks[i] |= markNoDocument
		}
		if hash.Short {
			h.marks[i] |= markShort
		}
		return ctx.Err()
	})
}

func (h *hashChecker) readBuckets(ctx context.Context, t *table, number int, block hamming.Block) error {
	var last bucketEntry
	return t.eachEntry(func(e bucketEntry) error {
		if h.part.first() {
			if last.content > 0 && compareBucketEntries(last, e) >= 0 {
				h.problem("block %d: the entry of content %d is not in order", number, e.content)
			}
			last = e
			if !h.part.knows(uint64(e.content)) {
				h.problem("block %d: entry of content %d, which does not exist", number, e.content)
			}
		}
		i, ok := h.part.index(uint64(e.content))
		if !ok {
			return ctx.Err()
		}
		switch m := h.marks[i]; {
		case m&markHash == 0:
			h.problem("block %d: entry of content %d, which has no simhash", number, e.content)
		case m&markNoDocument != 0:
			h.problem("block %d: entry of content %d, which is not a document", number, e.content)
		case h.hashes[i] != block.Hash(e.rotated) || (m&markShort != 0) != e.short:
			h.problem("block %d: content %d has a different simhash", number, e.content)
		case m&(1<<number) != 0:
			h.problem("block %d: content %d is entered twice", number, e.content)
		default:
			h.marks[i] |= 1 << number
		}
		return ctx.Err()
	})
}
