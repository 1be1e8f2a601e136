package db

// contentSizes knows the sizes and the counts of fingerprints of all contents, at
// some thirty bytes each.
type contentSizes struct {
	all []sizeRow // by content
	// counts of all contents, one after the other, see contentRow.
	counts []int32
}

type sizeRow struct {
	size   int64
	counts uint32 // where its counts begin
	levels uint8  // how many counts
	level  uint8
	stored bool
}

// contentSizes reads the sizes of all contents, once.
func (ix *Index) contentSizes() (*contentSizes, error) {
	if s := ix.sizes.Load(); s != nil {
		return s, nil
	}
	s := &contentSizes{all: make([]sizeRow, ix.root.NextContent)}
	err := ix.eachContent(func(id ContentID, row contentRow) error {
		if int(id) >= len(s.all) {
			return ix.damage("content %d has a number that was not given yet", id)
		}
		s.all[id] = sizeRow{
			size: row.Size, counts: uint32(len(s.counts)), levels: uint8(len(row.counts)), level: uint8(row.Level),
			stored: true,
		}
		s.counts = append(s.counts, row.counts...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	ix.sizes.Store(s)
	return s, nil
}

// of returns the size of a content in bytes and its level.
func (s *contentSizes) of(id ContentID) (size int64, level int) {
	return s.all[id].size, int(s.all[id].level)
}

// count returns the number of a content's fingerprints at a level that is not
// finer than its own.
func (s *contentSizes) count(id ContentID, level int) int {
	r := &s.all[id]
	if i := level - int(r.level); i < int(r.levels) {
		return int(s.counts[int(r.counts)+i])
	}
	return 0
}

// each calls use for every stored content, in ascending order.
func (s *contentSizes) each(use func(id ContentID)) {
	for id := range s.all {
		if s.all[id].stored {
			use(ContentID(id))
		}
	}
}
