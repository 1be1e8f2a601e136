package db

import (
	"cmp"
	"encoding/binary"
	"math"
	"sort"

	"alike/fingerprint"
	"alike/fingerprint/view"
)

// StoredContent is a content as the index stores it.
type StoredContent struct {
	Content
	// Counts[i] is the number of fingerprints at level Level+i, without trailing
	// zeros.
	Counts []int32
}

// Count returns the number of fingerprints at a level that is not finer than the
// content's own.
func (c *StoredContent) Count(level int) int {
	if i := level - c.Level; i < len(c.Counts) {
		return int(c.Counts[i])
	}
	return 0
}

// Fingerprints returns the number of fingerprints at the content's own level.
func (c *StoredContent) Fingerprints() int { return c.Count(c.Level) }

// LevelCounts counts a set at its own level and at each coarser one, up to the
// coarsest. Bounds of still coarser levels would cut into the check bits.
func LevelCounts(set fingerprint.Set, level int) []int32 { return appendLevelCounts(nil, set, level) }

func appendLevelCounts(counts []int32, set fingerprint.Set, level int) []int32 {
	for ; len(set) > 0 && level <= fingerprint.MaxLevel; level++ {
		if set = set.AtLevel(level); len(set) > 0 {
			counts = append(counts, int32(len(set)))
		}
	}
	return counts
}

func (c *StoredContent) encode(buf []byte) []byte {
	buf = append(buf, c.Checksum[:]...)
	buf = binary.AppendUvarint(buf, uint64(c.Size))
	buf = append(buf, byte(c.Level))
	buf = binary.AppendUvarint(buf, uint64(len(c.Counts)))
	for _, n := range c.Counts {
		buf = binary.AppendUvarint(buf, uint64(n))
	}
	if c.Language != "" {
		buf = binary.AppendUvarint(buf, uint64(len(c.Language)))
		buf = append(buf, c.Language...)
	}
	return buf
}

func decodeContent(payload []byte) (StoredContent, error) {
	r := byteReader{buf: payload}
	var c StoredContent
	copy(c.Checksum[:], r.bytes(uint64(len(c.Checksum))))
	c.Size = int64(r.uvarint())
	if level := r.bytes(1); !r.short {
		c.Level = int(level[0])
	}
	m := r.uvarint()
	if r.short || c.Level > fingerprint.MaxLevel || m > uint64(fingerprint.MaxLevel+1-c.Level) {
		return c, errShort
	}
	if m > 0 {
		c.Counts = make([]int32, m)
	}
	counts := uint64(0) // the bits of all counts
	for i := range c.Counts {
		n := r.uvarint()
		counts |= n
		c.Counts[i] = int32(n)
	}
	if c.Size < 0 || counts > math.MaxInt32 {
		return c, errShort
	}
	if !r.short && len(r.buf) > 0 {
		c.Language = string(r.bytes(r.uvarint()))
	}
	if r.short || len(r.buf) > 0 {
		return c, errShort
	}
	return c, nil
}

// encodeSetPart appends one part of a forward set.
func encodeSetPart(buf []byte, set fingerprint.Set) []byte {
	n := len(set)
	var k uint
	if n > 1 {
		k = riceParameter(uint64(set[n-1]-set[0])-uint64(n-1), n-1)
	}
	buf = binary.AppendUvarint(buf, uint64(n))
	buf = append(buf, byte(k))
	w := bitWriter{buf: buf}
	w.put(uint64(set[0]), fingerprint.Bits)
	for i, fp := range set[1:] {
		w.rice(uint64(fp-set[i]-1), k)
	}
	return w.finish()
}

// decodeSetPart appends the fingerprints of one part to set.
func decodeSetPart(set fingerprint.Set, payload []byte) (fingerprint.Set, error) {
	r := byteReader{buf: payload}
	n := r.uvarint()
	header := r.bytes(1)
	if r.short || n == 0 || n > setPart || len(r.buf) < padding || header[0] > 48 {
		return set, errShort
	}
	b, k := bitReader{buf: r.buf}, uint(header[0])
	fp := fingerprint.Fingerprint(b.get(fingerprint.Bits))
	set = append(set, fp)
	for range n - 1 {
		fp += 1 + fingerprint.Fingerprint(b.rice(k))
		set = append(set, fp)
	}
	if b.short || b.pos > uint(len(r.buf)-padding)*8 || fp >= 1<<fingerprint.Bits {
		return set, errShort
	}
	return set, nil
}

// Content returns a stored content. If the index does not hold it, the error is a
// *DamagedError: ids come from the index itself.
func (ix *Index) Content(id ContentID) (StoredContent, error) {
	row, found, err := ix.content(id)
	if err == nil && !found {
		err = ix.Damaged("content %d is missing", id)
	}
	return row, err
}

func (ix *Index) content(id ContentID) (row StoredContent, found bool, err error) {
	// Segments are in order of their contents, so the last one that starts at or before
	// id has it.
	segs := ix.segments
	i := sort.Search(len(segs), func(i int) bool { return segs[i].firstContent > id })
	if i == 0 {
		return row, false, nil
	}
	found, err = segs[i-1].table(kindContents).row(rowKey{uint64(id), 0}, func(payload []byte) error {
		row, err = decodeContent(payload)
		return err
	})
	return row, found, err
}

// EachContent calls use for every stored content in ascending order.
func (ix *Index) EachContent(use func(id ContentID, row StoredContent) error) error {
	return ix.eachRowOfContents(kindContents, func(_ *table, id ContentID, payload []byte) error {
		row, err := decodeContent(payload)
		if err != nil {
			return err
		}
		return use(id, row)
	})
}

// eachRowOfContents calls use for the rows of a kind of table that has at most one for each
// content.
func (ix *Index) eachRowOfContents(kind byte, use func(t *table, id ContentID, payload []byte) error) error {
	return eachRowOf(ix.segments, kind, func(t *table, key rowKey, payload []byte) error {
		if key.id == 0 || key.id >= uint64(ix.root.NextContent) || key.sub != 0 {
			return t.damage("content %d, part %d, is not below the next number, %d", key.id, key.sub, ix.root.NextContent)
		}
		return use(t, ContentID(key.id), payload)
	})
}

// eachChecksum calls use with the checksum of every stored content in ascending order.
// The checksum is valid during the call. It takes half the time of EachContent.
func (ix *Index) eachChecksum(use func(id ContentID, sum []byte)) error {
	return ix.eachRowOfContents(kindContents, func(t *table, id ContentID, payload []byte) error {
		if len(payload) < len(Checksum{}) {
			return t.damage("content %d cannot be decoded", id)
		}
		use(id, payload[:len(Checksum{})])
		return nil
	})
}

// Fingerprints appends the n fingerprints of a content, in ascending order, to buf.
func (ix *Index) Fingerprints(id ContentID, n int, buf fingerprint.Set) (fingerprint.Set, error) {
	t := ix.forwardOf(id)
	have := len(buf)
	for part := uint32(0); t != nil && len(buf)-have < n; part++ {
		var err error
		if buf, err = t.setPart(id, part, buf); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// EachSetPart is Fingerprints for contents of any size: it calls use for parts of the set, which
// are valid during the call and may be in buf.
func (ix *Index) EachSetPart(id ContentID, n int, buf fingerprint.Set, use func(part fingerprint.Set) error) error {
	t := ix.forwardOf(id)
	for part := uint32(0); t != nil && n > 0; part++ {
		var err error
		if buf, err = t.setPart(id, part, buf[:0]); err != nil {
			return err
		}
		n -= len(buf)
		if err := use(buf); err != nil {
			return err
		}
	}
	return nil
}

// forwardOf returns the table with the fingerprints of a content, nil if there is none.
func (ix *Index) forwardOf(id ContentID) *table {
	segs := ix.segments
	i := sort.Search(len(segs), func(i int) bool { return segs[i].firstContent > id })
	if i == 0 {
		return nil
	}
	return segs[i-1].table(kindForward)
}

// setPart appends a part of the fingerprints of a content to buf.
func (t *table) setPart(id ContentID, part uint32, buf fingerprint.Set) (fingerprint.Set, error) {
	found, err := t.row(rowKey{uint64(id), part}, func(payload []byte) (err error) {
		buf, err = decodeSetPart(buf, payload)
		return err
	})
	if err == nil && !found {
		err = t.damage("part %d of the fingerprints of content %d is missing", part, id)
	}
	return buf, err
}

// EachNotLive calls use for every content that is not live: an orphaned one, which no path
// names, or a claimed one, which only files that are set aside have.
func (ix *Index) EachNotLive(use func(id ContentID, claimed bool) error) error {
	return ix.eachNotLiveIn(ix.root.Orphans, use)
}

// eachNotLiveIn calls use for every content in the list of a segment; segment 0 has none.
func (ix *Index) eachNotLiveIn(segment uint32, use func(id ContentID, claimed bool) error) error {
	if segment == 0 {
		return nil
	}
	for _, s := range ix.segments {
		if s.meta.ID == segment {
			return s.table(kindOrphans).eachPlace(func(p place) error {
				if p.content >= ix.root.NextContent {
					return ix.Damaged("the orphaned or claimed content %d does not exist", p.content)
				}
				return use(p.content, p.dir == claimedMark)
			})
		}
	}
	return ix.Damaged("segment %d is missing", segment)
}

// SameBytes groups contents with the same bytes. Under the code view the same bytes are
// several contents if their files have names of several languages. The result gives for
// each content the first one with the same bytes; it is nil if no two contents can have
// the same bytes, as in the other views.
func (ix *Index) SameBytes() (same []ContentID, err error) {
	if view.Kind(ix.root.View) != view.FoldCode {
		return nil, nil
	}
	same = make([]ContentID, ix.root.NextContent)
	var sums sumTable
	sums.reserve(int(ix.root.Named))
	return same, ix.EachContent(func(id ContentID, row StoredContent) error {
		prefix := row.Checksum.Prefix()
		first, err := sums.find(prefix, func(of ContentID) (bool, error) {
			other, err := ix.Content(of)
			return other.Checksum == row.Checksum, err
		})
		if same[id] = cmp.Or(first, id); first == 0 {
			sums.add(prefix, id)
		}
		return err
	})
}

// sumTable finds contents by checksum. It is an open-addressing hash table over the first
// eight bytes, with 12 bytes a slot and at most four fifths full: 15 to 30 MB for a
// million contents. The caller confirms a hit against the full checksum.
type sumTable struct {
	sums []uint64
	ids  []ContentID
	used int
}

func (t *sumTable) add(prefix uint64, id ContentID) {
	if (t.used+1)*5 > len(t.ids)*4 {
		t.resize(max(1024, 2*len(t.ids)))
	}
	mask := uint64(len(t.ids) - 1)
	i := prefix & mask
	for t.ids[i] != 0 {
		i = (i + 1) & mask
	}
	t.sums[i], t.ids[i] = prefix, id
	t.used++
}

// reserve makes room for n contents.
func (t *sumTable) reserve(n int) {
	slots := 1024
	for slots*4 < n*5 {
		slots *= 2
	}
	if slots > len(t.ids) {
		t.resize(slots)
	}
}

// resize sets the number of slots, a power of two.
func (t *sumTable) resize(n int) {
	old := *t
	*t = sumTable{sums: make([]uint64, n), ids: make([]ContentID, n)}
	for i, id := range old.ids {
		if id != 0 {
			t.add(old.sums[i], id)
		}
	}
}

// find calls confirm for each content with the prefix and returns the first one
// confirmed, or 0.
func (t *sumTable) find(prefix uint64, confirm func(ContentID) (bool, error)) (ContentID, error) {
	if len(t.ids) == 0 {
		return 0, nil
	}
	mask := uint64(len(t.ids) - 1)
	for i := prefix & mask; t.ids[i] != 0; i = (i + 1) & mask {
		if t.sums[i] != prefix {
			continue
		}
		if ok, err := confirm(t.ids[i]); err != nil || ok {
			return t.ids[i], err
		}
	}
	return 0, nil
}
