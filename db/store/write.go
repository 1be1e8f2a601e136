package store

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/y"
)

// valueLimit is the size in bytes that values must be smaller than. It keeps a table well
// within Badger's 32-bit offsets, and a reader's memory small.
const valueLimit = 16 << 20

// keyLimit is the length in bytes that keys must be smaller than: Badger's own limit.
const keyLimit = 65000

// writer turns entries into tables. While it builds and writes one in the background,
// the next fills.
type writer struct {
	s     *Store
	maker *tableMaker

	filling  *writeBuffer
	spare    *writeBuffer
	removals map[string]uint64 // keys to be removed, and the version of the removal
	removed  int               // approximate bytes in removals

	busy chan built  // receives the table being built; nil if there is none
	done []madeTable // built since the last flush, in tmp

	version uint64     // of the filling buffer; odd versions are for removals
	next    uint64     // number of the next table
	deep    []keyRange // of the tables at the last level, in order
}

type built struct {
	table  madeTable
	buffer *writeBuffer
	err    error
}

// keyRange is the range of keys in a table, both ends included.
type keyRange struct {
	number      uint64
	first, last []byte
}

func (r keyRange) compare(o keyRange) int { return bytes.Compare(r.first, o.first) }

// writeBuffer collects entries. Keys and values are stored one after the other in arena,
// so that thousands of them take one allocation.
type writeBuffer struct {
	arena   []byte
	entries []writeEntry
	version uint64
}

type writeEntry struct {
	at       int // offset of the key in the arena; the value follows
	key, val int // lengths
}

func (b *writeBuffer) key(e writeEntry) []byte { return b.arena[e.at : e.at+e.key] }
func (b *writeBuffer) val(e writeEntry) []byte { return b.arena[e.at+e.key : e.at+e.key+e.val] }

func newWriter(s *Store) *writer {
	w := &writer{
		s:        s,
		maker:    newTableMaker(s.dir, s.tableSize()),
		removals: map[string]uint64{},
		version:  s.cur.version,
		next:     s.cur.next,
	}
	w.findRanges(s.view.infos)
	return w
}

// tableSize returns the size of a full table in bytes. Building one takes twice
// that: a buffer that fills, and one that is sorted and written.
func (s *Store) tableSize() int64 { return min(max(s.opts.Memory/4, 128<<10), 64<<20) }

func (w *writer) findRanges(infos []badger.TableInfo) {
	for _, t := range infos {
		if t.Level == lastLevel {
			w.deep = append(w.deep, keyRange{t.ID, y.ParseKey(t.Left), y.ParseKey(t.Right)})
		}
	}
	sort.Slice(w.deep, func(i, j int) bool { return w.deep[i].compare(w.deep[j]) < 0 })
}

// replaceRanges replaces the ranges of the tables in gone with the ranges of made.
func (w *writer) replaceRanges(gone map[uint64]bool, made []madeTable) {
	w.deep = slices.DeleteFunc(w.deep, func(r keyRange) bool { return gone[r.number] })
	for _, t := range made {
		w.deep = append(w.deep, keyRange{t.number, t.first, t.last})
	}
	sort.Slice(w.deep, func(i, j int) bool { return w.deep[i].compare(w.deep[j]) < 0 })
}

// close waits for the background work.
func (w *writer) close() {
	_ = w.wait()
	w.maker.close()
}

// Put stores val under key, which must not have been used before. It copies both. The
// entry is readable after the next flush and on disk after the next commit.
func (s *Store) Put(key, val []byte) error {
	if len(val) >= valueLimit || len(key) == 0 || len(key) >= keyLimit {
		return fmt.Errorf("a key of %d bytes with a value of %d bytes is too large for the index", len(key), len(val))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	w := s.writer
	if err := w.makeRoom(int64(len(key) + len(val))); err != nil {
		return s.fail(err)
	}
	b := w.filling
	b.entries = append(b.entries, writeEntry{len(b.arena), len(key), len(val)})
	b.arena = append(append(b.arena, key...), val...)
	if len(w.removals) > 0 {
		delete(w.removals, string(key))
	}
	return nil
}

// Remove removes key. Its space is freed by a compaction.
func (s *Store) Remove(key []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	w := s.writer
	if err := w.makeRoom(0); err != nil {
		return s.fail(err)
	}
	// Above everything put so far, below everything put into later tables.
	w.removals[string(key)] = w.filling.version + 1
	if w.removed += len(key) + 64; w.removed > int(w.maker.size)/2 {
		return s.fail(w.sealRemovals())
	}
	return nil
}

func (s *Store) writable() error {
	if s.failed != nil {
		return s.failed
	}
	if s.writer == nil {
		return fmt.Errorf("the index %s is open for reading only", s.dir.name)
	}
	return s.fail(s.readable())
}

// fail keeps the first write error. Buffered entries are lost with it, so nothing may
// be committed after it.
func (s *Store) fail(err error) error {
	if err != nil && s.failed == nil {
		s.failed = err
	}
	return err
}

// makeRoom makes room for n more bytes in the buffer.
func (w *writer) makeRoom(n int64) error {
	if b := w.filling; b != nil {
		if len(b.arena) == 0 || int64(len(b.arena))+n <= w.maker.size*15/16 {
			return nil
		}
		if err := w.seal(); err != nil {
			return err
		}
	}
	if w.filling = w.spare; w.filling == nil {
		w.filling = &writeBuffer{arena: make([]byte, 0, w.maker.size)}
	}
	w.spare = nil
	w.version += 2
	w.filling.version = w.version
	return nil
}

// Begin starts to build a table of what was put so far, if that is at least so many bytes.
// More can be put meanwhile.
func (s *Store) Begin(least int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	if b := s.writer.filling; b == nil || len(b.arena) < least {
		return nil
	}
	return s.fail(s.writer.seal())
}

// seal waits for the previous table and starts to build one from the buffer.
func (w *writer) seal() error {
	if err := w.wait(); err != nil {
		return err
	}
	b := w.filling
	if b == nil || len(b.entries) == 0 {
		return nil
	}
	if err := w.s.CheckSpace(int64(len(b.arena)) * 9 / 8); err != nil {
		return err
	}
	w.filling = nil
	w.busy = make(chan built, 1)
	number := w.take()
	go func() {
		t, err := w.build(b, number)
		w.busy <- built{t, b, err}
	}()
	return nil
}

// take returns the number of the next table. The higher number wins if two tables at
// level 0 disagree, so numbers only grow.
func (w *writer) take() uint64 {
	w.next++
	return w.next - 1
}

// build builds a table from the buffer. If a key has several entries, the last one counts.
func (w *writer) build(b *writeBuffer, number uint64) (madeTable, error) {
	slices.SortFunc(b.entries, func(x, y writeEntry) int {
		if c := bytes.Compare(b.key(x), b.key(y)); c != 0 {
			return c
		}
		return cmp.Compare(x.at, y.at)
	})
	w.maker.begin(number)
	for i, e := range b.entries {
		if i+1 < len(b.entries) && bytes.Equal(b.key(e), b.key(b.entries[i+1])) {
			continue
		}
		w.maker.add(b.key(e), b.val(e), b.version)
	}
	return w.maker.finish()
}

func (w *writer) wait() error {
	if w.busy == nil {
		return nil
	}
	r := <-w.busy
	w.busy = nil
	if r.err != nil {
		return r.err
	}
	w.done = append(w.done, r.table)
	r.buffer.arena, r.buffer.entries = r.buffer.arena[:0], r.buffer.entries[:0]
	w.spare = r.buffer
	return nil
}

// sealRemovals builds a table of the keys to be removed. It first builds one of the
// entries put, because later entries must have a higher version.
func (w *writer) sealRemovals() error {
	if len(w.removals) == 0 {
		return nil
	}
	if err := w.seal(); err != nil {
		return err
	}
	if err := w.wait(); err != nil {
		return err
	}
	if err := w.s.CheckSpace(int64(w.removed)); err != nil {
		return err
	}
	keys := slices.Sorted(maps.Keys(w.removals))
	w.maker.begin(w.take())
	for _, k := range keys {
		w.maker.remove([]byte(k), w.removals[k])
		w.version = max(w.version, w.removals[k])
	}
	t, err := w.maker.finish()
	if err != nil {
		return err
	}
	w.done = append(w.done, t)
	w.removed = 0
	clear(w.removals)
	return nil
}

// finish builds tables of everything put and removed. It returns a list that includes
// them, and the tables, nil if there is nothing new.
func (w *writer) finish() (*fileList, []madeTable, error) {
	if err := w.seal(); err != nil {
		return nil, nil, err
	}
	if err := w.wait(); err != nil {
		return nil, nil, err
	}
	if err := w.sealRemovals(); err != nil {
		return nil, nil, err
	}
	if err := w.maker.sync(); err != nil {
		return nil, nil, err
	}
	made := w.done
	w.done = nil
	next := w.s.cur.clone()
	for i := range made {
		made[i].level = w.chooseLevel(made[i])
		next.tables = append(next.tables, made[i].tableFile)
	}
	next.next, next.version = w.next, w.version
	return next, made, nil
}

// chooseLevel picks the level of a new table. Reads find a table of the last level by
// binary search, but search every table of level 0. So a table goes to the last level,
// unless its keys overlap a table there or it removes keys, which works only from above.
func (w *writer) chooseLevel(t madeTable) int {
	if t.removed > 0 {
		return 0
	}
	at, _ := slices.BinarySearchFunc(w.deep, t.first, func(r keyRange, first []byte) int {
		return bytes.Compare(r.last, first)
	})
	if at < len(w.deep) && bytes.Compare(w.deep[at].first, t.last) <= 0 {
		return 0
	}
	w.deep = slices.Insert(w.deep, at, keyRange{t.number, t.first, t.last})
	return lastLevel
}
