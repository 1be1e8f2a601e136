package scan

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
	"alike/scan/ignore"
)

// Options say what a scan takes in. The rules leave files out in the order of
// the fields below; a folder that is left out is left out with all that is in
// it. A root is scanned whatever its own name is: hidden, Exclude, ExcludeFiles
// and ignore files apply to what is below it.
type Options struct {
	// Threads is the number of workers that walk and read; 0 is GOMAXPROCS.
	Threads int

	// ReadLimit is how many bytes a second are read of files, over all threads; 0
	// is no limit. Directories and ignore files do not count.
	ReadLimit int64

	// Hidden takes in names that begin with a dot.
	Hidden bool

	// Exclude are globs, in the syntax of doublestar (*, ?, [a-z], {a,b}, and **
	// for any number of folders). One without a slash is matched with every name.
	// One with a slash is matched with the path from the root, a slash in front
	// meaning nothing more than that, except that such a glob is also matched with
	// the absolute path. One that ends in a slash matches folders only. What
	// matches is left out; no other rule takes it in again.
	Exclude []string

	// ExcludeFiles are files with lines in the syntax of .gitignore, taken as if
	// they stood in each root, except that they win over all ignore files in the
	// tree. Of several the later wins.
	ExcludeFiles []string

	// NoIgnore makes .gitignore and .alikeignore files mere files. Else they
	// count as they do for git, .alikeignore winning over .gitignore in the same
	// folder; those above a root count as well, .gitignore up to the root of the
	// repository, so that a repository scanned in pieces gives the same as in one
	// go. The user's own and .git/info/exclude do not count.
	NoIgnore bool

	// Follow takes symbolic links for what they point to, under the path of the
	// link. A link to a folder that it lies in is left out.
	Follow bool

	// OneFileSystem leaves out folders on other file systems than their root.
	OneFileSystem bool

	// ExcludeCaches leaves out folders that a CACHEDIR.TAG marks as caches
	// (bford.info/cachedir), and ExcludeIfPresent those that have one of these
	// names in them. Both apply to roots as well.
	ExcludeCaches    bool
	ExcludeIfPresent []string

	// MinSize and MaxSize are in bytes; a MaxSize of 0 is none. They, and Sparse,
	// apply to a root that is a file as well.
	MinSize, MaxSize int64

	// Sparse takes in files of more than 1 GiB of which less than a tenth is
	// allocated.
	Sparse bool

	// Generated and Vendored take in what a program wrote and what others wrote, of
	// which an index of the code view has none else: they are copies of each other,
	// and nobody's. Every other view takes them in anyway. By what they are known see
	// view.Generated and view.Vendored, which the roots' own names say nothing to.
	// What a program wrote as its beginning tells is read once, and then known by
	// its times as what the index has is.
	Generated, Vendored bool

	// Verify reads every file again, whatever its times, and takes over no content
	// by inode.
	Verify bool

	// IgnoreInode compares files by size and times alone, for file systems that
	// make inode numbers up (some of FUSE and of the network) and for disks that
	// come back under another device number. Nothing is then concluded from equal
	// inodes either: hard links are read once for each path, and so are files
	// that were renamed. The index takes note of a new device.
	IgnoreInode bool

	// Prune lets the index drop what it has of disks that may not be mounted; see
	// Run.
	Prune bool

	// IndexDir is the index's own folder, which is never scanned, by whatever
	// path it is reached.
	IndexDir string

	// Rule and View say how bytes become fingerprints. The zero values mean, for Run,
	// those of the index, which it takes no others for; else fingerprint.DefaultRule
	// and the raw view.
	Rule fingerprint.Rule
	View view.Kind

	// Warn is told of each file and folder that could not be read, by one
	// goroutine at a time. It may be nil.
	Warn func(path string, err error)

	// Progress is counted up as the scan goes on. It may be nil.
	Progress *Progress

	// beforeRead is called by tests before each piece of a file is read, with
	// how much of it has been read.
	beforeRead func(path string, read int64)

	// wall is the clock; nil is that of the system. Tests set others.
	wall func() time.Time
}

// settings are Options in the form that the walk uses.
type settings struct {
	Options
	clock
	globs    *ignore.Globs
	lists    []*ignore.Patterns // of ExcludeFiles, the winning ones first
	markers  map[string]bool    // of ExcludeIfPresent
	index    identity           // of IndexDir
	user     uint32             // who the process is
	warnMu   sync.Mutex
	progress *Progress
	limit    *fsys.Limit // of ReadLimit
}

// identity is what a file or folder is, by whatever path it is reached.
type identity struct{ device, inode uint64 }

func identityOf(st *unix.Stat_t) identity { return identity{st.Dev, st.Ino} }

// prepare checks the options and reads the files they name.
func (o Options) prepare() (*settings, error) {
	if o.Rule == (fingerprint.Rule{}) {
		o.Rule = fingerprint.DefaultRule
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
	if s.globs, err = ignore.ParseGlobs(o.Exclude); err != nil {
		return nil, err
	}
	for _, name := range o.ExcludeFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading a file of exclusions: %w", err)
		}
		s.lists = append([]*ignore.Patterns{ignore.Parse(data)}, s.lists...)
	}
	s.markers = make(map[string]bool)
	for _, name := range o.ExcludeIfPresent {
		s.markers[name] = true
	}
	if o.IndexDir != "" {
		var st unix.Stat_t
		if err := fsys.StatAt(unix.AT_FDCWD, o.IndexDir, &st, 0); err != nil && err != unix.ENOENT {
			return nil, fmt.Errorf("the index in %s: %w", o.IndexDir, err)
		}
		s.index = identityOf(&st)
	}
	return s, nil
}

// threads returns how many workers there are: as many as asked for, as long as
// there are descriptors for them. A worker has up to 5 open: the folder that it
// walks, the one before, that folder once more while its names are read, the
// folder that it reads files of and one of these; a hundred are left to the
// index.
func workerCount(asked int) int {
	n := asked
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err == nil && limit.Cur < 1<<20 {
		n = min(n, max(1, (int(limit.Cur)-100)/5))
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
