package db

import (
	"encoding/binary"

	"alike/db/hamming"
)

// Flags of a record's row.
const (
	recordShort  = 1 // too short to judge
	recordHasSet = 2
)

// encode appends the row of a record, with the length of its set but not the set.
func (r *Record) encode(buf []byte) []byte {
	flags := byte(0)
	if r.Hash.Short {
		flags |= recordShort
	}
	if r.Set != nil {
		flags |= recordHasSet
	}
	buf = binary.LittleEndian.AppendUint64(append(buf, flags), r.Hash.Hash)
	buf = binary.AppendUvarint(buf, uint64(r.Hash.Features))
	buf = binary.AppendUvarint(buf, uint64(len(r.ID)))
	buf = append(buf, r.ID...)
	buf = binary.AppendUvarint(buf, uint64(len(r.Keys)))
	for _, k := range r.Keys {
		buf = binary.LittleEndian.AppendUint32(buf, k)
	}
	if r.Set != nil {
		buf = binary.AppendUvarint(buf, uint64(len(r.Set)))
	}
	return buf
}

// recordRow is the row of a record. Its Set is not filled in.
type recordRow struct {
	Record
	hasSet bool
	set    uint64 // length of its set in bytes
}

// decode reads a row. ID is a part of payload. Keys reuses the memory of the row.
func (r *recordRow) decode(payload []byte) error {
	b := byteReader{buf: payload}
	head := b.bytes(9)
	features := b.uvarint()
	id := b.bytes(b.uvarint())
	n := b.uvarint()
	if b.short || head[0] > recordShort|recordHasSet || features > 1<<32-1 || n > MaxKeys {
		return errShort
	}
	keys := b.bytes(4 * n)
	r.hasSet, r.set = head[0]&recordHasSet != 0, 0
	if r.hasSet {
		r.set = b.uvarint()
	}
	if b.short || len(b.buf) > 0 {
		return errShort
	}
	r.ID = id
	r.Hash = hamming.Document{Hash: binary.LittleEndian.Uint64(head[1:]), Features: uint32(features), Short: head[0]&recordShort != 0}
	r.Keys = r.Keys[:0]
	for ; len(keys) > 0; keys = keys[4:] {
		r.Keys = append(r.Keys, binary.LittleEndian.Uint32(keys))
	}
	return nil
}
