package db

import (
	"math/bits"
)

// ranks numbers what is kept of a series of numbers anew, from 1 on and in the
// same order, so that whatever is sorted stays so. It takes an eighth of a byte
// for each old number, and as much again.
type ranks struct {
	kept  []uint64 // a bit for each old number
	below []uint32 // kept ones below each word
}

func newRanks(end uint32) *ranks { return &ranks{kept: make([]uint64, end/64+1)} }

func (r *ranks) keep(id uint32) { r.kept[id/64] |= 1 << (id % 64) }

func (r *ranks) has(id uint32) bool {
	return int(id/64) < len(r.kept) && r.kept[id/64]&(1<<(id%64)) != 0
}

// count makes the numbers known and returns how many are kept.
func (r *ranks) count() uint32 {
	r.below = make([]uint32, len(r.kept))
	n := uint32(0)
	for i, w := range r.kept {
		r.below[i] = n
		n += uint32(bits.OnesCount64(w))
	}
	return n
}

// of returns the new number of an old one that is kept, and of another the number
// that the next one kept gets.
func (r *ranks) of(id uint32) uint32 {
	return 1 + r.below[id/64] + uint32(bits.OnesCount64(r.kept[id/64]&(1<<(id%64)-1)))
}

// numbering is how a merge of all segments numbers contents and directories
// anew. Numbers are never given twice otherwise, so that an index whose files
// change every day would come to high ones, and searches need memory by the
// highest.
type numbering struct {
	contents, dirs       *ranks
	nextContent, nextDir uint32
	damage               func(format string, args ...any) error
}

// wasteful says that fewer than half of the numbers are in use.
func wasteful(kept, next uint32) bool { return next > 2*kept+1024 }

// renumbering returns how contents and directories are to be numbered anew by a
// merge of all segments that drops some contents; nil if there is no need.
func (ix *Index) renumbering(drop map[ContentID]struct{}) (*numbering, error) {
	n := &numbering{contents: newRanks(uint32(ix.root.NextContent)), dirs: newRanks(uint32(ix.root.NextDir)), damage: ix.Damaged}
	for _, s := range ix.segments {
		err := s.table(kindContents).each(func(key rowKey, _ []byte) error {
			if key.id >= uint64(ix.root.NextContent) {
				return ix.Damaged("content %d comes after the next number, %d", key.id, ix.root.NextContent)
			}
			if _, ok := drop[ContentID(key.id)]; !ok {
				n.contents.keep(uint32(key.id))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	err := ix.eachDirectory(func(d *directory) error {
		n.dirs.keep(uint32(d.id))
		return nil
	})
	if err != nil {
		return nil, err
	}
	contents, dirs := n.contents.count(), n.dirs.count()
	if !wasteful(contents, uint32(ix.root.NextContent)) && !wasteful(dirs, uint32(ix.root.NextDir)) {
		return nil, nil
	}
	n.nextContent, n.nextDir = contents+1, dirs+1
	return n, nil
}

// content returns the number of a content, which stays what it was without
// numbering.
func (n *numbering) content(id ContentID) (ContentID, error) {
	if n == nil {
		return id, nil
	}
	if !n.contents.has(uint32(id)) {
		return 0, n.damage("there is no content %d", id)
	}
	return ContentID(n.contents.of(uint32(id))), nil
}

// keeps reports whether a place is of a directory that there still is.
func (n *numbering) keeps(p place) bool { return n == nil || n.dirs.has(uint32(p.dir)) }

func (n *numbering) place(p place) (place, error) {
	if n == nil {
		return p, nil
	}
	id, err := n.content(p.content)
	return place{id, DirID(n.dirs.of(uint32(p.dir)))}, err
}

// directory returns a part of a directory with the new numbers in it.
func (n *numbering) directory(id uint64, payload []byte) (uint64, []byte, error) {
	if n == nil {
		return id, payload, nil
	}
	d := directory{}
	parts, err := d.decodePart(payload)
	if err != nil {
		return 0, nil, err
	}
	if !n.dirs.has(uint32(d.parent)) {
		return 0, nil, n.damage("directory %d (%q) is in directory %d, which there is not", id, d.name, d.parent)
	}
	d.parent = DirID(n.dirs.of(uint32(d.parent)))
	for i := range d.entries {
		e := &d.entries[i]
		switch {
		case e.dir != 0 && n.dirs.has(uint32(e.dir)):
			e.dir = DirID(n.dirs.of(uint32(e.dir)))
		case e.LeftOut():
		case e.dir == 0 && n.contents.has(uint32(e.Content)):
			e.Content = ContentID(n.contents.of(uint32(e.Content)))
		default:
			return 0, nil, n.damage("directory %d: %q names what there is not", id, e.Name)
		}
	}
	return uint64(n.dirs.of(uint32(id))), d.encodePart(nil, parts, d.entries), nil
}

// root puts the new numbers into the root.
func (n *numbering) root(r *root) error {
	if n == nil {
		return nil
	}
	if err := r.checkScans(); err != nil {
		return n.damage("its history is not readable: %v", err)
	}
	r.NextContent, r.NextDir = ContentID(n.nextContent), DirID(n.nextDir)
	for i := range r.Scans {
		if s := &r.Scans[i]; s.Next > 0 {
			s.Next = ContentID(n.contents.of(uint32(s.Next))) // of the first kept from there on
		}
	}
	return nil
}
