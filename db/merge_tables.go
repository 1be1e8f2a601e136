package db

import (
	"cmp"
	"maps"
	"math"
	"runtime"
	"slices"

	"alike/db/inorder"
	"alike/fingerprint"
)

// gone keeps the tombstones of files from the scan m.remember on.
func (m *merger) gone() error {
	cursors, err := m.cursors(kindGone)
	if err != nil {
		return err
	}
	for {
		cursors = slices.DeleteFunc(cursors, func(c *rowCursor) bool { return c.done })
		if len(cursors) == 0 {
			return nil
		}
		id := cursors[0].key.id
		for _, c := range cursors {
			id = min(id, c.key.id)
		}
		part := uint32(0)
		for _, c := range cursors {
			for !c.done && c.key.id == id {
				if id >= uint64(m.remember) {
					if err := m.seg.gone.add(rowKey{id, part}, c.payload); err != nil {
						return err
					}
				}
				part++
				if err := c.next(); err != nil {
					return err
				}
			}
		}
	}
}

func (m *merger) contents() (dropped []ContentID, err error) {
	err = eachRowOf(m.old, kindContents, func(_ *table, key rowKey, payload []byte) error {
		if m.dropped(key.id) {
			dropped = append(dropped, ContentID(key.id))
			return nil
		}
		payload, err := m.withSmall(ContentID(key.id), payload)
		if err != nil {
			return err
		}
		if key, err = m.numbered(key); err != nil {
			return err
		}
		return m.seg.contents.add(key, payload)
	})
	return dropped, err
}

// withSmall returns the row of a content with its level and counts after an upgrade.
func (m *merger) withSmall(id ContentID, payload []byte) ([]byte, error) {
	if id >= m.longOnly {
		return payload, nil
	}
	row, err := decodeContent(payload)
	if err != nil {
		return nil, err
	}
	s, ok := m.small[id]
	if !ok {
		m.lacksSmall = m.lacksSmall || row.Size <= fingerprint.SmallSize && !m.rule.IsSmall(row.Level)
		return payload, nil
	}
	long, counts := int32(row.Fingerprints()), []int32(nil)
	for level := s.level; level < row.Level; level++ {
		counts = append(counts, long+int32(len(s.set.AtLevel(level))))
	}
	row.Counts = append(counts, row.Counts...)
	for n := len(row.Counts); n > 0 && row.Counts[n-1] == 0; n-- {
		row.Counts = row.Counts[:n-1]
	}
	row.Level = s.level
	return row.encode(nil), nil
}

func (m *merger) forward() error {
	add := func(key rowKey, payload []byte) error {
		if m.dropped(key.id) {
			return m.ctx.Err()
		}
		key, err := m.numbered(key)
		if err != nil {
			return err
		}
		return m.seg.forward.add(key, payload)
	}
	small := slices.Sorted(maps.Keys(m.small))
	// addBelow adds the sets of contents that had none.
	addBelow := func(id uint64) error {
		for ; len(small) > 0 && uint64(small[0]) < id; small = small[1:] {
			if set := m.small[small[0]].set; len(set) > 0 {
				if err := add(rowKey{uint64(small[0]), 0}, encodeSetPart(nil, set)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := eachRowOf(m.old, kindForward, func(_ *table, key rowKey, payload []byte) error {
		if err := addBelow(key.id); err != nil {
			return err
		}
		if len(small) > 0 && uint64(small[0]) == key.id {
			set, err := decodeSetPart(nil, payload)
			if err != nil {
				return err
			}
			payload = encodeSetPart(nil, append(set, m.small[small[0]].set...)) // all are finer
			small = small[1:]
		}
		return add(key, payload)
	})
	if err != nil {
		return err
	}
	return addBelow(math.MaxUint64)
}

// smallPostings returns the postings of small windows that are added.
func (m *merger) smallPostings() []Posting {
	var ps []Posting
	for id, s := range m.small {
		for _, fp := range s.set {
			ps = append(ps, Posting{fp, id})
		}
	}
	slices.SortFunc(ps, func(a, b Posting) int {
		return cmp.Or(cmp.Compare(a.Fingerprint, b.Fingerprint), cmp.Compare(a.Content, b.Content))
	})
	return ps
}

func (m *merger) postings() error {
	ranges, err := postingRanges(m.old)
	if err != nil {
		return err
	}
	small := m.smallPostings()
	readers := make([]postingEncoder, runtime.GOMAXPROCS(0))
	return inorder.Do(len(ranges), len(readers), func(worker, piece int) (func() error, error) {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		e := &readers[worker]
		e.reader.segments = m.old
		ps, err := e.reader.Read(ranges[piece])
		if err != nil {
			return nil, err
		}
		if from, to := searchPostings(small, ranges[piece].from), searchPostings(small, ranges[piece].to); from < to {
			all := make([]Posting, len(ps)+to-from)
			mergeSorted(all, ps, small[from:to])
			ps = all
		}
		if m.drop.len > 0 {
			ps = slices.DeleteFunc(ps, func(p Posting) bool { return m.dropped(uint64(p.Content)) })
		}
		if m.numbers != nil {
			for i := range ps {
				if ps[i].Content, err = m.numbers.content(ps[i].Content); err != nil {
					return nil, err
				}
			}
		}
		e.encode(ps)
		return func() error { return e.put(m.seg.postings.tableWriter) }, nil
	})
}

// postingEncoder encodes the postings of a range as blocks, which wait until the range is
// due.
type postingEncoder struct {
	reader RangeReader
	blocks []blockInfo
	ends   []int // end of each block in data
	data   []byte
}

func (e *postingEncoder) encode(ps []Posting) {
	e.blocks, e.ends, e.data = e.blocks[:0], e.ends[:0], e.data[:0]
	for part := range slices.Chunk(ps, postingsInBlock) {
		e.data = encodePostings(e.data, part)
		e.blocks = append(e.blocks, blockInfo{rowKey{uint64(part[0].Fingerprint), uint32(part[0].Content)}, len(part)})
		e.ends = append(e.ends, len(e.data))
	}
}

func (e *postingEncoder) put(t *tableWriter) error {
	begin := 0
	for i, b := range e.blocks {
		if err := t.block(b.first, b.rows, e.data[begin:e.ends[i]]); err != nil {
			return err
		}
		begin = e.ends[i]
	}
	return nil
}

func (m *merger) places() error {
	// All places fit in memory: eight bytes each, about one for each file.
	var all []place
	for _, s := range m.old {
		err := s.table(kindPlaces).eachPlace(func(p place) error {
			if !m.dropped(uint64(p.content)) && m.numbers.keeps(p) {
				p, err := m.numbers.place(p)
				if err != nil {
					return err
				}
				all = append(all, p)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	slices.SortFunc(all, comparePlaces)
	for _, p := range slices.Compact(all) {
		if err := m.seg.places.add(p); err != nil {
			return err
		}
	}
	return nil
}

// dirs keeps the newest version of each directory.
func (m *merger) dirs() error {
	cursors, err := m.cursors(kindDirs)
	if err != nil {
		return err
	}
	slices.Reverse(cursors) // newest first
	for len(cursors) > 0 {
		best := 0
		for i, c := range cursors {
			if c.key.id < cursors[best].key.id {
				best = i
			}
		}
		id := cursors[best].key.id
		for i, c := range cursors {
			for !c.done && c.key.id == id {
				gone := len(c.payload) == 1
				if i == best && !(gone && m.all) {
					if err := m.directory(c.key, c.payload); err != nil {
						return err
					}
				}
				if err := c.next(); err != nil {
					return err
				}
			}
		}
		cursors = slices.DeleteFunc(cursors, func(c *rowCursor) bool { return c.done })
	}
	return nil
}

func (m *merger) directory(key rowKey, payload []byte) (err error) {
	if key.id, payload, err = m.numbers.directory(key.id, payload); err != nil {
		return err
	}
	return m.seg.dirs.add(key, payload)
}

// orphans writes the list of contents that are not live: the claimed ones, and orphans of
// older segments, which are not merged.
func (m *merger) orphans(dropped []ContentID) error {
	return m.names.each(func(p place) (err error) {
		_, gone := slices.BinarySearch(dropped, p.content)
		if p.dir != claimedMark && (gone || m.all) {
			return nil
		}
		if p.content, err = m.numbers.content(p.content); err != nil {
			return err
		}
		return m.seg.orphans.add(p)
	})
}

// cursors returns a cursor at the first row of each segment with rows of the kind, oldest
// segment first.
func (m *merger) cursors(kind byte) (cursors []*rowCursor, err error) {
	for _, s := range m.old {
		c := &rowCursor{t: s.table(kind)}
		if err := c.next(); err != nil {
			return nil, err
		}
		if !c.done {
			cursors = append(cursors, c)
		}
	}
	return cursors, nil
}

// records drops forgotten records. A tombstone is dropped with its record and kept if the
// record is in an older segment.
func (m *merger) records() error {
	var gone numberSet[RecordID]
	if err := eachTombstone(m.old, gone.add); err != nil {
		return err
	}
	first := uint64(math.MaxUint64) // first record of the merged segments
	for _, s := range m.old {
		t := s.table(kindRecords)
		if err := t.load(); err != nil {
			return err
		}
		if len(t.blocks) > 0 {
			first = min(first, t.blocks[0].first.id)
		}
		if err := m.keepRows(t, &m.seg.records, &gone); err != nil {
			return err
		}
		if err := m.keepRows(s.table(kindSets), &m.seg.sets, &gone); err != nil {
			return err
		}
	}
	var err error
	gone.each(func(n RecordID) {
		if uint64(n) < first && err == nil {
			err = m.seg.tombstones.add(rowKey{uint64(n), 0}, nil)
		}
	})
	return err
}

// keepRows copies the rows of records that have no tombstone.
func (m *merger) keepRows(t *table, to *rowWriter, gone *numberSet[RecordID]) error {
	return t.each(func(key rowKey, payload []byte) error {
		if gone.has(RecordID(key.id)) {
			return m.ctx.Err()
		}
		if err := to.add(key, payload); err != nil {
			return err
		}
		return m.ctx.Err()
	})
}
