package db

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// place says that a file in a directory has, or had, a content.
type place struct {
	content ContentID
	dir     DirID
}

func comparePlaces(p, q place) int {
	return cmp.Or(cmp.Compare(p.content, q.content), cmp.Compare(p.dir, q.dir))
}

// placeWriter gathers sorted places into blocks.
type placeWriter struct {
	t           *tableWriter
	buf         []byte
	first, last place
	rows        int
}

func (w *placeWriter) add(p place) error {
	if w.rows == 0 {
		w.first, w.last = p, place{}
	}
	w.buf = binary.AppendUvarint(w.buf, uint64(p.content-w.last.content))
	w.buf = binary.AppendVarint(w.buf, int64(p.dir)-int64(w.last.dir))
	w.last = p
	w.rows++
	if w.rows == postingsInBlock {
		return w.flush()
	}
	return nil
}

func (w *placeWriter) flush() error {
	if w.rows == 0 {
		return nil
	}
	data := append(binary.AppendUvarint(nil, uint64(w.rows)), w.buf...)
	err := w.t.block(rowKey{uint64(w.first.content), uint32(w.first.dir)}, w.rows, data)
	w.buf, w.rows = w.buf[:0], 0
	return err
}

func (w *placeWriter) finish() (tableMeta, error) {
	if err := w.flush(); err != nil {
		return tableMeta{}, err
	}
	return w.t.finish()
}

// decodePlaces appends the places of a block to ps.
func decodePlaces(ps []place, data []byte) ([]place, error) {
	r := byteReader{buf: data}
	var p place
	for range r.uvarint() {
		p.content += ContentID(r.uvarint())
		p.dir = DirID(int64(p.dir) + r.varint())
		if r.short {
			return ps, errShort
		}
		ps = append(ps, p)
	}
	if r.short || len(r.buf) > 0 {
		return ps, errShort
	}
	return ps, nil
}

// places decodes one block into *ps.
func (t *table) places(block int, ps *[]place) error {
	return t.read(block, func(_ rowKey, rows int, data []byte) (err error) {
		*ps, err = decodePlaces((*ps)[:0], data)
		if err == nil && len(*ps) != rows {
			err = errShort
		}
		return err
	})
}

// eachPlace calls use for every place of the table, in order.
func (t *table) eachPlace(use func(p place) error) error {
	if err := t.load(); err != nil {
		return err
	}
	var ps []place
	for i := range t.blocks {
		if err := t.places(i, &ps); err != nil {
			return err
		}
		for _, p := range ps {
			if err := use(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// placesOf appends the directories in which the index has seen a content.
func (ix *Index) placesOf(id ContentID, dirs []DirID) ([]DirID, error) {
	var ps []place
	for _, s := range ix.segments {
		t := s.table(kindPlaces)
		block, err := t.find(rowKey{uint64(id), 0})
		if err != nil {
			return dirs, err
		}
		for block = max(block, 0); block < len(t.blocks); block++ {
			if t.blocks[block].first.id > uint64(id) {
				break
			}
			if err := t.places(block, &ps); err != nil {
				return dirs, err
			}
			for _, p := range ps {
				if p.content == id {
					dirs = append(dirs, p.dir)
				}
			}
		}
	}
	return dirs, nil
}

// dirsOf returns the directories in which the index has seen any of some contents,
// which are in order. Each block of places is read once at most.
func (ix *Index) dirsOf(ids []ContentID) ([]DirID, error) {
	var dirs []DirID
	var ps []place
	for _, s := range ix.segments {
		t := s.table(kindPlaces)
		if err := t.load(); err != nil {
			return nil, err
		}
		rest := ids
		for i := range t.blocks {
			for len(rest) > 0 && uint64(rest[0]) < t.blocks[i].first.id {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				break
			}
			if i+1 < len(t.blocks) && uint64(rest[0]) > t.blocks[i+1].first.id {
				continue
			}
			if err := t.places(i, &ps); err != nil {
				return nil, err
			}
			at := 0
			for _, p := range ps {
				for at < len(rest) && rest[at] < p.content {
					at++
				}
				if at < len(rest) && rest[at] == p.content {
					dirs = append(dirs, p.dir)
				}
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}
