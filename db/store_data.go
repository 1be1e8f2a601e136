package db

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/dgraph-io/badger/v4"
	"golang.org/x/sys/unix"
)

// valueLimit is the size that a value must stay under, in bytes: from there on
// Badger would put it into its value log, which the look-ahead expects empty.
const valueLimit = 1 << 20

// spaceStep is how many bytes may be put before the free space is looked at
// again.
const spaceStep = 1 << 20

// rootKey holds the root. Keys that begin with a zero byte are the store's own.
var rootKey = []byte("\x00root")

func (s *store) loadRoot() error {
	err := s.get(rootKey, func(val []byte) error {
		if len(val) < 8 {
			return &DamagedError{s.dir, "its root is cut short", "remove it and scan again"}
		}
		s.gen = binary.BigEndian.Uint64(val)
		s.rootVal = slices.Clone(val[8:])
		return nil
	})
	if errors.Is(err, errMissing) {
		return nil
	}
	return err
}

// root returns the value of the last commit; nil when there was none yet.
func (s *store) root() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rootVal), nil
}

// generation is the number of commits so far.
func (s *store) generation() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gen
}

// get hands the value under key to use, for the duration of the call only.
// Values put but not yet flushed are not seen. errMissing when there is none.
func (s *store) get(key []byte, use func(val []byte) error) error {
	txn := s.db.NewTransaction(false)
	defer txn.Discard()
	item, err := txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return errMissing
	}
	if err != nil {
		return fmt.Errorf("reading from the index %s: %w", s.dir, err)
	}
	return item.Value(use)
}

// put stores val under key, which must not have been used before and must not
// begin with a zero byte. Both are copied. It is on disk with the next commit.
func (s *store) put(key, val []byte) error {
	if len(val) >= valueLimit {
		return fmt.Errorf("a value of %d bytes does not go into the index, the limit is %d", len(val), valueLimit)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.makeRoom(int64(len(key) + len(val))); err != nil {
		return err
	}
	return s.wrote(s.batch.Set(slices.Clone(key), slices.Clone(val)))
}

// remove deletes key; its space comes back with a compaction.
func (s *store) remove(key []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.makeRoom(int64(len(key))); err != nil {
		return err
	}
	return s.wrote(s.batch.Delete(slices.Clone(key)))
}

func (s *store) wrote(err error) error {
	if err != nil {
		return fmt.Errorf("writing to the index %s: %w", s.dir, err)
	}
	return nil
}

func (s *store) makeRoom(n int64) error {
	s.unspaced += n
	if s.unspaced < spaceStep {
		return nil
	}
	if err := checkSpace(s.dir, 2*s.unspaced+s.memtableSize()); err != nil {
		return err
	}
	s.unspaced = 0
	return nil
}

func (s *store) newBatch() *badger.WriteBatch {
	b := s.db.NewWriteBatch()
	b.SetMaxPendingTxns(3)
	return b
}

// flush waits until everything put and removed so far can be read.
func (s *store) flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flushLocked()
}

func (s *store) flushLocked() error {
	err := s.batch.Flush()
	s.batch = s.newBatch()
	return s.wrote(err)
}

// commit makes everything put and removed so far, and root, durable together.
func (s *store) commit(root []byte) error {
	if len(root)+8 >= valueLimit {
		return fmt.Errorf("a root of %d bytes does not go into the index, the limit is %d", len(root), valueLimit-9)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := checkSpace(s.dir, 2*(s.unspaced+int64(len(root)))+s.memtableSize()); err != nil {
		return err
	}
	s.unspaced = 0
	if err := s.flushLocked(); err != nil {
		return err
	}
	val := append(binary.BigEndian.AppendUint64(nil, s.gen+1), root...)
	err := s.db.Update(func(txn *badger.Txn) error { return txn.Set(rootKey, val) })
	if err == nil {
		err = s.db.Sync()
	}
	if err != nil {
		return s.wrote(err)
	}
	s.gen++
	s.rootVal = val[8:]
	return nil
}

// eachKey calls fn for every key with the prefix, in order; key is valid
// during the call only. It sees what was flushed before it began.
func (s *store) eachKey(prefix []byte, fn func(key []byte, valSize int) error) error {
	return s.iterate(prefix, prefix, func(item *badger.Item) (bool, error) {
		return true, fn(item.Key(), int(item.ValueSize()))
	})
}

// skipTo returns the first key that is at least from and has the prefix, nil
// when there is none.
func (s *store) skipTo(prefix, from []byte) (key []byte, err error) {
	if bytes.Compare(from, prefix) < 0 {
		from = prefix
	}
	err = s.iterate(prefix, from, func(item *badger.Item) (bool, error) {
		key = item.KeyCopy(nil)
		return false, nil
	})
	return key, err
}

func (s *store) iterate(prefix, from []byte, fn func(*badger.Item) (more bool, err error)) error {
	txn := s.db.NewTransaction(false)
	defer txn.Discard()
	it := txn.NewIterator(badger.IteratorOptions{Prefix: prefix})
	defer it.Close()
	for it.Seek(from); it.ValidForPrefix(prefix); it.Next() {
		if it.Item().Key()[0] == 0 {
			continue
		}
		if more, err := fn(it.Item()); err != nil || !more {
			return err
		}
	}
	return nil
}

// allocated adds up the blocks that the files below dir occupy, in bytes.
// Files that vanish meanwhile count as nothing.
func allocated(dir string) int64 {
	var total int64
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		var st unix.Stat_t
		if err == nil && unix.Lstat(path, &st) == nil {
			total += st.Blocks * 512
		}
		return nil
	})
	return total
}
