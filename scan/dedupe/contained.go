package dedupe

import (
	"slices"

	"alike/db"
)

// contained are candidates where it is enough that one lies in the other for the
// most part. If it is the one that is asked for, it has one of its rarest elements
// in common, which are looked up in lists of all; if it is the other, that has, and
// its rarest at the time that it was kept are in lists of their own, in which all
// are looked up.
//
// Of a list only the latest longestWalk are looked at. What lies in thousands of
// others for the most part meets them all, and is not kept.
//
// Memory: up to 36 bytes for each element of a set, and 28 for the set.
type contained struct {
	members
	all, rare postings
	needs     needs
	found     []db.RecordID
}

// prefix is how many of its elements a set is found by.
func (c *contained) prefix(size int) int {
	return max(0, size-max(1, c.needs(size, size))+1)
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
		if c.needs.possible(size, int(c.sizes[place]), p, c.parities[place]) {
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
