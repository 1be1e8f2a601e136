package dedupe

import "slices"

// postings are inverted lists: the places of the sets that have an element. 18 bytes
// each on the average.
type postings struct {
	chains
	owners [][]uint32 // of entries, in blocks as the links are

	byLength []uint64
	tags     []uint32
}

// enter enters that the set at a place has an element.
func (p *postings) enter(tag, place uint32) error {
	e, err := p.add(tag)
	if err != nil {
		return err
	}
	if at := e - 1; at%chainBlock == 0 {
		p.owners = append(p.owners, make([]uint32, chainBlock))
	}
	*p.owner(e) = place
	return nil
}

func (p *postings) owner(entry uint32) *uint32 {
	at := entry - 1
	return &p.owners[at>>chainBlockBits][at%chainBlock]
}

// longestWalk is how many sets of one list, or with one band in common, are looked
// at, the latest first. More have it only where they are texts of one template, of
// which most are just not alike enough: all would be compared with all.
const longestWalk = 1 << 16

// count counts a hit for each set of a list.
func (p *postings) count(tag uint32, m *members) {
	walked := 0
	for e := p.first(tag); e != 0 && walked < longestWalk; e = p.next(e, tag) {
		m.hit(*p.owner(e))
		walked++
	}
}

// rarest returns the tags of those elements of which the lists of a class are the
// shortest. They stand until the next call.
func (p *postings) rarest(keys []uint32, class, count int) []uint32 {
	p.byLength, p.tags = p.byLength[:0], p.tags[:0]
	for _, key := range keys {
		tag := listTag(key, class)
		p.byLength = append(p.byLength, uint64(p.length(tag))<<32|uint64(tag))
	}
	if count < len(keys) {
		slices.Sort(p.byLength)
	}
	for _, x := range p.byLength[:count] {
		p.tags = append(p.tags, uint32(x))
	}
	return p.tags
}

// listTag is what the list of an element in a class is found by.
func listTag(key uint32, class int) uint32 {
	return uint32((uint64(key)<<8 | uint64(class)) * 0x9e3779b97f4a7c15 >> 32)
}

func (p *postings) bytes() int64 {
	return p.chains.bytes() + 4*chainBlock*int64(len(p.owners))
}
