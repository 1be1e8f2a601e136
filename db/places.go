package db

import (
	"cmp"
	"encoding/binary"
)

// place records that a file in a directory has, or had, a content.
type place struct {
	content ContentID
	dir     DirID
}

// claimedMark stands for the directory of claimed contents in the list of contents that
// are not live.
const claimedMark DirID = 1

func comparePlaces(p, q place) int {
	return cmp.Compare(p.key(), q.key())
}

func (p place) key() uint64 { return uint64(p.content)<<32 | uint64(p.dir) }

// placeWriter collects sorted places into blocks.
type placeWriter struct {
	*tableWriter
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
	if w.rows == placesInBlock {
		return w.flush()
	}
	return nil
}

func (w *placeWriter) flush() error {
	if w.rows == 0 {
		return nil
	}
	data := append(binary.AppendUvarint(nil, uint64(w.rows)), w.buf...)
	err := w.block(rowKey{uint64(w.first.content), uint32(w.first.dir)}, w.rows, data)
	w.buf, w.rows = w.buf[:0], 0
	return err
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
