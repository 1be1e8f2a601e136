package dedupe

import "errors"

// chains find what was entered under a tag, the last first. What it is, its number
// tells: they count from 1. Tags are hashes: all bits of them are used. Slots are
// half as many as entries to as many, so that an entry takes 12 to 16 bytes, 14 on
// the average.
type chains struct {
	slots []chainSlot // a power of two, by the upper bits of a tag
	shift uint
	links [][]chainLink // in blocks, which stay where they are
	used  uint32
}

type chainSlot struct {
	last   uint32 // entry, 0 for none
	length uint32
}

type chainLink struct {
	tag  uint32
	next uint32 // entry of the same slot that was entered before
}

const (
	chainBlockBits = 14
	chainBlock     = 1 << chainBlockBits
	leastSlots     = 1 << 10
)

var errChainsFull = errors.New("more than four billion entries are in memory: fewer records, or a higher --min, take fewer")

// add enters a tag and returns its entry.
func (c *chains) add(tag uint32) (uint32, error) {
	if c.used == 1<<32-1 {
		return 0, errChainsFull
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

// link returns what there is of an entry.
func (c *chains) link(entry uint32) *chainLink {
	at := entry - 1
	return &c.links[at>>chainBlockBits][at%chainBlock]
}

// join puts an entry into the chain of its slot.
func (c *chains) join(entry uint32) {
	l := c.link(entry)
	s := &c.slots[l.tag>>c.shift]
	l.next = s.last
	s.last = entry
	s.length++
}

// grow makes twice as many slots, and all chains anew.
func (c *chains) grow() {
	n := max(leastSlots, 2*len(c.slots))
	c.slots = nil // before the next are made
	c.slots = make([]chainSlot, n)
	c.shift = 32
	for ; n > 1; n /= 2 {
		c.shift--
	}
	for entry := uint32(1); entry <= c.used && entry > 0; entry++ {
		c.join(entry)
	}
}

// first returns the last entry of a tag, 0 if there is none.
func (c *chains) first(tag uint32) uint32 {
	if len(c.slots) == 0 {
		return 0
	}
	return c.from(c.slots[tag>>c.shift].last, tag)
}

// next returns the one of the same tag that was entered before.
func (c *chains) next(entry, tag uint32) uint32 {
	return c.from(c.link(entry).next, tag)
}

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

// length returns about how many entries a tag has, and never less: tags that have
// the slot in common count too, one or two mostly.
func (c *chains) length(tag uint32) uint32 {
	if len(c.slots) == 0 {
		return 0
	}
	return c.slots[tag>>c.shift].length
}

func (c *chains) bytes() int64 {
	return 8*int64(len(c.slots)) + 8*chainBlock*int64(len(c.links))
}
