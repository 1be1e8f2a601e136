package db

// ContentSize is the size of one content.
type ContentSize struct {
	Size   int64
	First  uint32 // index of its first count in Counts
	Levels uint8  // number of counts
	Level  uint8
	stored bool
}

// Sizes holds the size of every content and its counts of fingerprints, in some thirty
// bytes each. Callers must not modify it.
type Sizes struct {
	All []ContentSize // by content
	// Counts holds the counts of all contents, one content after the other, as in
	// StoredContent.
	Counts []int32
}

// Sizes returns the sizes of all contents. They are read once per commit.
func (ix *Index) Sizes() (*Sizes, error) {
	if s := ix.sizes.Load(); s != nil {
		return s, nil
	}
	s := &Sizes{All: make([]ContentSize, ix.root.NextContent)}
	if err := ix.EachContent(s.add); err != nil {
		return nil, err
	}
	ix.sizes.Store(s)
	return s, nil
}

func (s *Sizes) add(id ContentID, row StoredContent) error {
	s.All[id] = ContentSize{
		Size: row.Size, First: uint32(len(s.Counts)), Levels: uint8(len(row.Counts)), Level: uint8(row.Level),
		stored: true,
	}
	s.Counts = append(s.Counts, row.Counts...)
	return nil
}

// fewContents is the part of the contents up to which each is looked up: that takes some thirty times
// as long as to read it with all others.
const fewContents = 32

// SizesOf returns the sizes of the wanted contents. Those of others may be missing, as if they were
// not stored.
func (ix *Index) SizesOf(wanted []bool) (*Sizes, error) {
	n := 0
	for _, w := range wanted {
		if w {
			n++
		}
	}
	if ix.sizes.Load() != nil || n > len(wanted)/fewContents {
		return ix.Sizes()
	}
	s := &Sizes{All: make([]ContentSize, ix.root.NextContent)}
	for id, w := range wanted {
		if !w {
			continue
		}
		row, err := ix.Content(ContentID(id))
		if err != nil {
			return nil, err
		}
		_ = s.add(ContentID(id), row)
	}
	return s, nil
}

// KnownSizes returns the sizes of all contents if they have been read, or nil.
func (ix *Index) KnownSizes() *Sizes { return ix.sizes.Load() }

// Stored reports whether the index has the content.
func (s *ContentSize) Stored() bool { return s.stored }

// Of returns the size of a content in bytes and its level.
func (s *Sizes) Of(id ContentID) (size int64, level int) {
	return s.All[id].Size, int(s.All[id].Level)
}

// Count returns the number of fingerprints of a content at a level that is not finer
// than its own.
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
