package db

// Sizes holds the size of every content and its counts of fingerprints, at some
// thirty bytes each. Nothing may be written to it.
type Sizes struct {
	All []ContentSize // by content
	// Counts of all contents, one after the other, see StoredContent.
	Counts []int32
}

// ContentSize is the row of one content.
type ContentSize struct {
	Size   int64
	First  uint32 // index of its first count in Counts
	Levels uint8  // number of counts
	Level  uint8
	stored bool
}

// Sizes returns the sizes of all contents. They are read once for each commit.
func (ix *Index) Sizes() (*Sizes, error) {
	if s := ix.sizes.Load(); s != nil {
		return s, nil
	}
	s := &Sizes{All: make([]ContentSize, ix.root.NextContent)}
	err := ix.EachContent(func(id ContentID, row StoredContent) error {
		if int(id) >= len(s.All) {
			return ix.Damaged("content %d has a number that was not given yet", id)
		}
		s.All[id] = ContentSize{
			Size: row.Size, First: uint32(len(s.Counts)), Levels: uint8(len(row.Counts)), Level: uint8(row.Level),
			stored: true,
		}
		s.Counts = append(s.Counts, row.Counts...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	ix.sizes.Store(s)
	return s, nil
}

// Of returns the size of a content in bytes and its level.
func (s *Sizes) Of(id ContentID) (size int64, level int) {
	return s.All[id].Size, int(s.All[id].Level)
}

// Count returns the number of a content's fingerprints at a level that is not
// finer than its own.
func (s *Sizes) Count(id ContentID, level int) int {
	r := &s.All[id]
	if i := level - int(r.Level); i < int(r.Levels) {
		return int(s.Counts[int(r.First)+i])
	}
	return 0
}

// Each calls use for every stored content, in ascending order.
func (s *Sizes) Each(use func(id ContentID)) {
	for id := range s.All {
		if s.All[id].stored {
			use(ContentID(id))
		}
	}
}
