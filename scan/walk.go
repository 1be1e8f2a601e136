package scan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"alike/scan/fsys"
)

// walker walks the roots with several workers. The purpose of the walk determines what
// happens to directories, skipped folders and batches of files.
type walker struct {
	*settings
	roots   *rootSet
	queue   *queue
	systems fsys.FileSystems

	begin  func(*worker) error // before the walk; may be nil
	visit  func(*worker, *listing) error
	onSkip func(k *worker, f *folder, r reason) error // for folders skipped after the visit of their parent; may be nil
	read   func(*worker, batch) error                 // nil if visit queues no batches
	onDone func(f *folder) error                      // after each folder, whatever became of it; may be nil

	tooMany atomic.Bool // patterns, see ignore.ErrTooMany

	// incomplete is set if the index keeps files that the walk could not check.
	incomplete atomic.Bool

	ctx    context.Context
	cancel context.CancelCauseFunc
}

// walk walks all roots and returns the counts of the workers. It returns the
// first error of a visit or a read, or the error of the context.
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
	for root, r := range w.roots.roots {
		for i, list := range r.selected.lists { // in the opposite order of the files
			w.slowPatterns(func() string { return r.selected.ExcludeFiles[len(r.selected.lists)-1-i] }, list)
		}
		err := w.readAbove(k, r)
		if err != nil {
			// It existed a moment ago. The index keeps its entries.
			w.incomplete.Store(true)
			w.failed(k, r.path, fsys.Cause(err))
			continue
		}
		folders = append(folders, r.newTop(w.roots.inside(root)))
	}
	w.queue.addFolders(folders, false)
}

// work processes the queue until it is empty.
func (w *walker) work(k *worker, newReader func() (*reader, error)) error {
	if newReader != nil {
		var err error
		if k.reader, err = newReader(); err != nil {
			return err
		}
		defer k.reader.close()
	}
	defer k.at.close()
	for {
		next, ok := w.queue.take()
		if !ok {
			return nil
		}
		var err error
		switch {
		case next.folder != nil:
			err = w.walkFolder(k, next.folder)
			if err == nil && w.onDone != nil {
				err = w.onDone(next.folder)
			}
		case next.pieced != nil:
			next.pieced.help(k.reader)
		default:
			err = w.read(k, next.batch)
		}
		w.queue.done()
		if err != nil {
			return err
		}
	}
}

// failed counts a file or folder that could not be read.
func (w *walker) failed(k *worker, path string, err error) {
	if errors.Is(err, context.Canceled) {
		return // the scan ends, and says so
	}
	k.sum.Failed++
	w.warn(path, err)
}

// failedFolder counts a folder that could not be read and whose entries the index
// keeps.
func (w *walker) failedFolder(k *worker, f *folder, err error) {
	if f.id != 0 || f.parent == nil {
		w.incomplete.Store(true)
	}
	if f.parent != nil {
		f.parent.cover.leave(reasonUnreadable, 0)
	}
	f.unread = true
	w.failed(k, f.path(), err)
}

// walkFolder walks one folder.
func (w *walker) walkFolder(k *worker, f *folder) error {
	d, err := w.open(k, f)
	if d == nil {
		return err
	}
	defer d.release()
	l := &listing{dir: d}
	if f.root.file {
		w.singleFile(k, l)
		return w.visit(k, l)
	}
	names, err := fsys.ReadNames(d.fd, f.path, k.scratch)
	if err != nil {
		return w.unreadableFolder(k, f, fsys.Cause(err))
	}
	l.empty = len(names) == 0
	slices.SortFunc(names, func(a, b *fsys.Dirent) int { return strings.Compare(a.Name(), b.Name()) })
	if r, marked := w.marked(d, names); marked {
		return w.skipFolder(k, f, r)
	}
	w.readRules(k, d, names)
	for i, name := range names {
		if i%16 == 0 && w.ctx.Err() != nil { // a name may cost a millisecond if there are many patterns
			return nil // with half a listing, the other half would look gone
		}
		w.addName(k, l, name)
	}
	k.sum.Directories++
	return w.visit(k, l)
}

// open opens a folder. It returns nil if the folder is left out or unreadable.
func (w *walker) open(k *worker, f *folder) (*directory, error) {
	fd, err := w.openFD(k, f)
	if err != nil {
		return nil, w.unreadableFolder(k, f, err)
	}
	d := newDirectory(f, fd)
	if err := fsys.Fstat(fd, &k.stat); err != nil {
		d.release()
		w.failedFolder(k, f, err)
		return nil, nil
	}
	f.identity = identityOf(&k.stat)
	if f.parent == nil && !f.root.file && !w.isRoot(f.root, f.identity) {
		d.release()
		return nil, w.stillThere(f.root)
	}
	if r, out := w.excludedByPlace(d); out {
		d.release()
		return nil, w.skipFolder(k, f, r)
	}
	k.at.walked(d)
	return d, nil
}

// openFD opens a folder. If links are not followed, it lies below its root even if a
// folder on the way has been replaced by a link.
func (w *walker) openFD(k *worker, f *folder) (int, error) {
	flags := fsys.FolderFlags
	if f.parent != nil && !f.linked {
		flags |= fsys.NoFollow
	}
	if last := k.at.last(); last != nil && last.folder == f.parent {
		return fsys.OpenAt(last.fd, f.name, flags)
	}
	if f.isDeep() && !w.IgnoreInode { // without inodes nothing tells where .. leads
		fd, err := k.at.goTo(w.settings, f.parent)
		if err != nil {
			return -1, err
		}
		return fsys.OpenAt(fd, f.name, flags)
	}
	path := f.path()
	if f.parent == nil || f.root.selected.Follow {
		return fsys.OpenPath(path, flags)
	}
	fd, err := k.at.root(w.settings, f.root)
	if err != nil {
		return -1, err
	}
	return fsys.OpenBeneath(fd, path[len(withSlash(f.root.path)):], flags)
}

// unreadableFolder handles a folder that cannot be opened or listed. The index keeps
// its entries, unless err means that it is gone or replaced by something else.
func (w *walker) unreadableFolder(k *worker, f *folder, err error) error {
	switch err {
	case syscall.ENOENT, syscall.ENOTDIR, syscall.ELOOP, syscall.ESTALE:
		if err := w.stillThere(f.root); err != nil {
			return err
		}
		if f.parent != nil && w.stillMounted(f) {
			return w.skipFolder(k, f, reasonVanished)
		}
	}
	w.failedFolder(k, f, err)
	return nil
}

// stillThere returns an error if the root is no longer the one that the scan began
// with. Otherwise, removing a disk during a scan would drop everything not yet walked
// from the index.
func (w *walker) stillThere(r *root) error {
	var st fsys.Status
	err := fsys.StatPath(r.path, &st)
	if err == nil && w.isRoot(r, identityOf(&st)) {
		return nil
	}
	if err == nil {
		err = errors.New("it is another file now")
	}
	return fmt.Errorf("scanning %s: it was removed or replaced during the scan: %w", r.path, err)
}

// stillMounted reports whether the disk of a missing folder is still mounted, if it is
// mounted inside the root.
func (w *walker) stillMounted(f *folder) bool {
	top := f.parent
	if top == nil || top.device == f.root.device {
		return true
	}
	for top.parent != nil && top.parent.device == top.device {
		top = top.parent
	}
	var st fsys.Status
	return fsys.StatPath(top.path(), &st) == nil && fsys.DeviceOf(&st) == top.device
}

// excludedByPlace reports whether an open folder is left out because of its location.
func (w *walker) excludedByPlace(d *directory) (reason, bool) {
	switch {
	case d.identity == w.index || d.root.index:
		return reasonIndex, true
	case (d.parent == nil || d.parent.device != d.device) && w.systems.Look(d.device, d.fd).IsPseudo():
		return reasonPseudo, true
	case d.root.selected.OneFileSystem && !d.root.file && d.device != d.root.device:
		return reasonOtherFileSystem, true
	case d.root.selected.Follow && d.isLoop():
		return reasonLoop, true
	}
	return 0, false
}

// skipFolder counts a folder that turned out to be excluded or gone after the walk of
// its parent.
func (w *walker) skipFolder(k *worker, f *folder, r reason) error {
	k.skip(r)
	if f.parent != nil {
		f.parent.cover.leave(r, 0)
	}
	if w.onSkip == nil {
		return nil
	}
	return w.onSkip(k, f, r)
}

// Count walks the roots by the rules of Run, without reading files, and adds up the
// files and bytes that Run will process in p.TotalFiles and p.TotalBytes. It does not
// warn, because Run will. It returns the errors of the context, roots and options.
func Count(ctx context.Context, roots []string, o Options, p *Progress) error {
	o.Warn, o.LeftOut, o.Thin, o.SlowPatterns, o.Progress = nil, nil, nil, nil, nil
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
	if err := set.choose(s.usual, s.Roots); err != nil {
		return err
	}
	w := &walker{settings: s, roots: set}
	w.visit = func(_ *worker, l *listing) error {
		var bytes int64
		for i := range l.files {
			bytes += l.files[i].stat.Size
		}
		p.TotalFiles.Add(int64(len(l.files)))
		p.TotalBytes.Add(bytes)
		w.queue.addFolders(l.folders, true)
		return nil
	}
	if _, err := w.walk(ctx, nil); err != nil {
		return err
	}
	p.Counted.Store(true)
	return nil
}
