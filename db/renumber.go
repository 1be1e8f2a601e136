package db

import "math/bits"

// ranks maps old ids to dense new ids from 1 on, keeping their order, so sorted data
// stays sorted. It takes an eighth of a byte for each old id, and half as much for the
// counts.
type ranks struct {
	words []uint64 // a bit for each kept id
	below []uint32 // number of kept ids before each word
}

// newRanks returns ranks for ids up to end.
func newRanks(end uint32) *ranks { return &ranks{words: make([]uint64, end/64+1)} }

func (r *ranks) add(id uint32) { r.words[id/64] |= 1 << (id % 64) }

func (r *ranks) has(id uint32) bool {
	return int(id/64) < len(r.words) && r.words[id/64]&(1<<(id%64)) != 0
}

// each calls use for every kept id, in ascending order.
func (r *ranks) each(use func(id uint32)) {
	for i, word := range r.words {
		for ; word != 0; word &= word - 1 {
			use(uint32(i*64 + bits.TrailingZeros64(word)))
		}
	}
}

// count prepares for of and returns how many ids are kept.
func (r *ranks) count() uint32 {
	r.below = make([]uint32, len(r.words))
	n := uint32(0)
	for i, w := range r.words {
		r.below[i] = n
		n += uint32(bits.OnesCount64(w))
	}
	return n
}

// of returns the new id of a kept id. For any other it returns the new id of the next
// kept one.
func (r *ranks) of(id uint32) uint32 {
	return 1 + r.below[id/64] + uint32(bits.OnesCount64(r.words[id/64]&(1<<(id%64)-1)))
}

// numbering gives contents and directories dense ids in a merge of all segments. Ids are
// not reused otherwise, so an index of files that change every day would reach high ids,
// and the memory of a search grows with the highest id.
type numbering struct {
	contents, dirs       *ranks
	nextContent, nextDir uint32
	damage               func(format string, args ...any) error
}

// wasteful reports whether fewer than half of the ids are in use.
func wasteful(kept, next uint32) bool { return next > 2*kept+1024 }

// renumbering returns the new ids for a merge of all segments that drops some contents,
// or nil if the old ids will do.
func (ix *Index) renumbering(drop *countedSet[ContentID]) (*numbering, error) {
	n := &numbering{contents: newRanks(uint32(ix.root.NextContent)), dirs: newRanks(uint32(ix.root.NextDir)), damage: ix.Damaged}
	err := ix.eachRowOfContents(kindContents, func(_ *table, id ContentID, _ []byte) error {
		if !drop.has(id) {
			n.contents.add(uint32(id))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = ix.eachDirectory(func(d *directory) error {
		n.dirs.add(uint32(d.id))
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

// content returns the new id of a content, or id itself if n is nil.
func (n *numbering) content(id ContentID) (ContentID, error) {
	if n == nil {
		return id, nil
	}
	if !n.contents.has(uint32(id)) {
		return 0, n.damage("content %d does not exist", id)
	}
	return ContentID(n.contents.of(uint32(id))), nil
}

// kept returns the new ids of those contents of a set that are kept.
func (n *numbering) kept(old contentSet) (kept contentSet) {
	old.each(func(id ContentID) {
		if n.contents.has(uint32(id)) {
			kept.add(ContentID(n.contents.of(uint32(id))))
		}
	})
	return kept
}

// keeps reports whether the directory of a place still exists.
func (n *numbering) keeps(p place) bool { return n == nil || n.dirs.has(uint32(p.dir)) }

func (n *numbering) place(p place) (place, error) {
	if n == nil {
		return p, nil
	}
	id, err := n.content(p.content)
	return place{id, DirID(n.dirs.of(uint32(p.dir)))}, err
}

// directory returns a part of a directory with new ids.
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
		return 0, nil, n.damage("directory %d (%q) is in directory %d, which does not exist", id, d.name, d.parent)
	}
	d.parent = DirID(n.dirs.of(uint32(d.parent)))
	for i := range d.entries {
		e := &d.entries[i]
		switch {
		case e.dir != 0 && n.dirs.has(uint32(e.dir)):
			e.dir = DirID(n.dirs.of(uint32(e.dir)))
		case e.SetAside && e.Content == 0:
		case e.dir == 0 && n.contents.has(uint32(e.Content)):
			e.Content = ContentID(n.contents.of(uint32(e.Content)))
		default:
			return 0, nil, n.damage("directory %d: %q names a content or directory that does not exist", id, e.Name)
		}
	}
	return uint64(n.dirs.of(uint32(id))), d.encodePart(nil, parts, d.coverage, d.entries), nil
}

// root replaces the ids in the root.
func (n *numbering) root(r *root) error {
	if n == nil {
		return nil
	}
	if err := r.checkScans(); err != nil {
		return n.damage("its history is not readable: %v", err)
	}
	if r.LongOnly > 0 {
		r.LongOnly = ContentID(n.contents.of(uint32(r.LongOnly)))
	}
	r.NextContent, r.NextDir = ContentID(n.nextContent), DirID(n.nextDir)
	for i := range r.Scans {
		if s := &r.Scans[i]; s.Next > 0 {
			s.Next = ContentID(n.contents.of(uint32(s.Next))) // the new id of the next kept content
		}
	}
	return nil
}
