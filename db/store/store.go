// Package store keeps keys, values and one mutable root in a folder. Commits are
// atomic: after a kill or a power cut at any moment the folder holds the last commit.
// It is the only package that imports Badger.
//
// An index folder is keys and values in Badger's tables, and a sidecar beside them that
// lists the tables and carries the root (sidecar.go).
//
//	DIR/lock       locked by the one process that writes
//	DIR/files      the sidecar; what it names is committed
//	DIR/files.new  only while the tables change
//	DIR/badger     MANIFEST and *.sst, a Badger folder like any other
//	DIR/tmp        files in the making; emptied when a writer opens the index, except for readers' snapshots
//	DIR/rebuild    only while the index is rebuilt; an index folder that replaces this one
//
// Badger only reads. Opened for writing, Badger 4.9 keeps memtables and logs in mapped
// files, where a full disk raises SIGBUS. It silently replays a log up to its first
// wrong byte, retries a failed flush for ever, loses the entries of a table that a
// compaction could not create, and trusts whatever a killed process left. So the store
// builds Badger's tables itself (encode.go) in memory, writes them with write(2), syncs
// them and moves them into Badger's folder together. No table changes once the sidecar
// names it, and a kill leaves either the old state or the new one. This is also faster,
// because values are not written to a log first: 400 MB of 5 KB values take 1.1 s and
// 55 MB of memory, against 3.7 s and 250 MB through Badger's WriteBatch; a compaction
// takes 1.3 s and 50 MB instead of 5.9 s and 360 MB.
//
// The store checks the tables against the sidecar before it opens Badger on them
// (check.go).
//
// Readers take no lock and never block the writer. A reader sees the state that the
// sidecar names when it opens the index, and keeps seeing it until it closes the index
// (snapshot.go). The writer sees what it has flushed.
package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"alike/db/spill"
)

// Options are the options of Open.
type Options struct {
	ReadOnly bool
	Create   bool          // create the folder (0700) and an empty index if there is none
	Wait     time.Duration // how long a writer waits for another writer; 0: not at all
	Command  string        // shown to other processes as the lock's holder, for example "alike scan"
	Memory   int64         // bytes that writing may use; 0: 64 MiB
	// TrustOwner lets root write to an index that another user may change; see OwnerError.
	TrustOwner bool
}

// Store is a folder of keys and values with one mutable root. It does not interpret the
// values. All methods may be called from several goroutines; Commit and Compact include
// everything put before them.
type Store struct {
	dir    *folder
	opts   Options
	lock   *dirLock // nil if opened for reading
	margin int64    // bytes of the file system to leave free, at most

	mu     sync.Mutex  // guards the fields below, for writing
	base   *fileList   // the last commit: DIR/files
	cur    *fileList   // the contents of badger/: base and everything flushed since
	writer *writer     // nil if opened for reading
	failed error       // the first write error; nothing can be written after it
	unbind func() bool // from the context of EndWith, or nil

	reading sync.Mutex // guards view
	view    *View      // Badger, opened on latest or an older state; nil after Close

	ended atomic.Pointer[error] // see EndWith; nil until then

	tablesLock sync.Mutex               // held while the files in badger/ change and while Badger opens them
	latest     atomic.Pointer[fileList] // the state that reads see; changes under tablesLock
}

// Open opens the index in dir. Its errors are ErrNoIndex (wrapped), *HeldError,
// *DamagedError, *NoSpaceError, *OwnerError, or one that names the step and the path. Cost: a few
// milliseconds, and for each table 20 µs and two reads of its index.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	if o.Memory == 0 {
		o.Memory = 64 << 20
	}
	s := &Store{opts: o, margin: spaceMargin}
	if err := s.prepareDir(ctx, filepath.ToSlash(filepath.Clean(dir))); err != nil {
		return nil, err
	}
	open := s.openForWriting
	if o.ReadOnly {
		open = s.openForReading
	}
	if err := open(ctx); err != nil {
		s.dir.close()
		return nil, err
	}
	return s, nil
}

func (s *Store) openForReading(ctx context.Context) error {
	snap, err := takeSnapshot(ctx, s.dir)
	if err != nil {
		return err
	}
	defer snap.close()
	s.setState(snap.list)
	s.view, err = snap.open(s.dir)
	return err
}

func (s *Store) openForWriting(ctx context.Context) (err error) {
	if s.lock, err = lockDir(ctx, s.dir, s.opts.Wait, s.opts.Command); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = s.lock.release()
		}
	}()
	if err := repair(s.dir); err != nil {
		return err
	}
	if err := s.dir.clearTmp(); err != nil {
		return err
	}
	snap, err := lookAt(s.dir, checkAtRest)
	if err != nil {
		return err
	}
	defer snap.close()
	s.setState(snap.list)
	if s.view, err = snap.open(s.dir); err != nil {
		return err
	}
	s.writer = newWriter(s)
	return nil
}

// setState makes the last commit the state of the store.
func (s *Store) setState(list *fileList) {
	list.dropped = list.remaining(s.dir) // what repair could not remove for a writer
	s.base, s.cur = list, list
	s.latest.Store(list)
}

// TempPlace returns where a writer creates spill files: a folder in the index that exists
// while the store is open for writing.
func (s *Store) TempPlace() spill.Place { return spill.At(s.dir.root, tmpName, s.dir.path(tmpName)) }

// Place returns the index folder as a place of spill files.
func (s *Store) Place() spill.Place { return spill.At(s.dir.root, ".", s.dir.name) }

// Dir returns the index folder.
func (s *Store) Dir() string { return s.dir.name }

// Root returns the root of the last commit, nil before the first.
func (s *Store) Root() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.base.root), nil
}

// Generation returns the number of commits so far.
func (s *Store) Generation() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base.generation
}

// EndWith makes all reads and writes fail with the error of ctx that begin after ctx was cancelled
// and a grace has passed. So work on a large index ends soon, wherever it is, and what takes less
// than the grace can still be committed. After the first write that fails nothing can be.
func (s *Store) EndWith(ctx context.Context, grace time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unbind = context.AfterFunc(ctx, func() {
		err := ctx.Err()
		time.AfterFunc(grace, func() { s.ended.Store(&err) })
	})
}

// readable returns the error of EndWith.
func (s *Store) readable() error {
	if err := s.ended.Load(); err != nil {
		return *err
	}
	return nil
}

// Announce publishes the progress of the lock's holder to the processes that the lock
// keeps out. Without the lock it does nothing.
func (s *Store) Announce(state string) {
	if s.lock != nil {
		s.lock.announce(state)
	}
}

// StopWriting lets other processes write. It releases the lock, removes the temporary
// folder and turns the store into a reader of the last commit; uncommitted entries are
// lost. No other method may run at the same time.
func (s *Store) StopWriting() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writer == nil {
		return nil
	}
	if s.failed != nil {
		return s.failed
	}
	s.writer.close()
	if err := s.revert(); err != nil {
		return s.fail(fmt.Errorf("releasing the index %s: %w", s.dir.name, err))
	}
	s.writer = nil
	s.opts.ReadOnly = true
	err := errors.Join(s.dir.emptyTmp(), s.lock.release())
	s.lock = nil
	if err != nil {
		return fmt.Errorf("releasing the index %s: %w", s.dir.name, err)
	}
	return nil
}

// revert drops what was flushed since the last commit and opens Badger on that commit,
// before the next writer replaces its tables.
func (s *Store) revert() error {
	if !s.needsRepair() {
		v, err := s.Acquire()
		if err == nil {
			s.Release(v)
		}
		return err
	}
	if err := s.closeView(); err != nil { // Windows removes no open table
		return err
	}
	if err := repair(s.dir); err != nil {
		return err
	}
	s.setState(s.base)
	s.reading.Lock()
	defer s.reading.Unlock()
	return s.reopen()
}

// needsRepair reports whether there are tables that the last commit does not name.
func (s *Store) needsRepair() bool {
	return s.cur != s.base || s.failed != nil || len(s.cur.dropped) > 0
}

var errClosed = errors.New("the index is closed")

// Close closes the index. Uncommitted entries are lost.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == errClosed {
		return nil
	}
	if s.unbind != nil {
		s.unbind()
	}
	var errs []error
	if s.writer != nil {
		s.writer.close()
	}
	errs = append(errs, s.closeView())
	if s.writer != nil && s.needsRepair() {
		errs = append(errs, repair(s.dir))
	}
	if s.writer != nil {
		errs = append(errs, s.dir.emptyTmp())
	}
	s.failed = errClosed
	if s.lock != nil {
		errs = append(errs, s.lock.release())
	}
	s.dir.close()
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("closing the index %s: %w", s.dir.name, err)
	}
	return nil
}
