package db

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sort"
	"sync"

	"alike/db/store"
)

// blockKey returns the key of a block in the store.
func blockKey(segment uint32, kind byte, first rowKey) []byte {
	k := make([]byte, 0, 18)
	k = append(k, 's')
	k = binary.BigEndian.AppendUint32(k, segment)
	k = append(k, kind)
	k = binary.BigEndian.AppendUint64(k, first.id)
	return binary.BigEndian.AppendUint32(k, first.sub)
}

// indexKey returns the key of a chunk of a table's index.
func indexKey(segment uint32, kind byte, chunk int) []byte {
	k := make([]byte, 0, 10)
	k = append(k, 's')
	k = binary.BigEndian.AppendUint32(k, segment)
	k = append(k, kind-indexKindDelta)
	return binary.BigEndian.AppendUint32(k, uint32(chunk))
}

// segmentOf returns the segment of a block key or index key.
func segmentOf(key []byte) uint32 {
	if len(key) < 5 {
		return 0
	}
	return binary.BigEndian.Uint32(key[1:])
}

// tableWriter writes the blocks of one table in order and then its index.
type tableWriter struct {
	st      *store.Store
	segment uint32
	kind    byte
	blocks  []blockInfo
	meta    tableMeta
}

// blockInfo is the entry of a block in the table's index.
type blockInfo struct {
	first rowKey
	rows  int
}

func (t *tableWriter) block(first rowKey, rows int, data []byte) error {
	t.blocks = append(t.blocks, blockInfo{first, rows})
	t.meta.Blocks++
	t.meta.Rows += int64(rows)
	t.meta.Bytes += int64(len(data))
	return t.st.Put(blockKey(t.segment, t.kind, first), data)
}

// finish writes the index of the table.
func (t *tableWriter) finish() (tableMeta, error) {
	var buf []byte
	for i := 0; i < len(t.blocks); i += indexChunk {
		part := t.blocks[i:min(i+indexChunk, len(t.blocks))]
		buf = binary.AppendUvarint(buf[:0], uint64(len(part)))
		var last uint64
		for _, b := range part {
			buf = binary.AppendVarint(buf, int64(b.first.id-last))
			buf = binary.AppendUvarint(buf, uint64(b.first.sub))
			buf = binary.AppendUvarint(buf, uint64(b.rows))
			last = b.first.id
		}
		t.meta.Bytes += int64(len(buf))
		if err := t.st.Put(indexKey(t.segment, t.kind, i/indexChunk), buf); err != nil {
			return t.meta, err
		}
	}
	return t.meta, nil
}

// table reads one table of a segment. It loads the index of the table on first use, which
// takes 24 bytes of memory for each block, and 16 for its place once one is read.
type table struct {
	st      *store.Store
	segment uint32
	kind    byte
	meta    tableMeta

	once   sync.Once
	err    error
	blocks []blockInfo
}

func (t *table) damage(format string, args ...any) error {
	return &DamagedError{
		Path:    t.st.Dir(),
		Problem: fmt.Sprintf("segment %d, table %s: %s", t.segment, kindName(t.kind), fmt.Sprintf(format, args...)),
		Records: isRecordKind(t.kind),
	}
}

func (t *table) load() error {
	t.once.Do(func() {
		t.blocks = make([]blockInfo, 0, min(t.meta.Blocks, 16*indexChunk))
		for chunk := 0; len(t.blocks) < t.meta.Blocks && t.err == nil; chunk++ {
			t.err = t.loadChunk(chunk)
		}
		rows := int64(0)
		for _, b := range t.blocks {
			rows += int64(b.rows)
		}
		if rows != t.meta.Rows && t.err == nil {
			t.err = t.damage("its blocks have %d rows instead of %d", rows, t.meta.Rows)
		}
	})
	return t.err
}

func (t *table) loadChunk(chunk int) error {
	err := t.st.Get(indexKey(t.segment, t.kind, chunk), func(val []byte) error {
		r := byteReader{buf: val}
		n := r.uvarint()
		most, _ := rowLimits(t.kind)
		sound := n > 0 && n <= indexChunk && int(n) <= t.meta.Blocks-len(t.blocks)
		var id uint64
		for i := uint64(0); i < n && sound; i++ {
			id += uint64(r.varint())
			sub, rows := r.uvarint(), r.uvarint()
			b := blockInfo{rowKey{id, uint32(sub)}, int(rows)}
			if k := len(t.blocks); k > 0 {
				sound = t.blocks[k-1].first.less(b.first)
			}
			sound = sound && !r.short && sub <= math.MaxUint32 && rows > 0 && rows <= uint64(most)
			t.blocks = append(t.blocks, b)
		}
		if !sound {
			return t.damage("index chunk %d is not readable", chunk)
		}
		return nil
	})
	if errors.Is(err, store.ErrMissing) {
		return t.damage("index chunk %d is missing", chunk)
	}
	return err
}

// find returns the block that would hold the key, or -1 if the key is before all blocks.
func (t *table) find(key rowKey) (int, error) {
	if err := t.load(); err != nil {
		return -1, err
	}
	return sort.Search(len(t.blocks), func(i int) bool { return key.less(t.blocks[i].first) }) - 1, nil
}

// countBefore returns how many of some blocks begin before id. It gallops: a caller that asks about
// ascending numbers finds most of them close by.
func countBefore(blocks []blockInfo, id uint64) int {
	reach := 1
	for reach <= len(blocks) && blocks[reach-1].first.id < id {
		reach *= 2
	}
	low := reach / 2 // that many do
	return low + sort.Search(min(reach, len(blocks))-low, func(i int) bool { return blocks[low+i].first.id >= id })
}

// read calls use with the bytes of a block, in place. They are valid during the call.
func (t *table) read(block int, use func(first rowKey, rows int, data []byte) error) (err error) {
	if err := t.load(); err != nil {
		return err
	}
	v, err := t.st.Acquire()
	if err != nil {
		return err
	}
	defer t.st.Release(v)
	defer v.Faulted(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	p, err := t.placed(v)
	if err != nil {
		return err
	}
	data, err := p.block(block)
	if err != nil {
		return err
	}
	return t.readable(block, use(t.blocks[block].first, t.blocks[block].rows, data))
}

// readable turns errShort into an error that names the block.
func (t *table) readable(block int, err error) error {
	if errors.Is(err, errShort) {
		return t.damage("block %d of %d is not readable", block+1, t.meta.Blocks)
	}
	return err
}

// placedTable reads the blocks of a table in place, until its view is released. Its blocks
// may have any size.
type placedTable struct {
	t         *table
	v         *store.View
	locations store.Locations // two for each block: its location and its size
}

// placed returns the table for reading in place.
func (t *table) placed(v *store.View) (placedTable, error) {
	if err := t.load(); err != nil || len(t.blocks) == 0 {
		return placedTable{t: t}, err
	}
	return placedTable{t, v, v.LocationsOf(t, 2*len(t.blocks))}, nil
}

// block returns the bytes of a block. The caller must catch faults, see store.View.Faulted.
func (b *placedTable) block(block int) ([]byte, error) {
	location, size := &b.locations[2*block], &b.locations[2*block+1]
	if at := store.Location(location.Load()); at != 0 {
		return b.v.At(at, int(size.Load())), nil
	}
	at, n, ok := b.v.Locate(blockKey(b.t.segment, b.t.kind, b.t.blocks[block].first))
	if !ok {
		return b.t.whole(block)
	}
	size.Store(uint64(n)) // before the location, for other goroutines
	location.Store(uint64(at))
	return b.v.At(at, n), nil
}

// whole returns a copy of a block, read through Badger, which reports any damage.
func (t *table) whole(block int) (data []byte, err error) {
	err = t.st.Get(blockKey(t.segment, t.kind, t.blocks[block].first), func(val []byte) error {
		data = val
		return nil
	})
	if errors.Is(err, store.ErrMissing) {
		err = t.damage("block %d of %d is missing or its checksum is wrong", block+1, t.meta.Blocks)
	}
	return data, err
}

// passage reads blocks once, in order. It is for one goroutine.
type passage struct {
	passed store.Passed
	copied []byte
}

// enter begins to read. The caller must leave with what it returns.
func (p *passage) enter(st *store.Store) (leave func(), err error) {
	v, err := st.Acquire()
	p.passed.View = v
	return func() {
		p.passed.Forget()
		st.Release(v)
	}, err
}

// inPlace returns the bytes of a block until the passage is left. The caller must catch faults,
// see store.View.Faulted.
func (p *passage) inPlace(t *table, block int) ([]byte, error) {
	at, n, ok := p.passed.View.Locate(blockKey(t.segment, t.kind, t.blocks[block].first))
	if !ok {
		return t.whole(block)
	}
	p.passed.Add(at, n)
	return p.passed.View.At(at, n), nil
}

// copy returns the bytes of a block, which are valid until the next call.
func (p *passage) copy(t *table, block int) (_ []byte, err error) {
	defer p.passed.View.Faulted(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	data, err := p.inPlace(t, block)
	p.copied = append(p.copied[:0], data...)
	return p.copied, err
}
