// Package store keeps the keys and values of an index in a folder that outlives kills and full disks.
package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// # The store
//
// An index folder is keys and values in Badger's tables, and a sidecar beside
// them that says which tables there are and carries the root (store_sidecar.go).
//
//	DIR/lock       flock: held by the one process that writes
//	DIR/files      the sidecar; what it names is committed
//	DIR/files.new  only while the tables change
//	DIR/badger     MANIFEST and *.sst, a Badger folder like any other
//	DIR/tmp        what is being made; emptied when the index is opened for writing
//
// Badger reads; it never writes. Opened for writing, Badger 4.9 keeps memtables
// and logs in mapped files, where a full disk is a SIGBUS, replays a log only up
// to its first wrong byte without a word, retries a failed flush for ever, loses
// the entries of a table that a compaction could not create, and takes at its
// word whatever a killed process left. So the store makes Badger's tables itself
// (store_encode.go), in memory, writes them with write(2), syncs them, and puts
// them into Badger's folder all together: no table changes once the sidecar names
// it, and a kill at any moment leaves either the old state or the new one. It is
// faster too, since values are written once and not first to a log: 400 MB of 5 KB
// values took 1.1 s and 55 MB of memory, through Badger's WriteBatch 3.7 s and
// 250 MB; a compaction, 1.3 s and 50 MB instead of 5.9 s and 360 MB.
//
// Badger is opened only on tables that have been found to be what the sidecar
// says (store_check.go).
//
// Who reads takes no lock and keeps nobody from writing: it reads the state that
// the sidecar names at the moment when it is opened, to its end, whatever is
// committed meanwhile (store_snapshot.go). Who writes sees what it has flushed.

// Names inside the index folder.
const (
	lockName     = "lock"
	sidecarName  = "files"
	intentName   = "files.new"
	badgerName   = "badger"
	tmpName      = "tmp"
	manifestName = "MANIFEST"
)

// Options says how an index folder is opened.
type Options struct {
	ReadOnly bool
	Create   bool          // make the folder (0700) and an empty index when there is none
	Wait     time.Duration // how long a writer waits for another one; 0: not at all
	Command  string        // what to tell other processes about us, e.g. "alike scan"
	Memory   int64         // bytes that writing may use; 0: 64 MiB
}

// Store is a folder of keys and values with one mutable root. It knows nothing
// of what the values mean. All methods may be called from several goroutines;
// commit and compact take everything that was put before them.
type Store struct {
	dir    string
	opts   Options
	lock   *dirLock // nil when opened for reading
	margin int64    // bytes of the file system to leave free, at most

	mu     sync.Mutex // guards what is written
	base   *fileList  // what was committed: DIR/files
	cur    *fileList  // what is in badger/: base and what was flushed since
	writer *writer    // nil when opened for reading
	failed error      // why nothing can be written any more

	reading sync.Mutex // guards view
	view    *View      // Badger, opened on latest or an older state; nil when closed

	tablesLock sync.Mutex               // held while the files in badger/ change, and while Badger opens them
	latest     atomic.Pointer[fileList] // what reads are to see; changes under tablesLock
}

// Open opens the index in dir. Errors: ErrNoIndex (wrapped), *HeldError,
// *DamagedError, *NoSpaceError, or one that says what failed on which path.
// Cost: a few milliseconds; for each table, 20 µs and its index read twice.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	if o.Memory == 0 {
		o.Memory = 64 << 20
	}
	s := &Store{dir: filepath.Clean(dir), opts: o, margin: spaceMargin}
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) (err error) {
	if err := s.prepareDir(ctx); err != nil {
		return err
	}
	if s.opts.ReadOnly {
		return s.openForReading(ctx)
	}
	return s.openForWriting(ctx)
}

func (s *Store) openForReading(ctx context.Context) error {
	snap, err := s.takeSnapshot(ctx)
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
	if err := settle(s.dir); err != nil {
		return err
	}
	if err := clearTmp(s.dir); err != nil {
		return err
	}
	list, err := checkFolder(s.dir)
	if err != nil {
		return err
	}
	s.setState(list)
	if s.view, err = openView(s.dir, s.cur); err != nil {
		return err
	}
	s.writer = newWriter(s)
	return nil
}

// setState makes what was committed the state of the store.
func (s *Store) setState(list *fileList) {
	list.dropped = nil // for a writer they are gone, or settle would have failed
	s.base, s.cur = list, list
	s.latest.Store(list)
}

// clearTmp empties DIR/tmp, making it where it is missing.
func clearTmp(dir string) error {
	tmp := filepath.Join(dir, tmpName)
	if err := os.RemoveAll(tmp); err != nil {
		return fmt.Errorf("emptying the temporary folder of the index: %w", err)
	}
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return fmt.Errorf("making the temporary folder of the index: %w", err)
	}
	d, err := os.OpenFile(tmp, unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return fmt.Errorf("opening the temporary folder of the index: %w", err)
	}
	defer d.Close()
	return giveAway(d)
}

// giveAway gives what root has just made to the owner of the folder that it is in:
// else the owner of an index could not read it any more once root has written to it.
func giveAway(made *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	var st unix.Stat_t
	err := unix.Stat(filepath.Dir(made.Name()), &st)
	if err == nil && st.Uid != 0 {
		err = made.Chown(int(st.Uid), int(st.Gid))
	}
	if err != nil {
		return fmt.Errorf("giving %s to the owner of the index: %w", made.Name(), err)
	}
	return nil
}

// TempDir is a folder in the index for spill files, there while the store is open
// for writing.
func (s *Store) TempDir() string { return filepath.Join(s.dir, tmpName) }

// Dir is the index folder.
func (s *Store) Dir() string { return s.dir }

// Root returns the value of the last commit; nil when there was none yet.
func (s *Store) Root() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.base.root), nil
}

// Generation is the number of commits so far.
func (s *Store) Generation() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base.generation
}

// DiskSize is what the index folder occupies on disk, in bytes.
func (s *Store) DiskSize() int64 { return allocated(s.dir) }

// Announce tells those whom the lock keeps out how far this process is. Nothing
// happens where it holds no lock.
func (s *Store) Announce(state string) {
	if s.lock != nil {
		s.lock.announce(state)
	}
}

// StopWriting lets others write: it gives up the lock and the temporary folder
// and goes on as a reader of what was committed last. What was put since is gone.
// Not to be called beside other methods.
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
	if err := s.goBack(); err != nil {
		return s.fail(fmt.Errorf("ending to write to the index %s: %w", s.dir, err))
	}
	s.writer = nil
	s.opts.ReadOnly = true
	err := errors.Join(os.RemoveAll(s.TempDir()), s.lock.release())
	s.lock = nil
	if err != nil {
		return fmt.Errorf("ending to write to the index %s: %w", s.dir, err)
	}
	return nil
}

// goBack forgets what was flushed since the last commit, and sees that Badger is
// open on that commit. It must be before the lock is given up: the view of a
// writer is opened on the folder that the next writer changes.
func (s *Store) goBack() error {
	if s.cur != s.base {
		if err := s.closeView(); err != nil {
			return err
		}
		if err := settle(s.dir); err != nil {
			return err
		}
		s.setState(s.base)
		v, err := openView(s.dir, s.base)
		if err != nil {
			return err
		}
		s.view = v
		return nil
	}
	v, err := s.Acquire()
	if err != nil {
		return err
	}
	s.Release(v)
	return nil
}

var errClosed = errors.New("the index is closed")

// Close closes the index. What was put and not committed is gone.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == errClosed {
		return nil
	}
	var errs []error
	if s.writer != nil {
		s.writer.close()
	}
	errs = append(errs, s.closeView())
	if s.writer != nil && (s.cur != s.base || s.failed != nil) {
		errs = append(errs, settle(s.dir))
	}
	if s.writer != nil {
		errs = append(errs, os.RemoveAll(s.TempDir()))
	}
	s.failed = errClosed
	if s.lock != nil {
		errs = append(errs, s.lock.release())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("closing the index %s: %w", s.dir, err)
	}
	return nil
}
