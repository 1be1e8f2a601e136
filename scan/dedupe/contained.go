package dedupe

import (
	"slices"

	"alike/db"
)

// contained finds candidates for a containment threshold: most of one set must be in
// the other. If the kept set contains most of the new one, it has one of the new set's
// rarest elements, so these are looked up in the lists of all elements. If the new set
// contains most of the kept one, it has one of the kept set's rarest elements at the
// time that set was kept. These elements have separate lists, and all elements of the
// new set are looked up there.
//
// Only the latest maxWalk sets of a list are visited. A set that thousands of others
// mostly contain meets them all, but is then not kept.
//
// It takes up to 36 bytes per element of a set plus 28 per set.
type contained struct {
	members
	all, rare postings
	overlap   overlap
	found     []db.RecordID
}

// prefix returns the number of rarest elements by which a set is looked up.
func (c *contained) prefix(size int) int {
	return max(0, size-max(1, c.overlap(size, size))+1)
}

func (c *contained) add(n db.RecordID, keys []uint32) error {
	member := c.enter(n, len(keys), parityOfKeys(keys))
	for _, tag := range c.all.rarest(keys, 0, c.prefix(len(keys))) {
		if err := c.rare.enter(tag, member); err != nil {
			return err
		}
	}
	for _, key := range keys {
		if err := c.all.enter(listTag(key, 0), member); err != nil {
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
	for _, member := range c.touched {
		if c.overlap.possible(size, int(c.sizes[member]), p, c.parities[member]) {
			c.found = append(c.found, c.numbers[member])
		}
	}
	c.forget()
	slices.Sort(c.found)
	return c.found
}

func (c *contained) bytes() int64 {
	return c.members.bytes() + c.all.bytes() + c.rare.bytes()
}
