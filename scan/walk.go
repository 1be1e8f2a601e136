package scan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"alike/scan/fsys"

	"github.com/karrick/godirwalk"
	"golang.org/x/sys/unix"
)

// walker walks the roots with several workers. What is done with a directory,
// with a folder that is left out after all, and with a batch of files, depends
// on what the walk is for.
type walker struct {
	*settings
	roots   *rootSet
	queue   *queue
	systems fsys.FileSystems

	begin  func(*worker) error // before the walk; may be nil
	visit  func(*worker, *listing) error
	onSkip func(k *worker, f *folder, path string, r reason) error // may be nil
	read   func(*worker, batch) error                              // nil when visit queues no batches

	// overlooked says that the index keeps files which the walk could not look at.
	incomplete atomic.Bool

	ctx    context.Context
	cancel context.CancelCauseFunc
}

// worker is what one goroutine of a walk has to itself.
type worker struct {
	tally
	scratch []byte // for reading directories
	stat    unix.Stat_t
	statx   unix.Statx_t
	last    *directory // the one that was walked last; nil before
	reader  *reader    // nil when nothing is read
}

// scratchSize is the buffer that names of a directory are read into, in bytes.
// The kernel fills it with a thousand names at a time.
const scratchSize = 64 << 10

// walk walks all roots and returns what its workers counted. The error is the
// first of a visit, or that of the context.
func (w *walker) walk(ctx context.Context, newReader func() (*reader, error)) (Summary, error) {
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	defer w.cancel(nil)
	w.queue = newQueue()
	stop := context.AfterFunc(w.ctx, w.queue.close)
	defer stop()

	workers := make([]*worker, w.Threads)
	for i := range workers {
		workers[i] = &worker{scratch: make([]byte, scratchSize)}
	}
	if w.begin != nil {
		if err := w.begin(workers[0]); err != nil {
			return Summary{}, err
		}
	}
	w.start(workers[0])
	var group sync.WaitGroup
	for _, k := range workers {
		group.Go(func() {
			if err := w.work(k, newReader); err != nil {
				w.cancel(err)
			}
		})
	}
	group.Wait()
	w.queue.drain()

	sum := Summary{Skipped: make(map[string]int64)}
	for _, k := range workers {
		k.addTo(&sum)
	}
	return sum, context.Cause(w.ctx)
}

// start queues the roots.
func (w *walker) start(k *worker) {
	var folders []*folder
	for _, r := range w.roots.roots {
		err := r.readAbove(w.settings, func(path string, err error) { w.failed(k, path, err) })
		if err != nil {
			// It was there a moment ago. What the index has of it stays.
			w.incomplete.Store(true)
			w.failed(k, r.path, fsys.Cause(err))
			continue
		}
		folders = append(folders, &folder{root: r, level: r.rules})
	}
	w.queue.addFolders(folders)
}

// work does what the queue has until it has nothing more.
func (w *walker) work(k *worker, newReader func() (*reader, error)) error {
	if newReader != nil {
		var err error
		if k.reader, err = newReader(); err != nil {
			return err
		}
		defer k.reader.close()
	}
	defer k.holdOpen(nil)
	for {
		f, b, ok := w.queue.take()
		if !ok {
			return nil
		}
		var err error
		if f != nil {
			err = w.folder(k, f)
		} else {
			err = w.read(k, b)
		}
		w.queue.done()
		if err != nil {
			return err
		}
	}
}

// keep holds a directory open until the next one is walked.
func (k *worker) holdOpen(d *directory) {
	if k.last != nil {
		k.last.release()
	}
	if d != nil {
		d.users.Add(1)
	}
	k.last = d
}

// failed notes that a file or folder could not be read.
func (w *walker) failed(k *worker, path string, err error) {
	k.sum.Failed++
	w.warn(path, err)
}

// failedFolder notes that a folder could not be read, of which the index keeps
// what it has.
func (w *walker) failedFolder(k *worker, f *folder, path string, err error) {
	if f.known || f.parent == nil {
		w.incomplete.Store(true)
	}
	w.failed(k, path, err)
}

// folder walks one folder.
func (w *walker) folder(k *worker, f *folder) error {
	path := f.path()
	d, err := w.open(k, f, path)
	if d == nil {
		return err
	}
	defer d.release()
	k.holdOpen(d)
	l := &listing{dir: d}
	if f.root.file {
		w.singleFile(k, l)
		return w.visit(k, l)
	}
	names, err := fsys.ReadNames(d.fd, path, k.scratch)
	if err != nil {
		return w.unreadableFolder(k, f, path, fsys.Cause(err))
	}
	l.empty = len(names) == 0
	slices.SortFunc(names, func(a, b *godirwalk.Dirent) int { return strings.Compare(a.Name(), b.Name()) })
	if r, marked := w.marked(d, names); marked {
		return w.skipFolder(k, f, path, r)
	}
	w.readRules(k, d, names)
	for i, name := range names {
		if i%256 == 0 && w.ctx.Err() != nil {
			return nil // of half a listing the other half would seem gone
		}
		w.entry(k, l, name)
	}
	k.sum.Directories++
	return w.visit(k, l)
}

// open opens a folder, unless it is to be left out: then there is no directory.
func (w *walker) open(k *worker, f *folder, path string) (*directory, error) {
	flags := fsys.FolderFlags
	if f.parent != nil && !f.linked {
		flags |= unix.O_NOFOLLOW
	}
	var fd int
	var err error
	if k.last != nil && k.last.folder == f.parent {
		// From folder to folder inside: a deep tree costs no more than its depth.
		fd, err = fsys.OpenAt(k.last.fd, f.name, flags)
	} else {
		fd, err = fsys.OpenPath(path, flags)
	}
	if err != nil {
		return nil, w.unreadableFolder(k, f, path, err)
	}
	d := &directory{folder: f, path: path, prefix: withSlash(path), fd: fd}
	d.users.Store(1)
	if err := unix.Fstat(fd, &k.stat); err != nil {
		d.release()
		w.failedFolder(k, f, path, err)
		return nil, nil
	}
	f.identity = identityOf(&k.stat)
	if f.parent == nil && !f.root.file && !w.isRoot(f.root, f.identity) {
		d.release()
		return nil, w.stillThere(f.root)
	}
	if r, out := w.excludedByPlace(d); out {
		d.release()
		return nil, w.skipFolder(k, f, path, r)
	}
	return d, nil
}

// unreadableFolder counts a folder that cannot be opened or listed. What the
// index has of it stays, unless the error means that it is gone: then it is
// removed, and as well one in whose place is something else.
func (w *walker) unreadableFolder(k *worker, f *folder, path string, err error) error {
	switch err {
	case unix.ENOENT, unix.ENOTDIR, unix.ELOOP, unix.ESTALE:
		if err := w.stillThere(f.root); err != nil {
			return err
		}
		if f.parent != nil && w.stillMounted(f) {
			return w.skipFolder(k, f, path, reasonVanished)
		}
	}
	w.failedFolder(k, f, path, err)
	return nil
}

// stillThere returns an error when the root is no longer the one that the scan
// began with. Else a disk that is taken away in the middle of a scan would make
// the index forget all that has not been walked yet.
func (w *walker) stillThere(r *root) error {
	var st unix.Stat_t
	err := fsys.StatPath(r.path, &st)
	if err == nil && w.isRoot(r, identityOf(&st)) {
		return nil
	}
	if err == nil {
		err = errors.New("it is another one now")
	}
	return fmt.Errorf("%s was taken away while it was scanned: %w", r.path, err)
}

// isRoot reports whether this is the root that the scan began with.
func (s *settings) isRoot(r *root, is identity) bool {
	return is.device == r.device && (is.inode == r.inode || s.IgnoreInode)
}

// stillMounted reports whether a folder that is not there is not so because the
// disk that it was on, mounted inside the root, was taken away.
func (w *walker) stillMounted(f *folder) bool {
	top := f.parent
	if top == nil || top.device == f.root.device {
		return true
	}
	for top.parent != nil && top.parent.device == top.device {
		top = top.parent
	}
	var st unix.Stat_t
	return fsys.StatPath(top.path(), &st) == nil && st.Dev == top.device
}

// leftOut reports whether an open folder is left out because of where it lies.
func (w *walker) excludedByPlace(d *directory) (reason, bool) {
	switch {
	case d.identity == w.index || d.root.index:
		return reasonIndex, true
	case (d.parent == nil || d.parent.device != d.device) && w.systems.Look(d.device, d.fd).IsPseudo():
		return reasonPseudo, true
	case w.OneFileSystem && !d.root.file && d.device != d.root.device:
		return reasonOtherFileSystem, true
	case w.Follow && d.isLoop():
		return reasonLoop, true
	}
	return 0, false
}

// skipFolder counts a folder that is left out, or gone, after the walk of the
// folder above it took it for one to be scanned.
func (w *walker) skipFolder(k *worker, f *folder, path string, r reason) error {
	k.skip(r)
	if w.onSkip == nil {
		return nil
	}
	return w.onSkip(k, f, path, r)
}

// Count walks the roots by the same rules as Run, reads no file and counts the
// files and bytes that Run will come to into p.TotalFiles and p.TotalBytes. It
// warns of nothing, since Run will. It returns the error of the context, or of
// a root or an option.
func Count(ctx context.Context, roots []string, o Options, p *Progress) error {
	o.Warn, o.Progress = nil, nil
	s, err := o.prepare()
	if err != nil {
		return err
	}
	set, err := newRootSet(roots)
	if err != nil {
		return err
	}
	if len(set.missing) > 0 && !o.Prune {
		return set.missing[0]
	}
	w := &walker{settings: s, roots: set}
	w.visit = func(_ *worker, l *listing) error {
		var bytes int64
		for i := range l.files {
			bytes += l.files[i].stat.Size
		}
		p.TotalFiles.Add(int64(len(l.files)))
		p.TotalBytes.Add(bytes)
		w.queue.addFolders(l.folders)
		return nil
	}
	if _, err := w.walk(ctx, nil); err != nil {
		return err
	}
	p.Counted.Store(true)
	return nil
}
