package scan

import (
	"strings"

	"alike/scan/fsys"
	"alike/scan/ignore"
)

// ancestor is a folder above a root, with the rules that apply to the root.
type ancestor struct {
	path       string // with a trailing slash
	git, alike *ignore.Patterns
	gitErr     error
	isIndex    bool
	isWorktree bool // root of a repository
}

// readAbove reads the patterns in the folders above a root and finds out whether one of
// them is the index. It descends from folder to folder, so that a long path costs no
// more than its length. It counts files of patterns that cannot be read.
func (w *walker) readAbove(k *worker, r *root) error {
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
		a := w.ancestorAt(k, r, fd, r.path[:end])
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
			w.failed(k, a.path+ignore.GitFile, a.gitErr)
		}
		w.slowPatterns(func() string { return a.path + ignore.GitFile }, a.git)
		w.slowPatterns(func() string { return a.path + ignore.AlikeFile }, a.alike)
		var err error
		if r.rules, err = r.rules.Below(len(a.path), a.git, a.alike, a.isWorktree); err != nil {
			w.failed(k, strings.TrimSuffix(a.path, "/"), err)
		}
	}
	return nil
}

// ancestorAt inspects one folder above a root. This takes no permission to list the
// folder.
func (w *walker) ancestorAt(k *worker, r *root, fd int, path string) ancestor {
	a := ancestor{path: path}
	var st fsys.Status
	if err := fsys.Fstat(fd, &st); err == nil {
		a.isIndex = identityOf(&st) == w.index
	}
	if r.selected.NoIgnore {
		return a
	}
	a.isWorktree = isWorktree(fd, "")
	a.git, a.gitErr = ignore.Read(w.ctx, fd, ignore.GitFile)
	var err error
	if a.alike, err = ignore.Read(w.ctx, fd, ignore.AlikeFile); err != nil {
		w.failed(k, path+ignore.AlikeFile, err)
	}
	return a
}

// isWorktree reports whether a folder is the root of a repository. In linked work trees
// and submodules .git is a file.
func isWorktree(fd int, folder string) bool {
	var st fsys.Status
	return fsys.StatAt(fd, folder+ignore.GitFolder, &st, fsys.LinkItself) == nil
}
