package scan

import (
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"alike/db"
	"alike/scan/ignore"
)

// folder is a node of the tree that is walked. It holds its own name only, so
// that thousands of folders that wait do not hold as many long paths.
type folder struct {
	parent *folder // nil for a root
	root   *root
	name   string
	linked bool // it was reached by a symbolic link
	known  bool // the index has it

	// Known once it has been opened:
	identity
	level *ignore.Rules
	id    db.DirID
}

// path builds the folder's path, at a cost of its length.
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

// insideItself reports whether a folder above this one is the same as it, which
// a symbolic link brings about.
func (f *folder) isLoop() bool {
	for up := f.parent; up != nil; up = up.parent {
		if up.identity == f.identity {
			return true
		}
	}
	return false
}

// directory is a folder that is open, as long as there are files in it to be
// read: for each worker at most the one that it walks, the one before, and one
// that has files to be read (see queue).
type directory struct {
	*folder
	path   string
	prefix string // path with a slash at the end
	fd     int
	users  atomic.Int32
}

func (d *directory) release() {
	if d.users.Add(-1) == 0 {
		unix.Close(d.fd)
	}
}

// file is a regular file that no rule leaves out.
type file struct {
	name   string
	stat   db.Stat
	links  uint64
	linked bool      // it was reached by a symbolic link
	own    bool      // reading it need not change its time of access
	old    *db.Entry // what the index has under this name, nil if nothing
}

// listing is what is to be scanned of a directory, in bytewise order of name.
type listing struct {
	dir     *directory
	files   []file
	folders []*folder
	// kept are names of which nothing is said: what the index has of them stays.
	kept  []string
	empty bool // it has no names at all in it
}

func (l *listing) hasFile(name string) bool {
	_, found := slices.BinarySearchFunc(l.files, name, func(f file, name string) int { return strings.Compare(f.name, name) })
	return found
}

func (l *listing) hasFolder(name string) bool {
	_, found := slices.BinarySearchFunc(l.folders, name, func(f *folder, name string) int { return strings.Compare(f.name, name) })
	return found
}

// batch is some files of one directory that are read by one worker, one after
// the other.
type batch struct {
	dir   *directory
	files []file
}

const (
	// A batch is as many files as are read in about a millisecond, so that taking
	// one from the queue (under a microsecond) and entering its files together
	// costs nothing beside it.
	batchFiles = 64
	batchBytes = 1 << 20
)

// batches cuts the files into batches, each of which holds the directory open.
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
