package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/scan/fsys"
)

const (
	// A file whose size or times change during reading is read up to three times. Larger
	// files are read once: a log or a disk image of a hundred gigabytes that is being
	// written to does not settle.
	tries         = 3
	retryableSize = 256 << 20
)

// skipError reports a file that turned out to be excluded or gone when it was opened.
type skipError struct{ reason }

func (l skipError) Error() string { return reasonNames[l.reason] }

// unreadable is the error of a system call on a file.
type unreadable struct{ cause error }

func (u unreadable) Error() string { return u.cause.Error() }

// errMoved reports a file that changed while it was read.
var errMoved = errors.New("changed while it was read")

// reader is the state for reading files in one worker.
type reader struct {
	*digester
	spool *db.Spool // nil if nothing is entered
	take  func([]fingerprint.Selected) error
	bytes fileReader
	piece *piece         // of a large file; nil until there is one
	group *group         // of small files; nil until there is one
	base  *baseCollector // only for ReadBase
}

// newReader returns a reader for one worker.
func (x *indexer) newReader() (*reader, error) {
	r := &reader{digester: newDigester(x.Rule, x.View), spool: x.writer.NewSpool()}
	r.take = r.spool.Add
	if x.documents != nil {
		r.document = x.documents.New()
	}
	r.bytes = fileReader{ctx: x.ctx, progress: x.progress, limit: x.limit, before: x.beforeRead}
	return r, nil
}

func (r *reader) close() {
	if r.spool != nil {
		r.spool.Close()
	}
	if r.group != nil {
		for _, s := range r.group.spools {
			s.Close()
		}
	}
}

// enter returns the entry of a file. It reads the file unless it was renamed or another
// link to it was read. The error is a skipError, unreadable, or ends the scan.
func (x *indexer) enter(k *worker, d *directory, f *file) (db.Entry, error) {
	if x.View == view.FoldCode { // another name may mean another language
		return x.readFile(k, d, f)
	}
	e, moved, err := x.moved(k, d, f)
	if moved {
		k.sum.Moved++
	}
	if moved || err != nil {
		return e, err
	}
	if x.IgnoreInode || !x.inodes.tracks(f) {
		return x.readFile(k, d, f)
	}
	r, known, err := x.inodes.claim(x.ctx, f)
	if err != nil {
		return db.Entry{}, err
	}
	if known {
		return db.Entry{Name: f.name, Stat: f.stat, Content: r.content, Unsettled: r.unsettled}, nil
	}
	e, err = x.readFile(k, d, f)
	x.inodes.endClaim(f, e, err == nil && e.Stat == f.stat)
	return e, err
}

// readFile reads a file until it does not change during reading. It accepts what it has
// read after the last try.
func (x *indexer) readFile(k *worker, d *directory, f *file) (db.Entry, error) {
	if f.stat.Size == 0 {
		// An empty file need not be opened.
		r := k.reader
		r.bytes.reset(-1, 0)
		r.spool.Reset()
		c, err := r.digest(f.name, &r.bytes, 0, r.take)
		if err != nil {
			return db.Entry{}, err
		}
		return x.store(k, d, f.name, f.stat, c, unsettled(f.stat, x.now()))
	}
	sized := true
	for try := 1; ; try++ {
		last := try >= tries || f.stat.Size > retryableSize
		e, err := x.readOnce(k, d, f, sized, last)
		switch err {
		case errMoved:
		case ErrShort: // it was truncated meanwhile; try without a size
			sized = false
		default:
			return e, err
		}
	}
}

// readOnce reads and fingerprints a file whole. If it changes meanwhile the error is
// errMoved, except on the last try.
func (x *indexer) readOnce(k *worker, d *directory, f *file, sized, last bool) (db.Entry, error) {
	r := k.reader
	var c db.Content
	s, unsettled, err := x.readOpen(k, d, f, last, func(size int64) (n int64, err error) {
		if !sized {
			size = -1
		}
		r.spool.Reset()
		if x.isPieced(k, size) {
			c, err = x.digestPieces(k, size)
		} else {
			c, err = r.digest(f.name, &r.bytes, size, r.take)
		}
		return c.Size, err
	})
	if err != nil {
		return db.Entry{}, err
	}
	return x.store(k, d, f.name, s, c, unsettled)
}

// readOpen opens a file and calls read with its size, which reads k.reader.bytes to the end and returns
// how many these were. If the file changes meanwhile the error is errMoved, except on the last try. The
// stat that it returns is from before, with the size that was read: it differs if the file was truncated,
// and the next scan will notice.
func (x *indexer) readOpen(k *worker, d *directory, f *file, last bool, read func(size int64) (int64, error)) (s db.Stat, isUnsettled bool, err error) {
	bytes := &k.reader.bytes
	began := x.now()
	fd, err := openFile(d.fd, f)
	if err != nil {
		return s, false, err
	}
	defer fsys.Close(fd)
	fsys.StartWriteBack(x.ctx, fd, f.stat.Size)
	before, err := x.look(k, d.root, fd)
	if err != nil {
		return s, false, err
	}
	bytes.reset(fd, before.Size)
	n, err := read(before.Size)
	k.sum.ReadBytes += bytes.read
	if err != nil {
		return s, false, err
	}
	after, err := x.look(k, d.root, fd)
	if err != nil {
		return s, false, err
	}
	moved := !x.same(after, before) || n != before.Size
	if moved && !last {
		return s, false, errMoved
	}
	if moved {
		d.cover.leave(reasonChanging, n)
	}
	k.skipped[reasonStream] += int64(fsys.Streams(fd))
	before.Size = n
	return before, moved || unsettled(before, began), nil
}

// store enters a content and returns the entry of the file.
func (x *indexer) store(k *worker, d *directory, name string, s db.Stat, c db.Content, unsettled bool) (db.Entry, error) {
	e := db.Entry{Name: name, Stat: s, Unsettled: unsettled, Generated: k.reader.generated()}
	e.SetAside = e.Generated && x.skipsGenerated(d)
	id, isNew, err := x.add(k.reader, c, e.SetAside)
	if err != nil {
		return db.Entry{}, fmt.Errorf("entering the fingerprints of a file: %w", err)
	}
	if !e.SetAside { // those are counted as left out
		k.sum.Read++
		if k.reader.thin(c.Size) {
			k.sum.Thin++
			x.thin(d, name)
		}
		if isNew {
			k.sum.NewContents++
		}
	}
	e.Content = id
	return e, nil
}

// add enters a content, with its simhash if the index keeps simhashes and lacks this
// one. A file that is set aside needs none.
func (x *indexer) add(r *reader, c db.Content, aside bool) (id db.ContentID, isNew bool, err error) {
	if r.document != nil && !aside {
		lacks, err := x.writer.LacksHash(c)
		if err != nil {
			return 0, false, err
		}
		if lacks {
			return x.writer.AddDocument(c, r.spool, r.document.Hash())
		}
	}
	return x.writer.AddContent(c, r.spool)
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

// look returns the stat of an open file. It returns a skipError if the file is now
// excluded. Another regular file of the same name is not: editors save by replacing the
// file.
func (w *walker) look(k *worker, r *root, fd int) (db.Stat, error) {
	if err := fsys.Fstat(fd, &k.stat); err != nil {
		return db.Stat{}, unreadable{err}
	}
	if !fsys.KindOf(&k.stat).IsRegular() {
		return db.Stat{}, skipError{reasonReplaced}
	}
	if why, out := r.selected.excludedBySize(&k.stat); out {
		return db.Stat{}, skipError{why}
	}
	return fsys.StatOf(&k.stat), nil
}

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
