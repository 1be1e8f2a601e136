package db

import (
	"runtime/debug"

	"alike/db/store"
)

// placedTable reads the blocks of a table in place, until its view is released. Its blocks
// may have any size.
type placedTable struct {
	t      *table
	v      *store.View
	places store.Places // two for each block: its place and its size
}

// placed returns the table for reading in place.
func (t *table) placed(v *store.View) (placedTable, error) {
	if err := t.load(); err != nil || len(t.blocks) == 0 {
		return placedTable{t: t}, err
	}
	return placedTable{t, v, v.PlacesOf(t, 2*len(t.blocks))}, nil
}

// block returns the bytes of a block. The caller must catch faults, see store.View.Faulted.
func (b *placedTable) block(block int) ([]byte, error) {
	place, size := &b.places[2*block], &b.places[2*block+1]
	if at := store.Place(place.Load()); at != 0 {
		return b.v.At(at, int(size.Load())), nil
	}
	at, n, ok := b.v.Locate(blockKey(b.t.segment, b.t.kind, b.t.blocks[block].first))
	if !ok {
		return b.t.whole(block)
	}
	size.Store(uint64(n)) // before the place, for other goroutines
	place.Store(uint64(at))
	return b.v.At(at, n), nil
}

// whole reads a block through Badger, which reports any damage.
func (t *table) whole(block int) (data []byte, err error) {
	err = t.read(block, func(_ rowKey, _ int, val []byte) error {
		data = val
		return nil
	})
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
