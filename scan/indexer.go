package scan

import (
	"errors"
	"fmt"
	"slices"

	"alike/db"
)

// indexer is the walk of Run: it compares what is there with what the index has,
// reads what changed, and enters it.
type indexer struct {
	walker
	writer *db.Writer
	inodes *inodes
	// lastScan is when the index learnt of anything last, in nanoseconds since
	// 1970; not known, it is the end of time.
	lastScan int64
	// fsids are the file systems that remembered trees were on, by device number.
	fsids  map[uint64][]uint64
	absent absences
	// documents makes simhashes; nil where the index keeps none.
	documents *Documents
}

// update compares a directory with what the index has of it, removes what is
// gone, and queues what is to be read and walked.
func (x *indexer) update(k *worker, l *listing) error {
	has, err := x.writer.Directory(l.dir.path)
	if err != nil {
		return fmt.Errorf("looking up %q in the index: %w", l.dir.path, err)
	}
	known := has.Files
	l.dir.id = has.ID
	absent := absence{folder: l.dir.path, id: has.ID, device: l.dir.device, empty: l.empty}
	if l.dir.root.file {
		known = slices.DeleteFunc(known, func(e db.Entry) bool { return withSlash(l.dir.path)+e.Name != l.dir.root.path })
	} else if err := x.dropMissingFolders(k, l, has.Folders, &absent); err != nil {
		return err
	}
	todo, gone, anew := x.classify(k, l, known, &absent)
	x.absent.add(absent)
	if err := x.remove(k, has.ID, gone); err != nil {
		return err
	}
	if len(anew) > 0 {
		if err := x.writer.Put(has.ID, anew...); err != nil {
			return fmt.Errorf("entering the files of %q: %w", l.dir.path, err)
		}
	}
	x.queue.addFolders(l.folders)
	work := batches(l.dir, todo)
	if len(work) == 0 {
		return nil
	}
	// The first is for this worker, whose caches have the directory.
	x.queue.addBatches(work[1:])
	return x.readBatch(k, work[0])
}

// visitFolders removes the folders that the index has and that are gone or left
// out now, unless they have files of a disk that may not be mounted, and notes
// which of those to be walked it has.
func (x *indexer) dropMissingFolders(k *worker, l *listing, known []string, absent *absence) error {
	folders := l.folders
	for _, name := range known {
		for len(folders) > 0 && folders[0].name < name {
			folders = folders[1:]
		}
		if len(folders) > 0 && folders[0].name == name {
			folders[0].known = true
			continue
		}
		if _, kept := slices.BinarySearch(l.kept, name); kept {
			continue
		}
		if err := x.dropMissing(k, l, name, absent); err != nil {
			return err
		}
	}
	return nil
}

func (x *indexer) dropMissing(k *worker, l *listing, name string, absent *absence) error {
	path := l.dir.prefix + name
	if x.roots.has(path) {
		return nil // it is scanned in its own right, perhaps at this moment
	}
	if !l.hasFile(name) { // on which no disk can be mounted
		foreign, err := x.anyFromOtherDevice(path, l.dir.device)
		if err != nil {
			return err
		}
		if foreign {
			absent.folders = append(absent.folders, name)
			return nil
		}
	}
	return x.drop(k, l.dir.id, path, name)
}

// missing are files that the index has and that are to go.
type goneFiles struct {
	names []string
	files int64 // of these, how many are more than left out
}

func (m *goneFiles) add(e *db.Entry) {
	m.names = append(m.names, e.Name)
	if !e.LeftOut() {
		m.files++
	}
}

// compare returns which files are to be read, which files that the index has are
// gone, unless they may be on a disk that is not mounted, and what is to be entered
// anew of files that need no reading: a new device, or that they are left out now.
// It reuses the listing's files.
func (x *indexer) classify(k *worker, l *listing, known []db.Entry, absent *absence) (todo []file, gone goneFiles, anew []db.Entry) {
	todo = l.files[:0]
	miss := func(e *db.Entry) {
		if _, kept := slices.BinarySearch(l.kept, e.Name); kept {
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
			if !reread && !f.old.Unsettled && x.same(f.old.Stat, f.stat) && !inFuture(f.stat, now) {
				if e, ok := x.keepUnchanged(k, l.dir, f); ok {
					if e != *f.old {
						anew = append(anew, e)
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
	return todo, gone, anew
}

// stays counts a file that is as the index knows it and returns what the index is to
// have of it: no more than that it is left out, if it is generated and such are not
// taken in. One that was left out and is not any more must be read.
func (x *indexer) keepUnchanged(k *worker, d *directory, f file) (e db.Entry, ok bool) {
	e = *f.old
	if e.Device != f.stat.Device {
		e.Stat = f.stat
	}
	out := e.Generated && x.skipsGenerated(d)
	switch {
	case out:
		x.skipGenerated(k, f.old)
		e.Content = 0
	case e.LeftOut():
		return e, false
	default:
		k.sum.Unchanged++
		k.sum.Files++
		k.sum.Bytes += f.stat.Size
	}
	x.progress.Done.Add(1)
	x.progress.DoneBytes.Add(f.stat.Size)
	return e, true
}

// leaveOut counts a file that is left out because it is generated, and of which the
// index may have had more than that.
func (x *indexer) skipGenerated(k *worker, old *db.Entry) {
	k.skip(reasonGenerated)
	if old != nil && !old.LeftOut() {
		k.sum.Gone++
	}
}

// sameButForRights is same for a file that cannot be read: its status change time
// tells of the chmod that took the right to.
func (s *settings) sameExceptCTime(a, b db.Stat) bool {
	a.CTime = b.CTime
	return s.same(a, b)
}

// same reports whether a file is the one that the index has, and unchanged.
func (s *settings) same(a, b db.Stat) bool {
	if s.IgnoreInode {
		a.Inode, a.Device = b.Inode, b.Device
	}
	return a == b
}

// remove drops files from the index.
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

// readBatch reads the files of a batch, one after the other, and enters them.
func (x *indexer) readBatch(k *worker, b batch) error {
	defer b.dir.release()
	entries := make([]db.Entry, 0, len(b.files))
	var gone goneFiles
	var err error
	for i := range b.files {
		f := &b.files[i]
		k.reader.bytes.begin(b.dir, f)
		var e db.Entry
		if e, err = x.enter(k, b.dir, f); err == nil {
			if !f.isEntered(&e) {
				entries = append(entries, e)
			}
			x.countEntered(k, f, &e)
		} else {
			stays, fatal := x.readFailed(k, b.dir, f, err)
			if fatal {
				break
			}
			if !stays && f.old != nil {
				gone.add(f.old)
			}
			err = nil
		}
		k.reader.bytes.end()
	}
	if err != nil && x.ctx.Err() == nil {
		return err // of the index: no use in entering more
	}
	// When the scan is cancelled, what was read until then counts.
	if len(entries) > 0 {
		if err := x.writer.Put(b.dir.id, entries...); err != nil {
			return fmt.Errorf("entering the files of %q: %w", b.dir.path, err)
		}
	}
	if err := x.remove(k, b.dir.id, gone); err != nil {
		return err
	}
	return err
}

// unread counts a file that was not read because of the error, unless that is
// fatal: then it is none of the file's. It reports whether what the index has of
// the file stays.
func (x *indexer) readFailed(k *worker, d *directory, f *file, err error) (stays, fatal bool) {
	var out skipError
	var refused unreadable
	switch {
	case errors.As(err, &out):
		k.skip(out.reason)
		return false, false
	case errors.As(err, &refused):
		x.failed(k, d.prefix+f.name, refused.cause)
		// As long as nothing else about a file has moved, what was read of it holds.
		// Else it is of the past: pairs would be shown that are none.
		stays = f.old != nil && x.sameExceptCTime(f.old.Stat, f.stat)
		if stays {
			x.incomplete.Store(true)
		}
		return stays, false
	}
	return false, true
}

// has reports whether the index has a file as it is.
func (f *file) isEntered(e *db.Entry) bool {
	return f.old != nil && f.old.Stat == e.Stat && f.old.Content == e.Content && f.old.Unsettled == e.Unsettled &&
		f.old.Generated == e.Generated
}

// counted counts a file that was entered.
func (x *indexer) countEntered(k *worker, f *file, e *db.Entry) {
	if e.LeftOut() {
		x.skipGenerated(k, f.old)
		return
	}
	k.sum.Files++
	k.sum.Bytes += e.Size
	switch {
	case f.old == nil || f.old.LeftOut():
		k.sum.New++
	case f.old.Content != e.Content:
		k.sum.Changed++
	case x.Verify:
		k.sum.Unchanged++
	}
}
