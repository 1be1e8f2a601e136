package scan

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"alike/scan/fsys"
	"alike/scan/ignore"

	"golang.org/x/sys/unix"
)

// root is a tree that was asked for.
type root struct {
	path string // absolute and clean
	file bool   // it is a single file
	identity
	fsid      uint64        // of its file system, 0 if not known
	rules     *ignore.Rules // of the folders that it lies in
	index     bool          // it lies in the index's own folder
	empty     bool          // it is a folder with no names in it
	rereadAll bool          // no file in it counts as unchanged, see doubted
}

// folder returns the path of the folder where the walk begins: the root, or the
// folder that a file is in.
func (r *root) folder() string {
	if r.file {
		return path.Dir(r.path)
	}
	return r.path
}

// rootSet holds the roots in bytewise order of path, each once. A root inside
// another is kept, since the walk of the outer one may not come to it (another
// file system, an ignored folder); the outer one leaves it to itself.
type rootSet struct {
	roots   []*root
	paths   []string
	missing []*RootError // of what is not there
}

// newRootSet makes the paths absolute and looks at each. Where one is neither a
// folder nor a file, or cannot be looked at, the error names it, and all others
// of which that is true. Those that do not exist are no part of the set.
func newRootSet(paths []string) (*rootSet, error) {
	set := &rootSet{}
	var wrong []error
	for _, p := range paths {
		absolute, err := filepath.Abs(p)
		if err != nil {
			wrong = append(wrong, &RootError{Path: p, Err: err})
			continue
		}
		r, err := newRoot(absolute)
		switch err {
		case nil:
			set.roots = append(set.roots, r)
		case unix.ENOENT, unix.ENOTDIR:
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

// newRoot looks at an absolute path. The error is a bare errno, or
// errNotRegular.
func newRoot(absolute string) (*root, error) {
	var st unix.Stat_t
	if err := fsys.StatPath(absolute, &st); err != nil {
		return nil, err
	}
	r := &root{path: absolute, identity: identityOf(&st)}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		r.inspect(&st)
	case unix.S_IFREG:
		r.file = true
	default:
		return nil, errNotRegular
	}
	return r, nil
}

// lookInside finds out whether a folder is empty, and on which file system. It asks again what it is,
// since only opening mounts what is mounted on demand. A folder that cannot be
// read is not empty; the walk will tell what is the matter.
func (r *root) inspect(st *unix.Stat_t) {
	fd, err := fsys.OpenPath(r.path, fsys.FolderFlags)
	if err != nil {
		return
	}
	f := os.NewFile(uintptr(fd), r.path)
	defer f.Close()
	if unix.Fstat(fd, st) == nil {
		r.identity = identityOf(st)
	}
	if fs, err := fsys.Describe(fd); err == nil {
		r.fsid = fs.ID
	}
	_, err = f.Readdirnames(1)
	r.empty = err == io.EOF
}

// has reports whether a path is a root. (With one root, which no walk comes to
// a second time, it costs nothing.)
func (s *rootSet) has(path string) bool {
	_, found := slices.BinarySearch(s.paths, path)
	return found
}

// below reports whether there is a root inside the folder.
func (s *rootSet) below(folder string) bool {
	prefix := withSlash(folder)
	i := sort.SearchStrings(s.paths, prefix)
	if i < len(s.paths) && s.paths[i] == prefix {
		i++ // the root directory is not inside itself
	}
	return i < len(s.paths) && strings.HasPrefix(s.paths[i], prefix)
}

func withSlash(folder string) string {
	if folder == "/" {
		return folder
	}
	return folder + "/"
}

// above is what a folder that a root lies in says about the root.
type ancestor struct {
	path       string // with a slash at the end
	git, alike *ignore.Patterns
	gitErr     error
	isIndex    bool
	isWorktree bool // it is the root of a repository
}

const placeFlags = unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC

// lookAbove finds out what holds for a root because of the folders that it lies
// in: their rules, and whether one is the index. It goes down from one to the
// next, so that a long path costs no more than its length. Rules that cannot be
// read are reported to the function.
func (r *root) readAbove(s *settings, failed func(path string, err error)) error {
	if r.path == "/" {
		return nil
	}
	fd, err := fsys.OpenAt(unix.AT_FDCWD, "/", placeFlags)
	if err != nil {
		return err
	}
	defer func() { unix.Close(fd) }()
	var folders []ancestor // from the outermost
	worktree := -1         // the innermost repository's
	for end := 1; ; {
		a := s.ancestorAt(fd, r.path[:end], failed)
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
		unix.Close(fd)
		fd, end = next, end+len(name)+1
	}
	for i, a := range folders {
		if worktree < 0 || i < worktree {
			a.git, a.gitErr = nil, nil // in no repository, or not in this one
		}
		if a.gitErr != nil {
			failed(a.path+ignore.GitFile, a.gitErr)
		}
		r.rules = r.rules.Below(len(a.path), a.git, a.alike, a.isWorktree)
	}
	return nil
}

// lookAt looks at one folder above a root. It needs no permission to list it.
func (s *settings) ancestorAt(fd int, path string, failed func(path string, err error)) ancestor {
	a := ancestor{path: path}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err == nil {
		a.isIndex = identityOf(&st) == s.index
	}
	if s.NoIgnore {
		return a
	}
	a.isWorktree = isWorktree(fd, "")
	a.git, a.gitErr = ignore.Read(fd, ignore.GitFile)
	var err error
	if a.alike, err = ignore.Read(fd, ignore.AlikeFile); err != nil {
		failed(path+ignore.AlikeFile, err)
	}
	return a
}

// isWorktree reports whether a folder is the root of a repository. (In linked
// work trees and submodules .git is a file.)
func isWorktree(fd int, folder string) bool {
	var st unix.Stat_t
	return fsys.StatAt(fd, folder+ignore.GitFolder, &st, unix.AT_SYMLINK_NOFOLLOW) == nil
}
