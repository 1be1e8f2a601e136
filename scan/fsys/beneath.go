package fsys

import (
	"cmp"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"alike/db"
)

// openStepwise is OpenBeneath without openat2(2).
func openStepwise(dirfd int, path string, flags int) (int, error) {
	at := dirfd
	for {
		name, rest, more := strings.Cut(path, "/")
		if name == ".." {
			closeUnless(dirfd, at)
			return -1, syscall.EXDEV
		}
		step := flags
		if more {
			step = PathOnly | Directory | CloseOnExec
		}
		next, err := OpenAt(at, name, step|NoFollow)
		closeUnless(dirfd, at)
		if err != nil || !more {
			return next, err
		}
		at, path = next, rest
	}
}

// Trees open files by the paths that the index recorded: beneath the innermost root, so that a folder
// that was replaced by a link leads nowhere. A path outside of all roots is opened by its name. Files
// deep below a root are opened from folders that stay open, see openDeep. A nil Trees has no roots.
// It is safe for concurrent use.
type Trees struct {
	Roots map[string]bool // by path, with true if links in them are followed

	mu     sync.Mutex
	kept   []*os.File // on the way to the last path, the outermost first; named with a trailing slash
	keptOf string     // the root beneath which they were opened
}

// OpenPath opens the recorded path of a file. Cost: two more system calls than by name; deep below a
// root, those for the distance to the path before it.
func (t *Trees) OpenPath(name string, flags int) (int, error) {
	if t == nil {
		return OpenPath(name, flags)
	}
	root := t.innermost(name)
	if len(name)-len(root) > DeepPath && runtime.GOOS != "windows" { // where no folder that is open can be removed
		return t.openDeep(root, name, flags)
	}
	if root == "" || t.Roots[root] || root == name { // a root that is a file was named by the user
		return OpenPath(name, flags)
	}
	top, err := OpenPath(root, PathOnly|Directory|CloseOnExec)
	if err != nil {
		return -1, err
	}
	defer Close(top)
	return OpenBeneath(top, strings.TrimPrefix(name[len(root):], "/"), flags)
}

// innermost returns the innermost root that a path is in, "" if there is none.
func (t *Trees) innermost(name string) (root string) {
	for tree := range t.Roots {
		if len(tree) > len(root) && db.InTrees(name, []string{tree}) {
			root = tree
		}
	}
	return root
}

// OpenRegular opens a recorded path for reading. The error is an errno, ErrGone if a link is on
// the way, or ErrChanged if it is not a regular file.
func (t *Trees) OpenRegular(path string) (*os.File, error) {
	fd, err := t.openRegular(path, PathOnly) // opening a FIFO or a device has side effects
	if err != nil {
		return nil, err
	}
	Close(fd)
	if fd, err = t.openRegular(path, ReadOnly|NonBlock|NoTerminal); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

func (t *Trees) openRegular(path string, flags int) (int, error) {
	fd, err := t.OpenPath(path, flags|CloseOnExec)
	if err == syscall.ELOOP || err == syscall.ENOTDIR {
		return -1, ErrGone
	}
	if err != nil {
		return -1, err
	}
	var st Status
	if err := Fstat(fd, &st); err != nil || !KindOf(&st).IsRegular() {
		Close(fd)
		return -1, cmp.Or(err, ErrChanged)
	}
	return fd, nil
}
