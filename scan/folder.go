package scan

import (
	"slices"
	"strings"
	"sync/atomic"

	"alike/db"
	"alike/scan/fsys"
	"alike/scan/ignore"
)

// folder is a node of the walked tree. It holds only its own name, so that thousands of
// queued folders do not hold as many long paths.
type folder struct {
	parent *folder // nil for a root
	root   *root
	name   string
	linked bool // reached through a symbolic link
	known  bool // the index has it
	unread bool // it could not be opened or listed

	// These are set when the folder is opened.
	identity
	level *ignore.Rules
	id    db.DirID
	cover *cover // of the visit, until all that is directly in the folder is done; may be nil
}

// path builds the path, in time proportional to its length.
func (f *folder) path() string {
	size := 0
	top := f
	for ; top.parent != nil; top = top.parent {
		size += 1 + len(top.name)
	}
	base := top.root.folder()
	if base == "/" && size > 0 {
		base = ""
	}
	b := make([]byte, len(base)+size)
	copy(b, base)
	end := len(b)
	for ; f.parent != nil; f = f.parent {
		end -= copy(b[end-len(f.name):], f.name) + 1
		b[end] = '/'
	}
	return string(b)
}

// isLoop reports whether an ancestor is the same folder, which takes a symbolic link.
func (f *folder) isLoop() bool {
	for up := f.parent; up != nil; up = up.parent {
		if up.identity == f.identity {
			return true
		}
	}
	return false
}

// directory is an open folder. It stays open as long as it has files to be read. Each
// worker has at most three: the one it walks, the one before, and one with files to be
// read (see queue).
type directory struct {
	*folder
	path   string
	prefix string // path with a trailing slash
	fd     int
	users  atomic.Int32
}

func (d *directory) release() {
	if d.users.Add(-1) == 0 {
		fsys.Close(d.fd)
	}
}

// file is a regular file that no rule excludes.
type file struct {
	name   string
	stat   db.Stat
	links  uint64
	linked bool      // reached through a symbolic link
	own    bool      // can be read without changing its access time
	old    *db.Entry // entry of this name in the index, nil if there is none
}

// listing is the content of a directory to be scanned, in bytewise order of name.
type listing struct {
	dir     *directory
	files   []file
	folders []*folder
	// kept are names whose entries in the index stay as they are.
	kept  []string
	empty bool // it has no names at all
	left  leftOut
}

// leave counts a name of the directory as skipped. size is that of a file, if it is known: a stat
// of 100,000 ignored files beside 5,000 others would double the time of a scan without changes.
func (l *listing) leave(k *worker, r reason, size int64) {
	k.skip(r)
	l.left.add(r, size)
}

func (l *listing) hasFile(name string) bool {
	_, found := slices.BinarySearchFunc(l.files, name, func(f file, name string) int { return strings.Compare(f.name, name) })
	return found
}

func (l *listing) hasFolder(name string) bool {
	_, found := slices.BinarySearchFunc(l.folders, name, func(f *folder, name string) int { return strings.Compare(f.name, name) })
	return found
}

// batch is some files of one directory that one worker reads.
type batch struct {
	dir   *directory
	files []file
}

const (
	// A batch takes about a millisecond to read, so that taking it from the queue (less
	// than a microsecond) and entering its files together cost nothing in comparison.
	batchFiles = 64
	batchBytes = 1 << 20
)

// batches splits files into batches. Each batch holds the directory open.
func batches(d *directory, files []file) []batch {
	var all []batch
	for len(files) > 0 {
		n, bytes := 0, int64(0)
		for n < len(files) && n < batchFiles && bytes < batchBytes {
			bytes += files[n].stat.Size
			n++
		}
		all = append(all, batch{d, files[:n:n]})
		files = files[n:]
	}
	d.users.Add(int32(len(all)))
	return all
}
