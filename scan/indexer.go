package scan

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"alike/db"
)

// indexer is the walk of Run. It compares the trees with the index, reads what has
// changed, and enters it.
type indexer struct {
	walker
	writer *db.Writer
	inodes *inodes
	// lastScan is the time of the last scan in nanoseconds since 1970, or the maximum
	// if there was none.
	lastScan int64
	// fsids holds the file systems of the recorded trees by device number.
	fsids  map[uint64][]uint64
	absent absences
	// documents makes simhashes; nil if the index has none.
	documents *Documents
}

// update compares a directory with the index, removes what is gone, and queues files to
// read and folders to walk.
func (x *indexer) update(k *worker, l *listing) error {
	indexed, err := x.lookUp(l.dir.folder)
	if err != nil {
		return err
	}
	known := indexed.Files
	l.dir.id = indexed.ID
	if l.dir.parent == nil {
		l.dir.root.visited.Store(!l.dir.root.file || len(l.left) == 0)
	}
	if !l.dir.root.file { // of the folder of a file nothing else is known
		l.dir.cover = &cover{was: indexed.Coverage, left: l.left, pending: 1 + len(l.folders)}
	}
	absent := absence{id: indexed.ID, device: l.dir.device, empty: l.empty}
	if l.dir.root.file {
		known = slices.DeleteFunc(known, func(e db.Entry) bool { return e.Name != path.Base(l.dir.root.path) })
	} else if err := x.dropMissingFolders(k, l, indexed.Folders, &absent); err != nil {
		return err
	}
	todo, gone, changed := x.classify(k, l, known, &absent)
	if x.absent.add(absent, l.dir.folder) {
		l.dir.cover.miss()
	}
	if err := x.remove(k, indexed.ID, gone); err != nil {
		return err
	}
	if len(changed) > 0 {
		if err := x.writer.Put(indexed.ID, changed...); err != nil {
			return fmt.Errorf("entering the files of %q: %w", l.dir.path(), err)
		}
	}
	work := batches(l.dir, todo)
	if l.dir.cover != nil {
		l.dir.cover.pending += len(work)
	}
	x.queue.addFolders(l.folders, len(work) == 0)
	if len(work) > 0 {
		// This worker takes the first batch, because the directory is in its caches.
		x.queue.addBatches(work[1:])
		if err := x.readBatch(k, work[0]); err != nil {
			return err
		}
	}
	return x.finish(l.dir.folder)
}

// lookUp returns a folder as the index has it, and enters it if it does not.
func (x *indexer) lookUp(f *folder) (db.Listing, error) {
	if f.parent == nil {
		return x.lookUpPath(f.path())
	}
	l, err := x.writer.Subdirectory(f.parent.id, f.name, f.id)
	if err != nil {
		return l, fmt.Errorf("looking up %q in the index: %w", f.path(), err)
	}
	return l, nil
}

// lookUpPath is lookUp for any path.
func (x *indexer) lookUpPath(folder string) (db.Listing, error) {
	l, err := x.writer.Directory(folder)
	if err != nil {
		return l, fmt.Errorf("looking up %q in the index: %w", folder, err)
	}
	return l, nil
}

// dropMissingFolders removes the folders that are gone or left out now, unless they
// have files of a disk that may not be mounted. It marks the folders to be walked that
// the index has.
func (x *indexer) dropMissingFolders(k *worker, l *listing, known []db.Subfolder, absent *absence) error {
	folders := l.folders
	for _, has := range known {
		for len(folders) > 0 && folders[0].name < has.Name {
			folders = folders[1:]
		}
		if len(folders) > 0 && folders[0].name == has.Name {
			folders[0].id = has.ID
			continue
		}
		if inSorted(l.kept, has.Name) {
			continue
		}
		if err := x.dropMissing(k, l, has, absent); err != nil {
			return err
		}
	}
	return nil
}

func (x *indexer) dropMissing(k *worker, l *listing, missing db.Subfolder, absent *absence) error {
	if l.dir.holdsRoot(missing.Name) {
		return nil // scanned as a root, perhaps right now
	}
	if !l.hasFile(missing.Name) { // a file is not a mount point
		foreign, err := x.anyFromOtherDevice(missing.ID, l.dir.device)
		if err != nil {
			return err
		}
		if foreign {
			absent.folders = append(absent.folders, missing.Name)
			return nil
		}
	}
	return x.drop(k, l.dir.id, missing, rootsBelow(l.dir.inner, missing.Name))
}

// goneFiles are entries to be removed from the index.
type goneFiles struct {
	names []string
	files int64 // of names, those that are not set aside
}

func (m *goneFiles) add(e *db.Entry) {
	m.names = append(m.names, e.Name)
	if !e.SetAside {
		m.files++
	}
}

// classify compares the files of a directory with the index. It returns the files to
// read, the entries that are gone, and the entries that change without reading, because
// of a new device number or because they are set aside now. Files that may be on a disk
// that is not mounted go to absent. It reuses l.files.
func (x *indexer) classify(k *worker, l *listing, known []db.Entry, absent *absence) (todo []file, gone goneFiles, changed []db.Entry) {
	todo = l.files[:0]
	miss := func(e *db.Entry) {
		if inSorted(l.kept, e.Name) {
			return
		}
		if x.fromOtherDevice(e, l.dir.device) && !l.hasFolder(e.Name) {
			absent.files = append(absent.files, e.Name)
			return
		}
		gone.add(e)
	}
	i := 0
	reread := x.Verify || l.dir.root.rereadAll
	now := x.now()
	for _, f := range l.files {
		for ; i < len(known) && known[i].Name < f.name; i++ {
			miss(&known[i])
		}
		if i < len(known) && known[i].Name == f.name {
			f.old = &known[i]
			i++
			if f.old.Device != f.stat.Device {
				x.noteRenumbered(f.old.Stat, f.stat)
			}
			if !reread && !f.old.Unsettled && x.same(f.old.Stat, f.stat) && !inFuture(f.stat, now) && !x.lacksSmall(f.old) {
				if e, ok := x.keepUnchanged(k, l.dir, f); ok {
					if e != *f.old {
						changed = append(changed, e)
					}
					continue
				}
			}
		}
		todo = append(todo, f)
	}
	for ; i < len(known); i++ {
		miss(&known[i])
	}
	return todo, gone, changed
}

// lacksSmall reports whether an unchanged file should be read for its small windows. An
// error is left to a function that returns it.
func (x *indexer) lacksSmall(e *db.Entry) bool {
	lacks, err := x.writer.LacksSmall(e.Content, e.Size)
	return lacks && err == nil
}

// keepUnchanged counts an unchanged file and returns its new entry. An entry of a
// generated file is set aside if the options say so. It returns false for an entry that no
// longer is, and for one that an older version did not read: these files must be read.
func (x *indexer) keepUnchanged(k *worker, d *directory, f file) (e db.Entry, ok bool) {
	e = *f.old
	if e.Device != f.stat.Device {
		e.Stat = f.stat
	}
	aside := e.Generated && x.skipsGenerated(d)
	switch {
	case e.SetAside && (!aside || e.Content == 0):
		return e, false
	case aside:
		x.skipGenerated(k, d, f.old, f.name)
		e.SetAside = true
	default:
		k.sum.Unchanged++
		k.sum.Files++
		k.sum.Bytes += f.stat.Size
	}
	x.progress.Done.Add(1)
	x.progress.DoneBytes.Add(f.stat.Size)
	return e, true
}

// skipGenerated counts a file as generated, and as gone if the index had its content.
func (x *indexer) skipGenerated(k *worker, d *directory, old *db.Entry, name string) {
	k.skip(reasonGenerated)
	x.leftOut(d, name, reasonGenerated)
	if old != nil && !old.SetAside {
		k.sum.Gone++
	}
}

// remove removes entries from the index and counts them as gone.
func (x *indexer) remove(k *worker, dir db.DirID, gone goneFiles) error {
	if len(gone.names) == 0 {
		return nil
	}
	if err := x.writer.Remove(dir, gone.names...); err != nil {
		return fmt.Errorf("removing files from the index: %w", err)
	}
	k.sum.Gone += gone.files
	return nil
}

// readBatch reads the files of a batch and enters them.
func (x *indexer) readBatch(k *worker, b batch) error {
	defer b.dir.release()
	o := outcome{entries: make([]db.Entry, 0, len(b.files))}
	var err error
	for files := b.files; len(files) > 0 && err == nil; {
		n := x.together(k, files)
		if n > 1 {
			err = x.readTogether(k, b.dir, files[:n], &o)
		} else {
			n = 1
			k.reader.bytes.begin(b.dir, &files[0])
			e, ferr := x.enter(k, b.dir, &files[0])
			if err = x.note(k, b.dir, &files[0], e, ferr, &o); err == nil {
				k.reader.bytes.end()
			}
		}
		files = files[n:]
	}
	if err != nil && x.ctx.Err() == nil {
		return err // of the index
	}
	// If the scan is cancelled, the files read so far are entered.
	if len(o.entries) > 0 {
		if err := x.writer.Put(b.dir.id, o.entries...); err != nil {
			return fmt.Errorf("entering the files of %q: %w", b.dir.path(), err)
		}
	}
	if err := x.remove(k, b.dir.id, o.gone); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	return x.finish(b.dir.folder)
}

// outcome is what reading a batch changes in the index.
type outcome struct {
	entries []db.Entry
	gone    goneFiles
}

// note adds a file that was read, or could not be, to the outcome. It returns the error if it is
// not about the file.
func (x *indexer) note(k *worker, d *directory, f *file, e db.Entry, err error, o *outcome) error {
	if err == nil {
		if !f.isEntered(&e) {
			o.entries = append(o.entries, e)
		}
		x.countEntered(k, d, f, &e)
		return nil
	}
	stays, fatal := x.readFailed(k, d, f, err)
	if fatal {
		return err
	}
	switch {
	case f.old == nil:
	case !stays:
		o.gone.add(f.old)
	case !f.old.Unsettled: // the next scan reads it, though it may look unchanged
		kept := *f.old
		kept.Unsettled = true
		o.entries = append(o.entries, kept)
	}
	return nil
}

// readFailed handles a file that could not be read. It returns fatal if err is not
// about the file, and stays if the index keeps its entry: the file exists, even if what
// the index has of it may be outdated.
func (x *indexer) readFailed(k *worker, d *directory, f *file, err error) (stays, fatal bool) {
	if d.root.file {
		d.root.visited.Store(false)
	}
	var out skipError
	var refused unreadable
	switch {
	case errors.As(err, &out):
		k.skip(out.reason)
		d.cover.leave(out.reason, f.stat.Size)
		return false, false
	case errors.As(err, &refused):
		d.cover.leave(reasonUnreadable, f.stat.Size)
		x.failed(k, d.pathOf(f.name), refused.cause)
		if f.old != nil {
			x.incomplete.Store(true)
		}
		return true, false
	}
	return false, true
}

// isEntered reports whether the index already has e.
func (f *file) isEntered(e *db.Entry) bool {
	return f.old != nil && f.old.Stat == e.Stat && f.old.Content == e.Content && f.old.Unsettled == e.Unsettled &&
		f.old.Generated == e.Generated && f.old.SetAside == e.SetAside
}

// countEntered counts a file that was entered.
func (x *indexer) countEntered(k *worker, d *directory, f *file, e *db.Entry) {
	if e.SetAside {
		x.skipGenerated(k, d, f.old, f.name)
		return
	}
	k.sum.Files++
	k.sum.Bytes += e.Size
	switch {
	case f.old == nil || f.old.SetAside:
		k.sum.New++
	case f.old.Content != e.Content:
		k.sum.Changed++
	case x.Verify:
		k.sum.Unchanged++
	}
}
