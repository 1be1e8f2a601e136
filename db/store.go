package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
)

// Names inside the index folder.
const (
	lockName   = "lock"
	badgerName = "badger"
	tmpName    = "tmp"
)

// storeOptions says how an index folder is opened.
type storeOptions struct {
	readOnly bool
	create   bool          // make the folder (0700) and an empty index when there is none
	wait     time.Duration // how long to wait for another process that holds the lock; 0: not at all
	command  string        // what to tell other processes about us, e.g. "alike scan"
	memory   int64         // bytes that Badger may use for its memtables and caches together; 0: 64 MiB
}

// store is a folder of keys and values with one mutable root. It knows nothing
// of what the values mean. put, remove, flush, commit and compact belong to
// one writer at a time; get, eachKey and skipTo may run beside it.
type store struct {
	dir  string
	opts storeOptions
	lock *dirLock
	db   *badger.DB

	mu       sync.Mutex // guards what follows
	batch    *badger.WriteBatch
	unspaced int64 // bytes put since the space was last checked
	rootVal  []byte
	gen      uint64
}

// openStore opens the index in dir. Errors: ErrNoIndex, *HeldError,
// *DamagedError, *NoSpaceError, or one that says what failed on which path.
func openStore(ctx context.Context, dir string, o storeOptions) (*store, error) {
	if o.memory == 0 {
		o.memory = 64 << 20
	}
	s := &store{dir: dir, opts: o}
	if err := s.prepareDir(); err != nil {
		return nil, err
	}
	var err error
	if s.lock, err = lockDir(ctx, dir, !o.readOnly, o.wait, o.command); err != nil {
		return nil, err
	}
	if err := s.open(); err != nil {
		_ = s.lock.release()
		return nil, err
	}
	return s, nil
}

// path is the index folder, tmpDir a folder in it for spill files, there while
// the store is open for writing.
func (s *store) path() string   { return s.dir }
func (s *store) tmpDir() string { return filepath.Join(s.dir, tmpName) }

func (s *store) prepareDir() error {
	if s.opts.create && !s.opts.readOnly {
		if err := os.MkdirAll(s.dir, 0o700); err != nil {
			return fmt.Errorf("making the index folder: %w", err)
		}
		f, err := os.OpenFile(filepath.Join(s.dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return fmt.Errorf("making the index folder: %w", err)
		}
		return f.Close()
	}
	if _, err := os.Stat(filepath.Join(s.dir, lockName)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w at %s", ErrNoIndex, s.dir)
	}
	return nil
}

func (s *store) open() (err error) {
	if !s.opts.readOnly {
		tmp := filepath.Join(s.dir, tmpName)
		if err := os.RemoveAll(tmp); err != nil {
			return fmt.Errorf("clearing %s: %w", tmp, err)
		}
		if err := os.Mkdir(tmp, 0o700); err != nil {
			return fmt.Errorf("making %s: %w", tmp, err)
		}
	}
	if s.db, err = badger.Open(s.badgerOptions()); err != nil {
		return fmt.Errorf("opening %s: %w", s.dir, err)
	}
	if !s.opts.readOnly {
		s.batch = s.newBatch()
	}
	if err := s.loadRoot(); err != nil {
		_ = s.db.Close()
		return err
	}
	return nil
}

func (s *store) badgerOptions() badger.Options {
	table := s.memtableSize()
	return badger.DefaultOptions(filepath.Join(s.dir, badgerName)).
		WithReadOnly(s.opts.readOnly).
		WithBypassLockGuard(true).
		WithLogger(nil).
		WithMetricsEnabled(false).
		WithDetectConflicts(false).
		WithSyncWrites(false).
		WithNumVersionsToKeep(1).
		WithNumCompactors(0).
		WithNumLevelZeroTables(1).
		WithNumLevelZeroTablesStall(1 << 30).
		WithCompression(options.None).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithBlockCacheSize(0).
		WithIndexCacheSize(0).
		WithValueThreshold(valueLimit).
		WithValueLogFileSize(1 << 20).
		WithMemTableSize(table).
		WithNumMemtables(1).
		WithBaseTableSize(table / 2).
		WithBaseLevelSize(1 << 50)
}

func (s *store) memtableSize() int64 {
	return min(max(s.opts.memory/4, 8<<20), 64<<20)
}

func (s *store) close() error {
	var errs []error
	if s.batch != nil {
		s.batch.Cancel()
	}
	if err := s.db.Close(); err != nil {
		errs = append(errs, fmt.Errorf("closing the index %s: %w", s.dir, err))
	}
	errs = append(errs, s.lock.release())
	return errors.Join(errs...)
}

// diskSize is what the index folder occupies on disk, in bytes; sparse files
// count with what is allocated.
func (s *store) diskSize() int64 {
	return allocated(s.dir)
}

// wantsCompaction says that so many tables have piled up that reading suffers.
func (s *store) wantsCompaction() bool {
	for _, l := range s.db.Levels() {
		if l.Level == 0 {
			return l.NumTables >= 16
		}
	}
	return false
}

func (s *store) compact(ctx context.Context) error {
	if err := s.verify(ctx); err != nil {
		return err
	}
	if err := s.db.Flatten(1); err != nil {
		return fmt.Errorf("compacting the index %s: %w", s.dir, err)
	}
	return nil
}

func (s *store) verify(ctx context.Context) error {
	if err := s.db.VerifyChecksum(); err != nil {
		return &DamagedError{s.dir, err.Error(), "remove it and scan again"}
	}
	return ctx.Err()
}
