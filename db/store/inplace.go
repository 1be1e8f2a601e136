package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4/fb"
	"github.com/dgraph-io/badger/v4/y"
	"golang.org/x/sys/unix"
)

// Badger looks a value up among its tables each time, compares the sum of its block
// and copies it: 4 µs for 6 KiB. A search for near simhashes reads a thousand values
// and compares a few hundred bytes of each. So the tables are mapped once more, and
// such values are read where they lie. Where one lies is found out once in the
// life of a view, and the sum of its block is compared then; where anything is not
// as it must be, Badger is asked, which says what is wrong.

// mappedTable is one of Badger's tables in memory.
type mappedTable struct {
	data        []byte
	first, last []byte // its keys lie between these
}

// Place is where a value lies: the number of a mapped table, from 1 on, above
// so many bits of offset. 0 is nowhere.
type Place uint64

const offsetBits = 40

// Places are where the blocks of one table of the index lie, as far as they
// have been looked for.
type Places []atomic.Uint64

// PlacesOf returns where the n blocks of a table of the index lie. The same key gives
// the same places for the life of the view.
func (v *View) PlacesOf(key any, n int) Places {
	places, ok := v.places.Load(key)
	if !ok {
		places, _ = v.places.LoadOrStore(key, make(Places, n))
	}
	return places.(Places)
}

// mapTables maps the tables of a view, while the folder is there that Badger was
// opened on. Cost: one mmap(2) for each.
func (v *View) mapTables() error {
	for _, info := range v.infos {
		path := filepath.Join(v.folder, tableFile{number: info.ID}.name())
		m, err := mapTable(path)
		if err != nil {
			return fmt.Errorf("opening the index %s: mapping a table: %s", v.dir, named(err.Error(), v.folder, v.dir))
		}
		m.first, m.last = y.ParseKey(info.Left), y.ParseKey(info.Right)
		v.mapped = append(v.mapped, m)
	}
	return nil
}

func (v *View) unmapTables() {
	for _, m := range v.mapped {
		_ = unix.Munmap(m.data)
	}
	v.mapped = nil
}

// mapTable maps the file of a table that Badger has opened.
func mapTable(path string) (m mappedTable, err error) {
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return m, err
	}
	m.data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	return m, err
}

// blocks returns the index of the table's blocks, which the file ends with. It was
// found sound before Badger opened the table.
func (m *mappedTable) blocks() (*fb.TableIndex, bool) {
	rest, _, ok := cutSized(m.data) // the sum of the index
	if !ok {
		return nil, false
	}
	_, index, ok := cutSized(rest)
	if !ok {
		return nil, false
	}
	return fb.GetRootAsTableIndex(index, 0), true
}

// cutSized cuts off what a table has at the end of data: bytes, then how many, in
// four bytes.
func cutSized(data []byte) (rest, last []byte, ok bool) {
	n := len(data) - 4
	if n < 0 {
		return nil, nil, false
	}
	size := int64(binary.BigEndian.Uint32(data[n:]))
	if size > int64(n) {
		return nil, nil, false
	}
	return data[:n-int(size)], data[n-int(size) : n], true
}

// Locate finds the value under a key, and compares the sum of its block. ok is
// false where there is none, or anything is wrong with it.
func (v *View) Locate(key []byte) (at Place, size int, ok bool) {
	newest := uint64(0)
	for i := range v.mapped {
		m := &v.mapped[i]
		if bytes.Compare(key, m.first) < 0 || bytes.Compare(key, m.last) > 0 {
			continue
		}
		e, found, sound := m.find(key)
		if !sound {
			return 0, 0, false
		}
		if found && e.version >= newest {
			newest = e.version
			at, size, ok = Place(i+1)<<offsetBits|Place(e.offset), e.size, !e.removed
		}
	}
	return at, size, ok
}

// At returns the bytes at a place.
func (v *View) At(p Place, size int) []byte {
	data := v.mapped[p>>offsetBits-1].data
	offset := int(p & (1<<offsetBits - 1))
	return data[offset : offset+size : offset+size]
}

// mappedEntry is an entry of a mapped table.
type mappedEntry struct {
	offset, size int // of the value
	version      uint64
	removed      bool // the entry removes its key
}

// find returns the entry of a key, and whether all is sound that it has looked at.
func (m *mappedTable) find(key []byte) (e mappedEntry, found, sound bool) {
	index, ok := m.blocks()
	if !ok {
		return e, false, false
	}
	var b fb.BlockOffset
	block := sort.Search(index.OffsetsLength(), func(i int) bool {
		return !index.Offsets(&b, i) || bytes.Compare(y.ParseKey(b.KeyBytes()), key) > 0
	}) - 1
	if block < 0 || !index.Offsets(&b, block) {
		return e, false, true
	}
	from, size := int64(b.Offset()), int64(b.Len())
	if from+size > int64(len(m.data)) {
		return e, false, false
	}
	entries, offsets, ok := soundBlock(m.data[from : from+size])
	if !ok {
		return e, false, false
	}
	e, found = findEntry(entries, offsets, key)
	e.offset += int(from)
	return e, found, true
}

// soundBlock returns the entries of a block and their offsets, and whether its sum
// is right; see tableEncoder for what a block is.
func soundBlock(data []byte) (entries, offsets []byte, sound bool) {
	data, sum, ok := cutSized(data)
	if !ok || len(data) < 4 || !bytes.Equal(sum, appendChecksum(nil, sumOf(data))) {
		return nil, nil, false
	}
	// The sum is right, so it is as it was made.
	n := len(data) - 4
	at := n - 4*int(binary.BigEndian.Uint32(data[n:]))
	return data[:at], data[at:n], true
}

// findEntry returns the entry of a key among those of a sound block.
func findEntry(entries, offsets, key []byte) (e mappedEntry, found bool) {
	var first []byte
	for i := 0; i < len(offsets); i += 4 {
		from, end := int(binary.LittleEndian.Uint32(offsets[i:])), len(entries)
		if i+4 < len(offsets) {
			end = int(binary.LittleEndian.Uint32(offsets[i+4:]))
		}
		entry := entries[from:end]
		shared, more := int(binary.LittleEndian.Uint16(entry)), int(binary.LittleEndian.Uint16(entry[2:]))
		rest := entry[4 : 4+more]
		if i == 0 {
			first = rest
		}
		if shared+more != len(key)+8 {
			continue
		}
		whole := append(append(make([]byte, 0, 64), first[:shared]...), rest...)
		if bytes.Equal(y.ParseKey(whole), key) {
			const head = 3 // meta, a mark of the user's, and that it does not expire
			return mappedEntry{
				offset:  from + 4 + more + head,
				size:    len(entry) - 4 - more - head,
				version: math.MaxUint64 - binary.BigEndian.Uint64(whole[len(key):]),
				removed: entry[4+more]&bitDelete != 0,
			}, true
		}
	}
	return e, false
}

// Faulted turns a fault into an error: a page of a mapped file could not be read. To
// be deferred where the goroutine panics on faults.
func (v *View) Faulted(err *error) {
	switch p := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		*err = &DamagedError{Path: filepath.Join(v.dir, badgerName), Problem: fmt.Sprintf("a table could not be read: %v", p)}
	default:
		panic(fmt.Sprintf("store: reading in place: %v", p))
	}
}
