package db

import (
	"fmt"
	"math"
	"path/filepath"
)

// bucketTable reads the blocks of a table of buckets where they lie, for as long as
// its view is not released.
type bucketTable struct {
	t      *table
	v      *view
	places valuePlaces // by block
}

// inPlace returns the table for reading in place.
func (t *table) inPlace(v *view) (bucketTable, error) {
	if err := t.load(); err != nil {
		return bucketTable{}, err
	}
	places, ok := v.places.Load(t)
	if !ok {
		places, _ = v.places.LoadOrStore(t, make(valuePlaces, len(t.blocks)))
	}
	return bucketTable{t, v, places.(valuePlaces)}, nil
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
	place := valuePlace(b.places[block].Load())
	if place == 0 {
		at, size, ok := b.v.locate(blockKey(b.t.segment, b.t.kind, b.t.blocks[block].first))
		if !ok || size != bucketSize(rows) || rows > hashesInBlock {
			return b.copy(block)
		}
		place = at
		b.places[block].Store(uint64(at))
	}
	return bucketData{rows, b.v.at(place, bucketSize(rows))}, nil
}

// copy returns a copy of a block, or what is wrong with it.
func (b *bucketTable) copy(block int) (d bucketData, err error) {
	err = b.t.bucket(block, func(data bucketData) error {
		d = data
		return nil
	})
	return d, err
}

// faulted turns a fault into an error: a page of a mapped file could not be read. To
// be deferred where the goroutine panics on faults.
func (v *view) faulted(err *error) {
	switch p := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		*err = &DamagedError{filepath.Join(v.dir, badgerName), fmt.Sprintf("a table could not be read: %v", p), rescanAdvice}
	default:
		panic(fmt.Sprintf("db: reading buckets in place: %v", p))
	}
}
