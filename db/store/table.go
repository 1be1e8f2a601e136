package store

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4/options"
	sst "github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/ristretto/v2/z"
)

// tableMaker builds Badger's tables, one at a time, and writes them with write(2).
// Badger itself writes through memory maps, where a full disk is not an error but a
// SIGBUS that ends the process.
type tableMaker struct {
	dir  *folder // the files are in its tmp
	size int64   // bytes at which a table is full
	enc  tableEncoder

	first, last   []byte
	keys, removed uint64

	syncing sync.WaitGroup
	turns   chan struct{} // bounds how many files sync at a time
	syncErr atomic.Pointer[error]
}

// madeTable is a table that no manifest names yet.
type madeTable struct {
	tableFile
	first, last []byte // the first key and the last
}

func newTableMaker(dir *folder, size int64) *tableMaker {
	return &tableMaker{dir: dir, size: size, turns: make(chan struct{}, 4)}
}

// close waits until all files are closed.
func (m *tableMaker) close() { m.syncing.Wait() }

// add adds an entry. Keys come in ascending order, each once, removals included.
func (m *tableMaker) add(key, val []byte, version uint64) { m.entry(key, version, 0, val) }

// remove adds the removal of a key.
func (m *tableMaker) remove(key []byte, version uint64) {
	m.entry(key, version, bitDelete, nil)
	m.removed++
}

func (m *tableMaker) entry(key []byte, version uint64, meta byte, val []byte) {
	if m.keys == 0 {
		m.first = append(m.first[:0], key...)
		m.enc.data = slices.Grow(m.enc.data, int(m.size+m.size/8))
	}
	m.keys++
	m.last = append(m.last[:0], key...)
	m.enc.add(key, version, meta, val)
}

// discard drops the entries added since the last finish.
func (m *tableMaker) discard() {
	m.keys, m.removed = 0, 0
	m.enc.reset()
}

func (m *tableMaker) empty() bool { return m.enc.empty() }
func (m *tableMaker) full() bool  { return m.enc.size() >= m.size }

// finish writes the entries to the file of the given number. The file is on disk after
// the next sync.
func (m *tableMaker) finish(number uint64) (madeTable, error) {
	defer m.discard()
	data, tail := m.enc.finish()
	t := madeTable{
		tableFile: tableFile{
			number: number, keys: m.keys, removed: m.removed,
			size: int64(len(data)), tail: tail, body: sumOf(data[:tail]), end: sumOf(data[tail:]),
		},
		first: slices.Clone(m.first),
		last:  slices.Clone(m.last),
	}
	return t, m.write(tmpName+"/"+t.name(), data)
}

// write creates the file and leaves the sync to a goroutine. Waiting for the sync of each
// table slowed Put down to a third of the disk's throughput.
func (m *tableMaker) write(name string, data []byte) error {
	f, err := m.dir.write(name, data)
	if err != nil {
		return err
	}
	m.syncing.Add(1)
	m.turns <- struct{}{}
	go func() {
		defer m.syncing.Done()
		err := errors.Join(f.Sync(), f.Close())
		<-m.turns
		if err != nil {
			m.syncErr.CompareAndSwap(nil, &err)
		}
	}()
	return nil
}

// sync waits until all tables made so far are on disk.
func (m *tableMaker) sync() error {
	m.syncing.Wait()
	if err := m.syncErr.Load(); err != nil {
		return fmt.Errorf("syncing a table of the index: %w", *err)
	}
	return nil
}

// openTable checks every byte of a table and opens it.
func (d *folder) openTable(t tableFile) (opened *sst.Table, err error) {
	defer caught(d.path(t.path()), &err)
	f, err := d.openChecked(t.path(), t.size, false, t.spans())
	if err != nil {
		return nil, err
	}
	data, err := z.Mmap(f, false, t.size)
	if err == nil { // it closes the file
		opened, err = sst.OpenTable(&z.MmapFile{Data: data, Fd: f}, sst.Options{BlockSize: blockSize, ChkMode: options.OnBlockRead})
	} else {
		f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("opening the table %s: %w", d.path(t.path()), err)
	}
	return opened, nil
}
