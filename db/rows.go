package db

import "encoding/binary"

// rowWriter gathers rows into the blocks of a table. Rows come in order of key.
type rowWriter struct {
	*tableWriter
	buf   []byte
	first rowKey
	last  uint64
	rows  int
}

func (w *rowWriter) add(key rowKey, payload []byte) error {
	if w.rows == 0 {
		w.first, w.last = key, 0
	}
	w.buf = binary.AppendUvarint(w.buf, key.id-w.last)
	w.buf = binary.AppendUvarint(w.buf, uint64(key.sub))
	w.buf = binary.AppendUvarint(w.buf, uint64(len(payload)))
	w.buf = append(w.buf, payload...)
	w.last = key.id
	w.rows++
	if len(w.buf) >= rowBlockSize {
		return w.flush()
	}
	return nil
}

func (w *rowWriter) flush() error {
	if w.rows == 0 {
		return nil
	}
	err := w.block(w.first, w.rows, w.buf)
	w.buf, w.rows = w.buf[:0], 0
	return err
}

// eachRow calls use for the rows of one block and stops at the first error.
func eachRow(rows int, data []byte, use func(key rowKey, payload []byte) error) error {
	r := byteReader{buf: data}
	var id uint64
	for range rows {
		id += r.uvarint()
		key := rowKey{id, uint32(r.uvarint())}
		payload := r.bytes(r.uvarint())
		if r.short {
			return errShort
		}
		if err := use(key, payload); err != nil {
			return err
		}
	}
	if len(r.buf) > 0 {
		return errShort
	}
	return nil
}

// row calls use with the payload of a row, which is valid during the call, and reports whether the
// row exists.
func (t *table) row(key rowKey, use func(payload []byte) error) (found bool, err error) {
	block, err := t.find(key)
	if err != nil || block < 0 {
		return false, err
	}
	err = t.read(block, func(_ rowKey, rows int, data []byte) error {
		found, err = findRow(rows, data, key, use)
		return err
	})
	return found, err
}

// findRow looks for a row in a block.
func findRow(rows int, data []byte, key rowKey, use func(payload []byte) error) (found bool, err error) {
	r := byteReader{buf: data}
	var id uint64
	for range rows {
		id += r.uvarint()
		sub := r.uvarint()
		payload := r.bytes(r.uvarint())
		if r.short {
			return false, errShort
		}
		if k := (rowKey{id, uint32(sub)}); k == key {
			return true, use(payload)
		} else if key.less(k) {
			return false, nil
		}
	}
	return false, nil
}

// each calls use for every row of the table in order of key. The payload is valid during the call.
func (t *table) each(use func(key rowKey, payload []byte) error) error {
	if err := t.load(); err != nil || len(t.blocks) == 0 {
		return err
	}
	var p passage
	leave, err := p.enter(t.st)
	if err != nil {
		return err
	}
	defer leave()
	for i, b := range t.blocks {
		data, err := p.copy(t, i)
		if err == nil {
			err = eachRow(b.rows, data, use)
		}
		if err != nil {
			return t.readable(i, err)
		}
	}
	return nil
}

// rowCursor iterates over the rows of a table, for merging. It holds a copy of one block.
type rowCursor struct {
	t       *table
	block   int // next block
	data    byteReader
	rows    int // left in data
	id      uint64
	key     rowKey
	payload []byte
	done    bool
}

func (c *rowCursor) next() error {
	for c.rows == 0 {
		if err := c.t.load(); err != nil {
			return err
		}
		if c.block == len(c.t.blocks) {
			c.done = true
			return nil
		}
		err := c.t.read(c.block, func(_ rowKey, rows int, data []byte) error {
			c.data.buf, c.rows, c.id = append([]byte(nil), data...), rows, 0
			return nil
		})
		if err != nil {
			return err
		}
		c.block++
	}
	c.rows--
	c.id += c.data.uvarint()
	c.key = rowKey{c.id, uint32(c.data.uvarint())}
	c.payload = c.data.bytes(c.data.uvarint())
	if c.data.short {
		return c.t.damage("block %d is not readable", c.block)
	}
	return nil
}
