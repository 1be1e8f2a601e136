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
	// passed are the folders above the last link on the way to it, of which it may be one again; nil
	// without a link.
	passed map[identity]bool
	unread bool // it could not be opened or listed

	depth int      // of the root 0
	size  int      // of its path in bytes
	inner []string // other roots below it, relative to it, sorted

	id db.DirID // in the index; 0 if that does not have it, or not yet

	// These are set when the folder is opened.
	identity
	level *ignore.Rules
	cover *cover // of the visit, until all that is directly in the folder is done; may be nil
}

// newTop returns the folder of a root.
func (r *root) newTop(inner []string) *folder {
	return &folder{root: r, level: r.rules, size: len(r.folder()), inner: inner}
}

// below returns a folder in f.
func (f *folder) below(name string, linked bool) *folder {
	b := &folder{parent: f, root: f.root, name: name, linked: linked, passed: f.passed, level: f.level, depth: f.depth + 1}
	b.size = len(name) + f.prefixSize()
	b.inner = rootsBelow(f.inner, name)
	return b
}

// prefixSize returns the size of the path with a trailing slash.
func (f *folder) prefixSize() int {
	if f.size == 1 { // "/"
		return 1
	}
	return f.size + 1
}

// holdsRoot reports whether a name in the folder is another root.
func (f *folder) holdsRoot(name string) bool { return inSorted(f.inner, name) }

// path builds the path, in time proportional to its length: for messages, not for each folder of
// a deep tree.
func (f *folder) path() string { return f.pathOf("") }

// pathOf builds the path of a name in the folder, or of the folder if the name is empty.
func (f *folder) pathOf(name string) string {
	size := f.size
	if name != "" {
		size = f.prefixSize() + len(name)
	}
	b := make([]byte, size)
	end := len(b) - copy(b[len(b)-len(name):], name)
	for ; f.parent != nil; f = f.parent {
		if end < len(b) {
			end--
			b[end] = '/'
		}
		end -= copy(b[end-len(f.name):], f.name)
	}
	if top := copy(b, f.root.folder()); top < end {
		b[top] = '/'
	}
	return string(b)
}

// isLoop reports whether an ancestor is the same folder, which takes a symbolic link.
func (f *folder) isLoop() bool {
	if f.linked {
		f.passed = map[identity]bool{}
		for up := f.parent; up != nil; up = up.parent {
			f.passed[up.identity] = true
		}
	}
	return f.passed[f.identity]
}

// directory is an open folder. It stays open as long as it has files to be read, or a worker may
// open a folder in it next (see handles). Each worker has one with files to be read (see queue).
type directory struct {
	*folder
	prefix string // the path with a trailing slash; "" if it is too long for patterns, see ignore.Path
	fd     int
	users  atomic.Int32
}

// newDirectory returns an open folder with one user.
func newDirectory(f *folder, fd int) *directory {
	d := &directory{folder: f, fd: fd}
	if f.prefixSize() <= ignore.MaxPath {
		d.prefix = withSlash(f.path())
	}
	d.users.Store(1)
	return d
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
