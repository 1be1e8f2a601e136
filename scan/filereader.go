package scan

import (
	"context"
	"io"
	"syscall"

	"alike/fingerprint"
	"alike/scan/fsys"
)

// skipError reports a file that turned out to be excluded or gone when it was opened.
type skipError struct{ reason }

func (l skipError) Error() string { return reasonNames[l.reason] }

// unreadable is the error of a system call on a file.
type unreadable struct{ cause error }

func (u unreadable) Error() string { return u.cause.Error() }

// fileReader reads an open file up to its size at the time of opening, so that a file
// that grows as fast as it is read comes to an end.
type fileReader struct {
	ctx      context.Context
	progress *Progress
	limit    *fsys.Limit
	before   func(path string, read int64) // Options.beforeRead

	path  string // only if before is set
	cache fsys.PageCache
	fd    int
	size  int64 // to read
	read  int64
	again int64 // bytes before read that may be read again

	shown, total int64 // DoneBytes counted so far, and in the end, for this file
}

// begin starts a file, which may be read several times.
func (r *fileReader) begin(d *directory, f *file) {
	r.shown, r.total = 0, f.stat.Size
	if r.before != nil {
		r.path = d.pathOf(f.name)
	}
}

// end counts a file as done, with all its bytes.
func (r *fileReader) end() {
	r.progress.Done.Add(1)
	r.progress.DoneBytes.Add(r.total - r.shown)
}

// reset starts reading an open file.
func (r *fileReader) reset(fd int, size int64) {
	r.fd, r.size, r.read, r.again = fd, size, 0, 0
	r.cache.Begin(fd, size)
}

func (r *fileReader) Read(p []byte) (int, error) {
	if r.read == r.size {
		r.cache.ReadTo(r.read, true)
		return 0, io.EOF
	}
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	if r.before != nil {
		r.before(r.path, r.read)
	}
	wanted, err := r.limit.Wait(r.ctx, min(int64(len(p)), r.size-r.read))
	if err != nil {
		return 0, err
	}
	n, err := readFD(r.fd, p[:wanted])
	if err != nil {
		return 0, unreadable{err}
	}
	r.advance(int64(n))
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// readInto reads the file to its end, which p has room for.
func (r *fileReader) readInto(p []byte) (n int, err error) {
	for {
		more, err := r.Read(p[n:])
		n += more
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// readAt fills p from an offset. Several goroutines may call it. The error is ErrShort if the file
// ends before.
func (r *fileReader) readAt(p []byte, offset int64) error {
	if r.before != nil {
		r.before(r.path, offset)
	}
	for len(p) > 0 {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		n, err := fsys.Pread(r.fd, p, offset)
		switch {
		case err == syscall.EINTR:
		case err != nil && err != io.EOF:
			return unreadable{err}
		case n == 0:
			return ErrShort
		default:
			p, offset = p[n:], offset+int64(n)
		}
	}
	return nil
}

// separable reports whether the windows of each piece of the file follow from the piece, not from
// the whole file, judging by its first bytes.
func (r *fileReader) separable(rule fingerprint.Rule) (bool, error) {
	var head [fingerprint.Beginning]byte
	err := r.readAt(head[:], 0)
	return !rule.MayRepeat(head[:]), err
}

// advance counts the next n bytes as read; 0 means the end of the file.
func (r *fileReader) advance(n int64) {
	r.read += n
	r.cache.ReadTo(r.read-r.again, n == 0)
	if r.read > r.shown { // count only once if a file is read again
		show := min(r.read, r.total) - r.shown
		r.shown += show
		r.progress.DoneBytes.Add(show)
	}
}

// readFD calls read(2) and repeats it when a signal interrupts it.
func readFD(fd int, p []byte) (int, error) {
	for {
		n, err := fsys.Read(fd, p)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

// openFile opens a regular file for reading. O_NONBLOCK is for a file that has just
// become a FIFO.
func openFile(dirfd int, f *file) (int, error) {
	flags := fsys.ReadOnly | fsys.NonBlock | fsys.CloseOnExec
	if !f.linked {
		flags |= fsys.NoFollow
	}
	if f.own {
		flags |= fsys.NoAtime
	}
	fd, err := fsys.OpenAt(dirfd, f.name, flags)
	if err == syscall.EPERM && f.own { // happens to root in a user namespace
		fd, err = fsys.OpenAt(dirfd, f.name, flags&^fsys.NoAtime)
	}
	switch err {
	case nil:
		return fd, nil
	case syscall.ENOENT:
		return -1, skipError{reasonVanished}
	case syscall.ELOOP, syscall.ENXIO, syscall.ENOTDIR:
		return -1, skipError{reasonReplaced}
	}
	return -1, unreadable{err}
}
