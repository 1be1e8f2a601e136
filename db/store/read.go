package store

import (
	"bytes"
	"fmt"

	"github.com/dgraph-io/badger/v4"
)

// Acquire returns a view of everything flushed so far. The caller must Release it.
func (s *Store) Acquire() (*View, error) {
	if err := s.readable(); err != nil {
		return nil, err
	}
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

// reopen opens Badger on the latest state. Reads do this, not flushes: it takes some
// milliseconds, and few flushes are followed by a read.
func (s *Store) reopen() error {
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	v, err := openView(s.dir, s.latest.Load())
	if err != nil {
		return err
	}
	if err := s.retire(); err != nil {
		return fmt.Errorf("closing the index %s: %w", s.dir.name, err)
	}
	s.view = v
	return nil
}

// Release ends the use of a view.
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
	if v == nil {
		return nil
	}
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

// Get calls use with the value under key, which is valid during the call only. It does
// not see entries that are not flushed yet. The error is ErrMissing if there is no
// value, or a *DamagedError if a damaged block hides it.
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

// EachKey calls fn for every key with the prefix, in order, with the size of its value
// in bytes. The key is valid during the call only. EachKey sees what was flushed before
// it began, and fn may put and remove. It skips keys in damaged blocks; Verify finds
// these.
func (s *Store) EachKey(prefix []byte, fn func(key []byte, valSize int) error) error {
	return s.iterate(prefix, prefix, func(item *badger.Item) (bool, error) {
		return true, fn(item.Key(), int(item.ValueSize()))
	})
}

// SkipTo returns the first key that is at least from and has the prefix, nil if there
// is none.
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
		if err := s.readable(); err != nil {
			return err
		}
		if err := v.next(it); err != nil {
			return err
		}
	}
	return nil
}
