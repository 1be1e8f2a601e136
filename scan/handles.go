package scan

import (
	"slices"
	"syscall"

	"alike/scan/fsys"
)

// maxHandles is how many folders on the way to the last one a worker keeps open in a deep tree.
// Folders come in depth-first order, so the next one is nearly always in one of these.
const maxHandles = 4

// handles are the folders that a worker keeps open to open others: the one that it walked last
// and, if that is deep, folders above it, each in the one before. So a folder costs the same at any
// depth, and lies below its root even if a folder on the way has been replaced by a link.
type handles struct {
	open []*directory
	top  top
}

// isDeep reports whether the folder is opened from one above it.
func (f *folder) isDeep() bool { return f.size-len(f.root.path) > fsys.DeepPath }

// last returns the folder that was walked last, or a folder above it; nil if there is none.
func (h *handles) last() *directory {
	if len(h.open) == 0 {
		return nil
	}
	return h.open[len(h.open)-1]
}

// walked adds the folder that is walked now.
func (h *handles) walked(d *directory) {
	if !d.isDeep() {
		h.leaveAll()
	}
	h.hold(d)
}

// hold adds a folder that lies in the last one.
func (h *handles) hold(d *directory) {
	d.users.Add(1)
	if len(h.open) == maxHandles {
		h.open[0].release()
		h.open = slices.Delete(h.open, 0, 1)
	}
	h.open = append(h.open, d)
}

func (h *handles) leaveAll() {
	for _, d := range h.open {
		d.release()
	}
	h.open = h.open[:0]
}

func (h *handles) close() {
	h.leaveAll()
	h.top.close()
}

// root returns the descriptor of a root. The error is ENOENT if it is another folder by now.
func (h *handles) root(s *settings, r *root) (int, error) {
	if err := h.top.open(r); err != nil {
		return -1, err
	}
	if !s.isRoot(r, h.top.identity) {
		return -1, syscall.ENOENT // stillThere reports it
	}
	return h.top.fd, nil
}

// top is a root that is open.
type top struct {
	root *root // nil if none is open
	fd   int
	identity
}

// open opens a root unless it is the one that is open.
func (t *top) open(r *root) error {
	if t.root == r {
		return nil
	}
	t.close()
	fd, err := fsys.OpenPath(r.path, placeFlags)
	if err != nil {
		return err
	}
	var st fsys.Status
	if err := fsys.Fstat(fd, &st); err != nil {
		fsys.Close(fd)
		return err
	}
	t.root, t.fd, t.identity = r, fd, identityOf(&st)
	return nil
}

func (t *top) close() {
	if t.root != nil {
		fsys.Close(t.fd)
		t.root = nil
	}
}

// goTo makes a folder that was walked before the last one and returns its descriptor. A folder that
// is another one by now is ENOENT. Cost: two system calls for each folder between the last one and
// it, or from the root if a folder was moved or is reached through a link.
func (h *handles) goTo(s *settings, f *folder) (fd int, err error) {
	var missing []*folder // below the last one, innermost first
	at := f
	for len(h.open) > 0 {
		last := h.last()
		for ; at.depth > last.depth; at = at.parent {
			missing = append(missing, at)
		}
		if at == last.folder {
			break
		}
		h.leave(s)
	}
	if len(h.open) == 0 {
		for ; at.parent != nil; at = at.parent {
			missing = append(missing, at)
		}
		if fd, err = h.root(s, at.root); err != nil {
			return -1, err
		}
	} else {
		fd = h.last().fd
	}
	for _, m := range slices.Backward(missing) {
		flags := placeFlags
		if !m.linked {
			flags |= fsys.NoFollow
		}
		if fd, err = h.openAs(s, m, fd, m.name, flags); err != nil {
			return -1, err
		}
	}
	return fd, nil
}

// leave closes the last folder. If no other is open, it opens the one that it is in, unless that
// cannot be found.
func (h *handles) leave(s *settings) {
	last := h.last()
	h.open = h.open[:len(h.open)-1]
	if len(h.open) == 0 && last.parent != nil && !last.linked {
		_, _ = h.openAs(s, last.parent, last.fd, "..", placeFlags)
	}
	last.release()
}

// openAs opens a name below a descriptor, which must be the folder, and makes it the last one.
func (h *handles) openAs(s *settings, f *folder, dirfd int, name string, flags int) (int, error) {
	fd, err := fsys.OpenAt(dirfd, name, flags)
	if err != nil {
		return -1, err
	}
	var st fsys.Status
	if err = fsys.Fstat(fd, &st); err == nil && !s.isSame(f.identity, identityOf(&st)) {
		err = syscall.ENOENT
	}
	if err != nil {
		fsys.Close(fd)
		return -1, err
	}
	h.hold(&directory{folder: f, fd: fd})
	return fd, nil
}

const placeFlags = fsys.PathOnly | fsys.Directory | fsys.CloseOnExec
