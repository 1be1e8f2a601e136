package db

import (
	"cmp"
	"encoding/binary"

	fileview "alike/fingerprint/view"
)

// sumTable finds contents by checksum: open addressing over the first eight
// bytes, 12 bytes a slot and at most four fifths full, so that a million
// contents take 15 to 30 MB. A hit has to be confirmed by the whole checksum.
type sumTable struct {
	sums []uint64
	ids  []ContentID
	used int
}

func sumPrefix(sum []byte) uint64 { return binary.LittleEndian.Uint64(sum) }

func (t *sumTable) add(prefix uint64, id ContentID) {
	if (t.used+1)*5 > len(t.ids)*4 {
		t.grow()
	}
	mask := uint64(len(t.ids) - 1)
	i := prefix & mask
	for t.ids[i] != 0 {
		i = (i + 1) & mask
	}
	t.sums[i], t.ids[i] = prefix, id
	t.used++
}

func (t *sumTable) grow() { t.resize(max(1024, 2*len(t.ids))) }

// reserve makes room for so many.
func (t *sumTable) reserve(n int) {
	slots := 1024
	for slots*4 < n*5 {
		slots *= 2
	}
	if slots > len(t.ids) {
		t.resize(slots)
	}
}

// resize gives the table so many slots, a power of two.
func (t *sumTable) resize(n int) {
	old := *t
	*t = sumTable{sums: make([]uint64, n), ids: make([]ContentID, n)}
	for i, id := range old.ids {
		if id != 0 {
			t.add(old.sums[i], id)
		}
	}
}

// find calls confirm for the contents whose checksum begins like this, until
// it returns true, and returns that one; 0 if there is none.
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

// SameBytes finds the contents with the same bytes, which under the code view are
// several if the files have names of several languages. It returns, by content, the
// first one with the same bytes, or nil if no two contents can have the same bytes, as
// in every other view.
func (ix *Index) SameBytes() (same []ContentID, err error) {
	if fileview.Kind(ix.root.View) != fileview.FoldCode {
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
