package dedupe

import "slices"

// postings are inverted lists: for each element, the members that have it.
// A posting takes 18 bytes on average.
type postings struct {
	chains
	owners [][]uint32 // members by entry, in blocks like the links

	byLength []uint64
	tags     []uint32
}

// enter adds a member to the list of an element.
func (p *postings) enter(tag, member uint32) error {
	e, err := p.add(tag)
	if err != nil {
		return err
	}
	if at := e - 1; at%chainBlock == 0 {
		p.owners = append(p.owners, make([]uint32, chainBlock))
	}
	*p.owner(e) = member
	return nil
}

func (p *postings) owner(entry uint32) *uint32 {
	at := entry - 1
	return &p.owners[at>>chainBlockBits][at%chainBlock]
}

// maxWalk limits how many sets of a list, or with the same band, are visited, the
// latest first. Longer lists arise only from texts of one template that are mostly
// just below the threshold; without the limit every text would be compared with all
// others.
const maxWalk = 1 << 16

// count counts a hit for each set of a list.
func (p *postings) count(tag uint32, m *members) {
	walked := 0
	for e := p.first(tag); e != 0 && walked < maxWalk; e = p.next(e, tag) {
		m.hit(*p.owner(e))
		walked++
	}
}

// rarest returns the tags of the count elements whose lists in a class are shortest.
// The result is valid until the next call.
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

// listTag returns the tag of an element's list in a class.
func listTag(key uint32, class int) uint32 {
	return uint32((uint64(key)<<8 | uint64(class)) * 0x9e3779b97f4a7c15 >> 32)
}

func (p *postings) bytes() int64 {
	return p.chains.bytes() + 4*chainBlock*int64(len(p.owners))
}
