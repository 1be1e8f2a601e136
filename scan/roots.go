package scan

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"syscall"

	"alike/scan/fsys"
	"alike/scan/ignore"
)

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

// choose sets the selections of the roots.
func (s *rootSet) choose(o *settings) error {
	for _, r := range s.roots {
		r.selected, r.base = o.usual, len(withSlash(r.path))
		of, ok := o.Roots[r.path]
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
func (s *rootSet) within(folder string) (inner []string) {
	prefix := withSlash(folder)
	for _, path := range s.paths[sort.SearchStrings(s.paths, prefix):] {
		rest, found := strings.CutPrefix(path, prefix)
		if !found {
			break
		}
		if rest != "" {
			inner = append(inner, rest)
		}
	}
	return inner
}

func withSlash(folder string) string {
	if folder == "/" {
		return folder
	}
	return folder + "/"
}

// ancestor is a folder above a root, with the rules that apply to the root.
type ancestor struct {
	path       string // with a trailing slash
	git, alike *ignore.Patterns
	gitErr     error
	isIndex    bool
	isWorktree bool // root of a repository
}

const placeFlags = fsys.PathOnly | fsys.Directory | fsys.CloseOnExec

// readAbove reads the patterns in the folders above a root and finds out whether one of
// them is the index. It descends from folder to folder, so that a long path costs no
// more than its length. It reports unreadable files of patterns to failed.
func (r *root) readAbove(ctx context.Context, s *settings, failed func(path string, err error)) error {
	top := fsys.Top(r.path)
	if r.path == top {
		return nil
	}
	fd, err := fsys.OpenAt(fsys.WorkingFolder, top, placeFlags)
	if err != nil {
		return err
	}
	defer func() { fsys.Close(fd) }()
	var folders []ancestor // outermost first
	worktree := -1         // of the innermost repository
	for end := len(withSlash(top)); ; {
		a := r.ancestorAt(ctx, s, fd, r.path[:end], failed)
		r.index = r.index || a.isIndex
		if a.isWorktree {
			worktree = len(folders)
		}
		folders = append(folders, a)
		name, _, more := strings.Cut(r.path[end:], "/")
		if !more {
			if !r.file && isWorktree(fd, name+"/") {
				worktree = len(folders)
			}
			break
		}
		next, err := fsys.OpenAt(fd, name, placeFlags)
		if err != nil {
			return err
		}
		fsys.Close(fd)
		fd, end = next, end+len(name)+1
	}
	for i, a := range folders {
		if worktree < 0 || i < worktree {
			a.git, a.gitErr = nil, nil // outside of the root's repository
		}
		if a.gitErr != nil {
			failed(a.path+ignore.GitFile, a.gitErr)
		}
		s.slowPatterns(func() string { return a.path + ignore.GitFile }, a.git)
		s.slowPatterns(func() string { return a.path + ignore.AlikeFile }, a.alike)
		var err error
		if r.rules, err = r.rules.Below(len(a.path), a.git, a.alike, a.isWorktree); err != nil {
			failed(strings.TrimSuffix(a.path, "/"), err)
		}
	}
	return nil
}

// ancestorAt inspects one folder above a root. This takes no permission to list the
// folder.
func (r *root) ancestorAt(ctx context.Context, s *settings, fd int, path string, failed func(path string, err error)) ancestor {
	a := ancestor{path: path}
	var st fsys.Status
	if err := fsys.Fstat(fd, &st); err == nil {
		a.isIndex = identityOf(&st) == s.index
	}
	if r.selected.NoIgnore {
		return a
	}
	a.isWorktree = isWorktree(fd, "")
	a.git, a.gitErr = ignore.Read(ctx, fd, ignore.GitFile)
	var err error
	if a.alike, err = ignore.Read(ctx, fd, ignore.AlikeFile); err != nil {
		failed(path+ignore.AlikeFile, err)
	}
	return a
}

// isWorktree reports whether a folder is the root of a repository. In linked work trees
// and submodules .git is a file.
func isWorktree(fd int, folder string) bool {
	var st fsys.Status
	return fsys.StatAt(fd, folder+ignore.GitFolder, &st, fsys.LinkItself) == nil
}
