package db

import (
	"math"

	"alike/db/store"
)

// bucketTable reads the blocks of a table of buckets where they lie, for as long as
// its view is not released.
type bucketTable struct {
	t      *table
	v      *store.View
	places store.Places // by block
}

// inPlace returns the table for reading in place.
func (t *table) inPlace(v *store.View) (bucketTable, error) {
	if err := t.load(); err != nil {
		return bucketTable{}, err
	}
	return bucketTable{t, v, v.PlacesOf(t, len(t.blocks))}, nil
}

// end returns where the next block begins.
func (b *bucketTable) end(block int) uint64 {
	if block++; block < len(b.t.blocks) {
		return b.t.blocks[block].first.id
	}
	return math.MaxUint64
}

// block returns one block. To be called where a fault is caught, see faulted.
func (b *bucketTable) block(block int) (bucketData, error) {
	rows := b.t.blocks[block].rows
	place := store.Place(b.places[block].Load())
	if place == 0 {
		at, size, ok := b.v.Locate(blockKey(b.t.segment, b.t.kind, b.t.blocks[block].first))
		if !ok || size != bucketSize(rows) || rows > hashesInBlock {
			return b.copy(block)
		}
		place = at
		b.places[block].Store(uint64(at))
	}
	return bucketData{rows, b.v.At(place, bucketSize(rows))}, nil
}

// copy returns a copy of a block, or what is wrong with it.
func (b *bucketTable) copy(block int) (d bucketData, err error) {
	err = b.t.bucket(block, func(data bucketData) error {
		d = data
		return nil
	})
	return d, err
}
