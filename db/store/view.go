package store

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/y"
)

// View is Badger, opened for reading on one state of the tables. Tables that a
// compaction removes meanwhile stay readable through it.
type View struct {
	db    *badger.DB
	txn   *badger.Txn // for all reads: a read-only transaction may be shared
	dir   *folder
	list  *fileList
	infos []badger.TableInfo

	folder string      // the folder that Badger was opened on; gone by now, except on Windows
	temp   *tempFolder // set if the folder stays

	mapped    []mappedTable // one for each of infos, see inplace.go
	byFirst   []int         // indexes of mapped, in order of their first key
	reach     [][]byte      // the largest key in these tables, up to each
	locations sync.Map      // Locations by the key given to LocationsOf

	checking sync.Mutex
	checked  map[uint64]bool // tables found sound in every byte

	users   int  // guarded by store.reading, like retired
	retired bool // to be closed when the last user is done
}

// openViewAt opens Badger on a folder that holds the tables of l.
func openViewAt(folder string, dir *folder, l *fileList) (v *View, err error) {
	path := dir.path(badgerName)
	defer caught(path, &err)
	log := &badgerLog{}
	o := badger.DefaultOptions(folder).
		WithReadOnly(true).
		WithBypassLockGuard(true). // DIR/lock guards
		WithLogger(log).
		WithMetricsEnabled(false).
		WithCompression(options.None).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithBlockCacheSize(0). // blocks are read in place, from the page cache
		WithIndexCacheSize(0)
	db, err := openBadger(o)
	if err != nil {
		return nil, fmt.Errorf("opening the index %s: %s", dir.name, withIndexPath(err.Error(), folder, dir))
	}
	v = &View{db: db, txn: db.NewTransaction(false), dir: dir, list: l, infos: db.Tables(), folder: folder}
	if said := log.errors(); len(v.infos) != len(l.tables) || said != "" {
		_ = v.close()
		problem := fmt.Sprintf("Badger opened %d of %d tables %s", len(v.infos), len(l.tables), withIndexPath(said, folder, dir))
		return nil, &DamagedError{Path: path, Problem: problem}
	}
	if err := v.mapTables(); err != nil {
		_ = v.close()
		return nil, err
	}
	return v, nil
}

// close must be called once.
func (v *View) close() (err error) {
	defer caught(v.dir.name, &err)
	v.unmapTables()
	v.txn.Discard()
	_ = v.db.Close() // ends with a sync of its folder, which is gone; everything else went before
	if v.temp != nil {
		v.temp.remove()
		sweep(filepath.Dir(v.temp.path))
	}
	return nil
}

func (v *View) read(key []byte) (val []byte, err error) {
	defer caught(v.dir.name, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	item, err := v.txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, v.whyMissing(key)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the index %s: %s", v.dir.name, withIndexPath(err.Error(), v.folder, v.dir))
	}
	// The bytes are the item's own copy and outlive the call.
	err = item.Value(func(b []byte) error {
		val = b
		return nil
	})
	return val, err
}

// whyMissing returns ErrMissing, or the damage that makes a key look missing: Badger
// skips a block with a wrong checksum as if its keys did not exist. Cost: the tables
// that may hold the key are read whole, each once in the life of a view.
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
		if v.dir.lacks(t.path()) {
			break // removed by a compaction, which found it sound before
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

func (v *View) iterator(prefix, from []byte) (it *badger.Iterator, err error) {
	defer caught(v.dir.name, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	it = v.txn.NewIterator(badger.IteratorOptions{Prefix: prefix})
	it.Seek(from)
	return it, nil
}

func (v *View) next(it *badger.Iterator) (err error) {
	defer caught(v.dir.name, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	it.Next()
	return nil
}

// caught turns a panic of Badger into an error. Badger takes lengths from a block
// before it has checked the block's checksum, and a page of a mapped file that cannot
// be read is a fault. Defer it only around calls of Badger.
func caught(path string, err *error) {
	if p := recover(); p != nil {
		*err = &DamagedError{Path: path, Problem: fmt.Sprintf("Badger could not read it: %v", p)}
	}
}

// badgerLog keeps the errors that Badger would print. Badger reports some faults, such
// as a table that it leaves out, in no other way.
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

// withIndexPath replaces the temporary folder with the index folder in a message of Badger.
func withIndexPath(text, folder string, dir *folder) string {
	return strings.ReplaceAll(text, folder+string(filepath.Separator), dir.path(badgerName)+"/")
}
