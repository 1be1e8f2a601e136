package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
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

	number        uint64
	first, last   []byte
	keys, removed uint64

	file    *os.File // nil until the first blocks are written
	written int64
	body    uint32 // checksum of what was written
	err     error  // the first of writing

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
	}
	m.keys++
	m.last = append(m.last[:0], key...)
	m.enc.add(key, version, meta, val)
	m.enc.take(writeSize, m.write)
}

// writeSize is the number of bytes from which finished blocks are written. They stay in the
// second-level cache until then.
const writeSize = 128 << 10

// begin starts the table of the given number.
func (m *tableMaker) begin(number uint64) {
	m.discard()
	m.number = number
}

// discard drops the table that was begun and not finished.
func (m *tableMaker) discard() {
	if m.file != nil {
		m.file.Close()
		_ = m.dir.remove(m.name())
		m.file = nil
	}
	m.keys, m.removed, m.written, m.body, m.err = 0, 0, 0, 0, nil
	m.enc.reset()
}

func (m *tableMaker) name() string {
	return tmpName + "/" + (&tableFile{number: m.number}).name()
}

func (m *tableMaker) empty() bool { return m.enc.empty() }
func (m *tableMaker) full() bool  { return m.enc.size() >= m.size }

// finish completes the table. The file is on disk after the next sync.
func (m *tableMaker) finish() (madeTable, error) {
	rest, last := m.enc.finish()
	body, tail := crc32.Update(m.body, castagnoli, rest[:last]), m.written+int64(last)
	m.write(rest)
	if err := m.err; err != nil {
		m.discard()
		return madeTable{}, err
	}
	t := madeTable{
		tableFile: tableFile{
			number: m.number, keys: m.keys, removed: m.removed,
			size: m.written, tail: tail, body: body, end: sumOf(rest[last:]),
		},
		first: slices.Clone(m.first),
		last:  slices.Clone(m.last),
	}
	m.syncLater(m.file)
	m.file = nil
	m.discard()
	return t, nil
}

// write appends to the file. After an error it does nothing.
func (m *tableMaker) write(data []byte) {
	if m.err != nil {
		return
	}
	if m.file == nil {
		m.file, m.err = m.dir.write(m.name(), data)
	} else if m.err = m.dir.appendTo(m.file, m.name(), data); m.err != nil {
		m.file = nil
	}
	m.written += int64(len(data))
	m.body = crc32.Update(m.body, castagnoli, data)
}

// syncLater leaves the sync of a file to a goroutine. Waiting for the sync of each
// table slowed Put down to a third of the disk's throughput.
func (m *tableMaker) syncLater(f *os.File) {
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
