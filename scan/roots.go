package scan

import (
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"alike/scan/fsys"
	"alike/scan/ignore"
)

// identity identifies a file or folder, by whatever path it is reached.
type identity struct{ device, inode uint64 }

func identityOf(st *fsys.Status) identity { return identity{fsys.DeviceOf(st), st.Ino} }

// root is a tree to be scanned.
type root struct {
	path string // absolute and clean
	file bool   // a single file
	identity
	fsid      uint64        // identifier of its file system, 0 if unknown
	rules     *ignore.Rules // of the folders above
	index     bool          // it is inside the folder of the index
	empty     bool          // a folder without names
	selected  *selection
	base      int  // length of the path that its rules refer to, with a trailing slash
	part      bool // scanned as a part of another root
	rereadAll bool // no file in it counts as unchanged, see clockSetBack

	generated, vendored atomic.Int64 // left out
	visited             atomic.Bool  // listed or, if it is a file, entered
}

// folder returns the path where the walk starts: the root, or the folder of a root that
// is a file.
func (r *root) folder() string {
	if r.file {
		return path.Dir(r.path)
	}
	return r.path
}

// rootSet holds the roots in bytewise order of path, without duplicates. It keeps
// nested roots, because the walk of the outer root may not reach the inner one (on
// another file system, or ignored). The outer walk skips inner roots.
type rootSet struct {
	roots   []*root
	paths   []string
	missing []*RootError // roots that do not exist
}

// newRootSet makes paths absolute and inspects them. Roots that do not exist go to
// missing. If other roots cannot be used, it returns a join of *RootError for them and
// the missing ones.
func newRootSet(paths []string) (*rootSet, error) {
	set := &rootSet{}
	var wrong []error
	for _, p := range paths {
		absolute, err := fsys.Absolute(p)
		if err == nil {
			err = fsys.CheckLocal(absolute)
		}
		if err != nil {
			wrong = append(wrong, &RootError{Path: p, Err: err})
			continue
		}
		r, err := newRoot(absolute)
		switch err {
		case nil:
			set.roots = append(set.roots, r)
		case syscall.ENOENT, syscall.ENOTDIR:
			set.missing = append(set.missing, &RootError{Path: absolute, Err: err})
		default:
			wrong = append(wrong, &RootError{Path: absolute, Err: err})
		}
	}
	if len(wrong) > 0 {
		for _, m := range set.missing {
			wrong = append(wrong, m)
		}
		return nil, errors.Join(wrong...)
	}
	slices.SortFunc(set.missing, func(a, b *RootError) int { return strings.Compare(a.Path, b.Path) })
	set.missing = slices.CompactFunc(set.missing, func(a, b *RootError) bool { return a.Path == b.Path })
	slices.SortFunc(set.roots, func(a, b *root) int { return strings.Compare(a.path, b.path) })
	set.roots = slices.CompactFunc(set.roots, func(a, b *root) bool { return a.path == b.path })
	for _, r := range set.roots {
		set.paths = append(set.paths, r.path)
	}
	return set, nil
}

var errNotRegular = errors.New("neither a folder nor a regular file")

// newRoot inspects an absolute path. The error is a bare errno or errNotRegular.
func newRoot(absolute string) (*root, error) {
	var st fsys.Status
	if err := fsys.StatPath(absolute, &st); err != nil {
		return nil, err
	}
	r := &root{path: absolute, identity: identityOf(&st)}
	switch kind := fsys.KindOf(&st); {
	case kind.IsDir():
		r.inspect(&st)
	case kind.IsRegular():
		r.file = true
	default:
		return nil, errNotRegular
	}
	return r, nil
}

// inspect finds out whether a folder is empty and on which file system it is. It stats
// the open folder again, because opening may trigger an automount. A folder that cannot
// be read does not count as empty; the walk will report the error.
func (r *root) inspect(st *fsys.Status) {
	fd, err := fsys.OpenPath(r.path, fsys.FolderFlags)
	if err != nil {
		return
	}
	f := os.NewFile(uintptr(fd), r.path)
	defer f.Close()
	if fsys.Fstat(fd, st) == nil {
		r.identity = identityOf(st)
	}
	if fs, err := fsys.Describe(fd); err == nil {
		r.fsid = fs.ID
	}
	_, err = f.Readdirnames(1)
	r.empty = err == io.EOF
}

// choose sets the selections of the roots: the usual one, or that of the options by path.
func (s *rootSet) choose(usual *selection, options map[string]RootOptions) error {
	for _, r := range s.roots {
		r.selected, r.base = usual, len(withSlash(r.path))
		of, ok := options[r.path]
		if !ok {
			continue
		}
		var err error
		if r.selected, err = of.Absolute().prepare(); err != nil {
			return err
		}
		r.part = of.Part
		if of.Base != "" {
			r.base = len(withSlash(of.Base))
		}
	}
	return nil
}

// follows reports whether links are followed in the innermost root around a path, or in
// any root if the path is "".
func (s *rootSet) follows(path string) (follow bool) {
	for _, r := range s.roots {
		if path == "" {
			follow = follow || r.selected.Follow
		} else if isWithin(path, r.folder()) {
			follow = r.selected.Follow // an outer root comes first
		}
	}
	return follow
}

// inside returns the other roots inside a root, relative to it, in bytewise order.
func (s *rootSet) inside(root int) (inner []string) { return s.within(s.roots[root].path) }

// within returns the roots inside a folder, relative to it, in bytewise order.
func (s *rootSet) within(folder string) []string { return rootsBelow(s.paths, folder) }
