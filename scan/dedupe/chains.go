package dedupe

import "errors"

// chains is a hash table of entries, numbered from 1, that finds the entries under a
// tag from the latest to the earliest. Tags are hashes whose bits are all used. A slot
// serves one to two entries, so an entry takes 12 to 16 bytes, 14 on average.
type chains struct {
	slots []chainSlot // by the upper bits of a tag; their number is a power of two
	shift uint
	links [][]chainLink // in blocks, which are never moved
	used  uint32
}

type chainSlot struct {
	last   uint32 // the latest entry, 0 if there is none
	length uint32
}

type chainLink struct {
	tag  uint32
	next uint32 // the entry before it in the same slot
}

const (
	chainBlockBits = 14
	chainBlock     = 1 << chainBlockBits
	minSlots       = 1 << 10
)

// ErrTooManyKeys reports that the kept records have more keys than the tables can
// number.
var ErrTooManyKeys = errors.New("the kept records have more than four billion keys")

// add adds an entry under a tag and returns its number.
func (c *chains) add(tag uint32) (uint32, error) {
	if c.used == 1<<32-1 {
		return 0, ErrTooManyKeys
	}
	if int(c.used) >= 2*len(c.slots) {
		c.grow()
	}
	if c.used%chainBlock == 0 {
		c.links = append(c.links, make([]chainLink, chainBlock))
	}
	c.used++
	*c.link(c.used) = chainLink{tag: tag}
	c.join(c.used)
	return c.used, nil
}

// link returns the link of an entry.
func (c *chains) link(entry uint32) *chainLink {
	at := entry - 1
	return &c.links[at>>chainBlockBits][at%chainBlock]
}

// join adds an entry to the chain of its slot.
func (c *chains) join(entry uint32) {
	l := c.link(entry)
	s := &c.slots[l.tag>>c.shift]
	l.next = s.last
	s.last = entry
	s.length++
}

// grow doubles the number of slots and rebuilds the chains.
func (c *chains) grow() {
	n := max(minSlots, 2*len(c.slots))
	c.slots = nil // free the old ones first
	c.slots = make([]chainSlot, n)
	c.shift = 32
	for ; n > 1; n /= 2 {
		c.shift--
	}
	for entry := uint32(1); entry <= c.used && entry > 0; entry++ {
		c.join(entry)
	}
}

// first returns the latest entry under a tag, 0 if there is none.
func (c *chains) first(tag uint32) uint32 {
	if len(c.slots) == 0 {
		return 0
	}
	return c.from(c.slots[tag>>c.shift].last, tag)
}

// next returns the entry before one under the same tag, 0 if there is none.
func (c *chains) next(entry, tag uint32) uint32 {
	return c.from(c.link(entry).next, tag)
}

// from returns the first entry under a tag in the rest of a chain.
func (c *chains) from(entry, tag uint32) uint32 {
	for entry != 0 {
		l := c.link(entry)
		if l.tag == tag {
			break
		}
		entry = l.next
	}
	return entry
}

// length returns an upper bound of the number of entries under a tag. It counts all
// tags that share the slot, usually one or two.
func (c *chains) length(tag uint32) uint32 {
	if len(c.slots) == 0 {
		return 0
	}
	return c.slots[tag>>c.shift].length
}

func (c *chains) bytes() int64 {
	return 8*int64(len(c.slots)) + 8*chainBlock*int64(len(c.links))
}
