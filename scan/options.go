package scan

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
	"alike/scan/ignore"
)

// Options configure a scan. The rules apply in the order of the fields. A folder that
// is left out is left out with everything in it. The name of a root does not matter:
// Hidden, Exclude, ExcludeFiles and ignore files apply below it.
type Options struct {
	// Threads is the number of workers that walk and read; 0 means GOMAXPROCS.
	Threads int

	// ReadLimit limits reading of files to bytes per second, over all threads; 0 means
	// no limit. Directories and ignore files do not count.
	ReadLimit int64

	Selection

	// Verify reads every file again, whatever its times, and does not take over content
	// by inode.
	Verify bool

	// IgnoreInode compares files by size and times only. It is for file systems that
	// make up inode numbers (some FUSE and network file systems) and for disks that
	// come back under another device number. Equal inodes then mean nothing: hard links
	// are read once per path, and renamed files are read again. The index records the
	// new device numbers.
	IgnoreInode bool

	// Prune removes entries from the index even if they may be on a disk that is not
	// mounted; see Run.
	Prune bool

	// Roots holds, by absolute path, the roots that have another selection than the
	// fields above. Run and Count use it.
	Roots map[string]RootOptions

	// LeftOut is called for each file and folder that is left out as generated or
	// vendored, with the key of Summary.Skipped, never concurrently. It may be nil.
	LeftOut func(path, reason string)

	// Thin is called for each file that Summary.Thin counts, never concurrently. It may
	// be nil.
	Thin func(path string)

	// SlowPatterns is called for each file of patterns of which at least a thousand must
	// be tried one by one for some name, with their number, never concurrently. It may be
	// nil.
	SlowPatterns func(path string, patterns int)

	// IndexDir is the folder of the index. It is never scanned, by whatever path it is
	// reached.
	IndexDir string

	// Rule and View define how bytes become fingerprints. For Run, the zero values mean the
	// rule and view of the index, and it accepts no others. For ReadBase and Count they
	// mean the usual rule of the view and the raw view.
	Rule fingerprint.Rule
	View view.Kind

	// Warn is called for each file and folder that could not be read, never
	// concurrently. It may be nil.
	Warn func(path string, err error)

	// Progress is updated during the scan. It may be nil.
	Progress *Progress

	// beforeRead is called by tests before each piece of a file is read, with its offset.
	// Several workers may call it for one large file.
	beforeRead func(path string, read int64)

	// wall is the clock; nil means the system's. Tests set others.
	wall func() time.Time
}

// settings are the prepared Options of a walk.
type settings struct {
	Options
	clock
	usual    *selection // of the Options
	index    identity   // of IndexDir
	user     uint32     // effective user id
	warnMu   sync.Mutex
	progress *Progress
	limit    *fsys.Limit // of ReadLimit
}

// prepare checks the options and reads the files they name.
func (o Options) prepare() (*settings, error) {
	if o.Rule == (fingerprint.Rule{}) {
		o.Rule = o.View.Rule()
	}
	s := &settings{Options: o, progress: o.Progress, limit: fsys.NewLimit(o.ReadLimit), user: uint32(os.Geteuid())}
	if s.progress == nil {
		s.progress = &Progress{}
	}
	if s.source = o.wall; s.source == nil {
		s.source = time.Now
	}
	s.Threads = workerCount(o.Threads)
	var err error
	if s.usual, err = o.Selection.Absolute().prepare(); err != nil {
		return nil, err
	}
	if o.IndexDir != "" {
		var st fsys.Status
		if err := fsys.StatAt(fsys.WorkingFolder, o.IndexDir, &st, 0); err != nil && err != syscall.ENOENT {
			return nil, fmt.Errorf("looking at the index in %s: %w", o.IndexDir, err)
		}
		s.index = identityOf(&st)
	}
	return s, nil
}

// workerCount returns the number of workers: the requested number if there are enough
// file descriptors. A worker has up to 5 open: the folder it walks (twice while its
// names are read), the one before, the folder it reads files of, and one of these
// files. A hundred are left for the index.
func workerCount(asked int) int {
	n := asked
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if most, limited := fsys.MaxOpenFiles(); limited {
		n = min(n, max(1, (most-100)/5))
	}
	return n
}

func (s *settings) warn(path string, err error) {
	if s.Warn == nil {
		return
	}
	s.warnMu.Lock()
	defer s.warnMu.Unlock()
	s.Warn(path, err)
}

// thin reports a file that Summary.Thin counts.
func (s *settings) thin(d *directory, name string) {
	if s.Thin == nil {
		return
	}
	s.warnMu.Lock()
	defer s.warnMu.Unlock()
	s.Thin(d.pathOf(name))
}

// slowPatterns reports a file of patterns that costs a scan time for each name: 1,000 that
// are tried one by one cost about as much as asking the file system for a file.
func (s *settings) slowPatterns(path func() string, p *ignore.Patterns) {
	const slow = 1000
	if s.SlowPatterns == nil || p.Slow() < slow {
		return
	}
	s.warnMu.Lock()
	defer s.warnMu.Unlock()
	s.SlowPatterns(path(), p.Slow())
}

// leftOut reports a file or folder that is left out as generated or vendored.
func (s *settings) leftOut(d *directory, name string, why reason) {
	switch why {
	case reasonGenerated:
		d.root.generated.Add(1)
	case reasonVendored:
		d.root.vendored.Add(1)
	default:
		return
	}
	if s.LeftOut == nil {
		return
	}
	s.warnMu.Lock()
	defer s.warnMu.Unlock()
	s.LeftOut(d.pathOf(name), reasonNames[why])
}

// isRoot reports whether is identifies the root that the scan began with.
func (s *settings) isRoot(r *root, is identity) bool {
	return s.isSame(r.identity, is)
}

// isSame reports whether two identities are of one folder.
func (s *settings) isSame(a, b identity) bool {
	return a.device == b.device && (a.inode == b.inode || s.IgnoreInode)
}

// same reports whether two stats are of the same, unchanged file.
func (s *settings) same(a, b db.Stat) bool {
	if s.IgnoreInode {
		a.Inode, a.Device = b.Inode, b.Device
	}
	return a == b
}
