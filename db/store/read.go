package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/y"
)

// View is Badger, opened for reading on one state of the tables. Tables that a
// compaction removes meanwhile stay readable through it.
type View struct {
	db    *badger.DB
	txn   *badger.Txn // for all reads: one that only reads may be shared
	dir   string
	list  *fileList
	infos []badger.TableInfo

	folder string // that Badger was opened on; gone if it is not DIR/badger

	mapped []mappedTable // all of infos, see store_inplace.go
	places sync.Map      // valuePlaces by *table

	checking sync.Mutex
	checked  map[uint64]bool // tables found sound, all of them

	users   int  // guarded by store.reading, as is
	retired bool // to be closed when the last user is done
}

// openView opens Badger on DIR/badger, for the process that holds the lock: where
// its MANIFEST does not name a table, Badger deletes it. The folder has been found
// sound by checkFolder, or this process has just written it.
func openView(dir string, l *fileList) (v *View, err error) {
	return openViewAt(filepath.Join(dir, badgerName), dir, l)
}

// openViewAt opens Badger on a folder that holds what l says.
func openViewAt(folder, dir string, l *fileList) (v *View, err error) {
	path := filepath.Join(dir, badgerName)
	defer caught(path, &err)
	log := &badgerLog{}
	o := badger.DefaultOptions(folder).
		WithReadOnly(true).
		WithBypassLockGuard(true). // DIR/lock it is
		WithLogger(log).
		WithMetricsEnabled(false).
		WithCompression(options.None).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithBlockCacheSize(0). // blocks are read in place, from the page cache
		WithIndexCacheSize(0)
	db, err := badger.Open(o)
	if err != nil {
		return nil, fmt.Errorf("opening the index %s: %s", dir, named(err.Error(), folder, dir))
	}
	v = &View{db: db, txn: db.NewTransaction(false), dir: dir, list: l, infos: db.Tables(), folder: folder}
	if said := log.errors(); len(v.infos) != len(l.tables) || said != "" {
		_ = v.close()
		problem := fmt.Sprintf("Badger opened %d of %d tables %s", len(v.infos), len(l.tables), named(said, folder, dir))
		return nil, &DamagedError{Path: path, Problem: problem}
	}
	if err := v.mapTables(); err != nil {
		_ = v.close()
		return nil, err
	}
	return v, nil
}

// close is to be called once.
func (v *View) close() (err error) {
	defer caught(v.dir, &err)
	v.unmapTables()
	v.txn.Discard()
	err = v.db.Close()
	if v.folder != filepath.Join(v.dir, badgerName) {
		return nil // Badger ends with a sync of its folder; all else went before
	}
	return err
}

// badgerLog keeps what Badger would print as an error: some faults it reports in
// no other way, such as a table that it leaves out.
type badgerLog struct {
	mu   sync.Mutex
	text string
}

func (l *badgerLog) Errorf(format string, a ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text += fmt.Sprintf(format, a...)
}

func (*badgerLog) Warningf(string, ...any) {}
func (*badgerLog) Infof(string, ...any)    {}
func (*badgerLog) Debugf(string, ...any)   {}

func (l *badgerLog) errors() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

// caught turns a panic of Badger's into an error: it takes lengths from a block
// before it has checked the block's sum, and a page of a mapped file that cannot
// be read is a fault. To be deferred where nothing but Badger runs.
func caught(path string, err *error) {
	if p := recover(); p != nil {
		*err = &DamagedError{Path: path, Problem: fmt.Sprintf("Badger could not read it: %v", p)}
	}
}

// Acquire returns a view of everything flushed so far. release it.
func (s *Store) Acquire() (*View, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.view == nil {
		return nil, errClosed
	}
	if s.view.list != s.latest.Load() {
		if err := s.reopen(); err != nil {
			return nil, err
		}
	}
	s.view.users++
	return s.view, nil
}

// reopen opens Badger on the latest state. Done when somebody reads, not at every
// flush: it takes some milliseconds, and most flushes nobody reads after.
func (s *Store) reopen() error {
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	v, err := openView(s.dir, s.latest.Load())
	if err != nil {
		return err
	}
	if err := s.retire(); err != nil {
		return fmt.Errorf("closing the index %s: %w", s.dir, err)
	}
	s.view = v
	return nil
}

func (s *Store) Release(v *View) {
	s.reading.Lock()
	defer s.reading.Unlock()
	v.users--
	if v.retired && v.users == 0 {
		_ = v.close()
	}
}

// retire closes the current view, or leaves that to its last user.
func (s *Store) retire() error {
	v := s.view
	s.view = nil
	v.retired = true
	if v.users > 0 {
		return nil
	}
	return v.close()
}

func (s *Store) closeView() error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.view == nil {
		return nil
	}
	return s.retire()
}

// Get hands the value under key to use, for the duration of the call only. What
// was put and not yet flushed is not seen. errMissing when there is none; a
// *DamagedError when that is so because a block is damaged.
func (s *Store) Get(key []byte, use func(val []byte) error) error {
	v, err := s.Acquire()
	if err != nil {
		return err
	}
	defer s.Release(v)
	val, err := v.read(key)
	if err != nil {
		return err
	}
	return use(val)
}

func (v *View) read(key []byte) (val []byte, err error) {
	defer caught(v.dir, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	item, err := v.txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, v.whyMissing(key)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the index %s: %s", v.dir, named(err.Error(), v.folder, v.dir))
	}
	// The bytes are the item's own copy and outlive the call.
	err = item.Value(func(b []byte) error {
		val = b
		return nil
	})
	return val, err
}

// whyMissing is errMissing, or the damage that makes a key look missing: Badger
// passes over a block whose sum is wrong as if its keys were not there. Cost: the
// tables that may hold the key are read whole, each once in the life of a view.
func (v *View) whyMissing(key []byte) error {
	for _, t := range v.infos {
		if bytes.Compare(key, y.ParseKey(t.Left)) < 0 || bytes.Compare(key, y.ParseKey(t.Right)) > 0 {
			continue
		}
		if err := v.checkOnce(t.ID); err != nil {
			return err
		}
	}
	return ErrMissing
}

func (v *View) checkOnce(number uint64) error {
	v.checking.Lock()
	defer v.checking.Unlock()
	if v.checked[number] {
		return nil
	}
	for _, t := range v.list.tables {
		if t.number != number {
			continue
		}
		err := verifyTable(v.dir, t)
		if _, gone := os.Lstat(filepath.Join(v.dir, badgerName, t.name())); errors.Is(gone, fs.ErrNotExist) {
			break // a compaction has removed it, and found it sound before
		}
		if err != nil {
			return err
		}
	}
	if v.checked == nil {
		v.checked = map[uint64]bool{}
	}
	v.checked[number] = true
	return nil
}

// EachKey calls fn for every key with the prefix, in order, with the size of its
// value in bytes; key is valid during the call only. It sees what was flushed
// before it began, and fn may put and remove. Keys in damaged blocks are passed
// over: verify finds those.
func (s *Store) EachKey(prefix []byte, fn func(key []byte, valSize int) error) error {
	return s.iterate(prefix, prefix, func(item *badger.Item) (bool, error) {
		return true, fn(item.Key(), int(item.ValueSize()))
	})
}

// SkipTo returns the first key that is at least from and has the prefix, nil
// when there is none.
func (s *Store) SkipTo(prefix, from []byte) (key []byte, err error) {
	if bytes.Compare(from, prefix) < 0 {
		from = prefix
	}
	err = s.iterate(prefix, from, func(item *badger.Item) (bool, error) {
		key = item.KeyCopy(nil)
		return false, nil
	})
	return key, err
}

func (s *Store) iterate(prefix, from []byte, fn func(*badger.Item) (more bool, err error)) error {
	v, err := s.Acquire()
	if err != nil {
		return err
	}
	defer s.Release(v)
	it, err := v.iterator(prefix, from)
	if err != nil {
		return err
	}
	defer it.Close()
	for it.Valid() {
		if more, err := fn(it.Item()); err != nil || !more {
			return err
		}
		if err := v.next(it); err != nil {
			return err
		}
	}
	return nil
}

func (v *View) iterator(prefix, from []byte) (it *badger.Iterator, err error) {
	defer caught(v.dir, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	it = v.txn.NewIterator(badger.IteratorOptions{Prefix: prefix})
	it.Seek(from)
	return it, nil
}

func (v *View) next(it *badger.Iterator) (err error) {
	defer caught(v.dir, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	it.Next()
	return nil
}
