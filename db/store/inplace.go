package store

import (
	"alike/db/system"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4/fb"
	"github.com/dgraph-io/badger/v4/y"
)

// For each value, Badger searches its tables, compares the checksum of the block and
// copies it: 4 µs for 6 KiB. A search for near simhashes reads a thousand values and
// compares a few hundred bytes of each. So a view maps the tables a second time and
// reads such values in place. A value is located once in the life of a view, and the
// checksum of its block is compared then. If anything looks wrong, the caller reads the
// value through Badger, which reports the error.

// mappedTable is one of Badger's tables in memory.
type mappedTable struct {
	data        []byte
	first, last []byte // the first key and the last
}

// Location locates a value: the number of a mapped table, counted from 1, above offsetBits
// bits of offset. 0 means not located.
type Location uint64

const offsetBits = 40

// Locations holds the locations of the blocks of one table of the index, 0 for those not yet
// located.
type Locations []atomic.Uint64

// LocationsOf returns the locations of the n blocks of a table of the index. The same key
// gives the same Locations for the life of the view.
func (v *View) LocationsOf(key any, n int) Locations {
	locations, ok := v.locations.Load(key)
	if !ok {
		locations, _ = v.locations.LoadOrStore(key, make(Locations, n))
	}
	return locations.(Locations)
}

// mapTables maps the tables of a view while the folder that Badger was opened on still
// exists. Cost: one mmap(2) for each.
func (v *View) mapTables() error {
	for _, info := range v.infos {
		path := filepath.Join(v.folder, tableFile{number: info.ID}.name())
		m, err := mapTable(path)
		if err != nil {
			return fmt.Errorf("opening the index %s: mapping a table: %s", v.dir.name, withIndexPath(err.Error(), v.folder, v.dir))
		}
		m.first, m.last = y.ParseKey(info.Left), y.ParseKey(info.Right)
		v.mapped = append(v.mapped, m)
	}
	v.orderTables()
	return nil
}

// orderTables prepares Locate. Comparing a key with those of all tables, 130 in an index of a
// million contents, took a third of its time.
func (v *View) orderTables() {
	v.byFirst, v.reach = make([]int, len(v.mapped)), make([][]byte, len(v.mapped))
	for i := range v.mapped {
		v.byFirst[i] = i
	}
	slices.SortStableFunc(v.byFirst, func(i, j int) int { return bytes.Compare(v.mapped[i].first, v.mapped[j].first) })
	var furthest []byte
	for at, i := range v.byFirst {
		if last := v.mapped[i].last; bytes.Compare(last, furthest) > 0 {
			furthest = last
		}
		v.reach[at] = furthest
	}
}

func (v *View) unmapTables() {
	for _, m := range v.mapped {
		_ = system.Unmap(m.data)
	}
	v.mapped, v.byFirst, v.reach = nil, nil, nil
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
	m.data, err = system.Map(f, int(info.Size()))
	return m, err
}

// blocks returns the index of the table's blocks, which the file ends with. It was
// checked before Badger opened the table.
func (m *mappedTable) blocks() (*fb.TableIndex, bool) {
	rest, _, ok := cutSized(m.data) // the checksum of the index
	if !ok {
		return nil, false
	}
	_, index, ok := cutSized(rest)
	if !ok {
		return nil, false
	}
	return fb.GetRootAsTableIndex(index, 0), true
}

// cutSized cuts a sized part off the end of data: the bytes, then their number in four
// bytes.
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

// Locate finds the value under a key and compares the checksum of its block. ok is
// false if there is no value or anything looks wrong.
func (v *View) Locate(key []byte) (at Location, size int, ok bool) {
	newest := uint64(0)
	later := sort.Search(len(v.byFirst), func(i int) bool { return bytes.Compare(v.mapped[v.byFirst[i]].first, key) > 0 })
	for last := later - 1; last >= 0 && bytes.Compare(v.reach[last], key) >= 0; last-- {
		i := v.byFirst[last]
		m := &v.mapped[i]
		if bytes.Compare(key, m.last) > 0 {
			continue
		}
		e, found, sound := m.find(key)
		if !sound {
			return 0, 0, false
		}
		if found && e.version >= newest {
			newest = e.version
			at, size, ok = Location(i+1)<<offsetBits|Location(e.offset), e.size, !e.removed
		}
	}
	return at, size, ok
}

// At returns the bytes at a location.
func (v *View) At(l Location, size int) []byte {
	data := v.mapped[l>>offsetBits-1].data
	offset := int(l & (1<<offsetBits - 1))
	return data[offset : offset+size : offset+size]
}

type mappedEntry struct {
	offset, size int // of the value
	version      uint64
	removed      bool // the entry removes its key
}

// find returns the entry of a key. sound reports whether everything it read is sound.
func (m *mappedTable) find(key []byte) (e mappedEntry, found, sound bool) {
	defer recoverUnsound(&sound)
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
	e, found, ok = findEntry(entries, offsets, key)
	e.offset += int(from)
	return e, found, ok
}

// recoverUnsound turns a panic into unsoundness: the index of a table whose checksums are right can still be
// none, if somebody made it up. Badger then reads the value, or says what is wrong.
func recoverUnsound(sound *bool) {
	if recover() != nil {
		*sound = false
	}
}

// soundBlock returns the entries of a block and their offsets, and whether its checksum
// is right. tableEncoder describes a block.
func soundBlock(data []byte) (entries, offsets []byte, sound bool) {
	data, sum, ok := cutSized(data)
	if !ok || len(data) < 4 || !bytes.Equal(sum, appendChecksum(nil, sumOf(data))) {
		return nil, nil, false
	}
	// The checksum is right, so the rest is as it was written, unless somebody made the block up.
	n := int64(len(data) - 4)
	at := n - 4*int64(binary.BigEndian.Uint32(data[n:]))
	if at < 0 {
		return nil, nil, false
	}
	return data[:at], data[at:n], true
}

// findEntry returns the entry of a key, and whether what it read can be entries.
func findEntry(entries, offsets, key []byte) (e mappedEntry, found, sound bool) {
	var first []byte
	for i := 0; i < len(offsets); i += 4 {
		from, end := int64(binary.LittleEndian.Uint32(offsets[i:])), int64(len(entries))
		if i+4 < len(offsets) {
			end = int64(binary.LittleEndian.Uint32(offsets[i+4:]))
		}
		const head = 3 // meta, the user mark, and the expiry of 0
		if from > end-4 || end > int64(len(entries)) {
			return e, false, false
		}
		entry := entries[from:end]
		shared, more := int(binary.LittleEndian.Uint16(entry)), int(binary.LittleEndian.Uint16(entry[2:]))
		if 4+more+head > len(entry) || i > 0 && shared > len(first) {
			return e, false, false
		}
		rest := entry[4 : 4+more]
		if i == 0 {
			first, shared = rest, 0
		}
		if shared+more != len(key)+8 {
			continue
		}
		whole := append(append(make([]byte, 0, 64), first[:shared]...), rest...)
		if bytes.Equal(y.ParseKey(whole), key) {
			return mappedEntry{
				offset:  int(from) + 4 + more + head,
				size:    len(entry) - 4 - more - head,
				version: math.MaxUint64 - binary.BigEndian.Uint64(whole[len(key):]),
				removed: entry[4+more]&bitDelete != 0,
			}, true, true
		}
	}
	return e, false, true
}

// Faulted turns a memory fault into a *DamagedError: a page of a mapped file could not
// be read. Defer it where the goroutine panics on faults.
func (v *View) Faulted(err *error) {
	switch p := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		*err = &DamagedError{Path: v.dir.path(badgerName), Problem: fmt.Sprintf("a table could not be read: %v", p)}
	default:
		panic(fmt.Sprintf("store: reading in place: %v", p))
	}
}
