package db

import "slices"

// withoutHash reports whether to drop a content's simhash. It is dropped with the
// content, which is in the same segment or an earlier one. The simhash of an orphan stays
// if the segment of the orphan is not merged.
func (m *merger) withoutHash(id ContentID) bool {
	return id >= m.old[0].firstContent && m.dropped(uint64(id))
}

// hashes merges the rows of simhashes by content. A content may have got its simhash
// after later contents got theirs.
func (m *merger) hashes() error {
	cursors, err := m.cursors(kindHashes)
	if err != nil {
		return err
	}
	for {
		cursors = slices.DeleteFunc(cursors, func(c *rowCursor) bool { return c.done })
		if len(cursors) == 0 {
			return m.ctx.Err()
		}
		first := cursors[0]
		for _, c := range cursors[1:] {
			if c.key.less(first.key) {
				first = c
			}
		}
		if !m.withoutHash(ContentID(first.key.id)) {
			key, err := m.numbered(first.key)
			if err == nil {
				err = m.seg.hashes.add(key, first.payload)
			}
			if err != nil {
				return err
			}
		}
		if first.rows == 0 && m.ctx.Err() != nil {
			return m.ctx.Err()
		}
		if err := first.next(); err != nil {
			return err
		}
	}
}

func (m *merger) buckets() error {
	for i := range m.seg.buckets {
		if err := m.bucketsOf(i); err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) bucketsOf(number int) error {
	var cursors []*bucketCursor
	for _, s := range m.old {
		c := &bucketCursor{t: s.table(kindBuckets + byte(number))}
		if err := c.next(); err != nil {
			return err
		}
		cursors = append(cursors, c)
	}
	cursors = slices.DeleteFunc(cursors, func(c *bucketCursor) bool { return c.done })
	for len(cursors) > 0 {
		first := leastBucket(cursors)
		c := cursors[first]
		if e := c.entry; !m.withoutHash(e.content) {
			var err error
			if e.content, err = m.numbers.content(e.content); err == nil {
				err = m.seg.buckets[number].add(e)
			}
			if err != nil {
				return err
			}
		}
		if c.at == c.data.n && m.ctx.Err() != nil {
			return m.ctx.Err()
		}
		if err := c.next(); err != nil {
			return err
		}
		if c.done {
			cursors = slices.Delete(cursors, first, first+1)
		}
	}
	return m.ctx.Err()
}

// leastBucket returns the index of the cursor with the first entry.
func leastBucket(cursors []*bucketCursor) int {
	first, least := 0, &cursors[0].entry
	for i, c := range cursors[1:] {
		if c.entry.before(least) {
			first, least = i+1, &c.entry
		}
	}
	return first
}

// bucketCursor iterates over the entries of a bucket table. It holds a copy of one block.
type bucketCursor struct {
	t     *table
	block int // next block
	data  bucketData
	at    int // next entry in data
	entry bucketEntry
	done  bool
}

func (c *bucketCursor) next() error {
	if c.at == c.data.n {
		if err := c.t.load(); err != nil {
			return err
		}
		if c.block == len(c.t.blocks) {
			c.done = true
			return nil
		}
		err := c.t.bucket(c.block, func(b bucketData) error {
			c.data.n, c.data.data, c.at = b.n, append(c.data.data[:0], b.data...), 0
			return nil
		})
		if err != nil {
			return err
		}
		c.block++
	}
	c.entry = c.data.entry(c.at)
	c.at++
	return nil
}
