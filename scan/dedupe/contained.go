package dedupe

import (
	"slices"

	"alike/db"
)

// contained finds candidates for a containment threshold: one set must lie mostly in
// the other. If the new set lies in a kept one, one of its rarest elements is in the
// kept one's list, so these are looked up in the lists of all elements. If the kept
// set lies in the new one, one of the kept set's rarest elements at the time it was
// kept is in the new one. These elements have separate lists, and all elements of
// the new set are looked up there.
//
// Per list only the latest maxWalk sets are visited. A set that lies mostly in
// thousands of others meets them all, but is then not kept.
//
// It takes up to 36 bytes per element of a set plus 28 per set.
type contained struct {
	members
	all, rare postings
	overlap   overlap
	found     []db.RecordID
}

// prefix returns how many of its rarest elements a set is looked up by.
func (c *contained) prefix(size int) int {
	return max(0, size-max(1, c.overlap(size, size))+1)
}

func (c *contained) add(n db.RecordID, keys []uint32) error {
	place := c.enter(n, len(keys), parityOfKeys(keys))
	for _, tag := range c.all.rarest(keys, 0, c.prefix(len(keys))) {
		if err := c.rare.enter(tag, place); err != nil {
			return err
		}
	}
	for _, key := range keys {
		if err := c.all.enter(listTag(key, 0), place); err != nil {
			return err
		}
	}
	return nil
}

func (c *contained) find(keys []uint32) []db.RecordID {
	p, size := parityOfKeys(keys), len(keys)
	for _, tag := range c.all.rarest(keys, 0, c.prefix(size)) {
		c.all.count(tag, &c.members)
	}
	for _, key := range keys {
		c.rare.count(listTag(key, 0), &c.members)
	}
	c.found = c.found[:0]
	for _, place := range c.touched {
		if c.overlap.possible(size, int(c.sizes[place]), p, c.parities[place]) {
			c.found = append(c.found, c.numbers[place])
		}
	}
	c.forget()
	slices.Sort(c.found)
	return c.found
}

func (c *contained) bytes() int64 {
	return c.members.bytes() + c.all.bytes() + c.rare.bytes()
}
