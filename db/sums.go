package db

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
