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
	if l.empty && len(has.Files)+len(has.Folders) > 0 {
		kept, err := x.unmounted(l.dir)
		if err != nil {
			return err
		}
		if kept {
			x.failed(k, l.dir.path, errUnmounted)
			return nil
		}
	}
	if l.dir.root.file {
		known = slices.DeleteFunc(known, func(e db.Entry) bool { return withSlash(l.dir.path)+e.Name != l.dir.root.path })
	} else if err := x.visitFolders(k, l, has.Folders); err != nil {
		return err
	}
	x.progress.Seen.Add(int64(len(l.files)))
	todo, gone, renumbered := x.compare(k, l, known)
	if err := x.remove(k, has.ID, gone); err != nil {
		return err
	}
	if len(renumbered) > 0 {
		if err := x.writer.Put(has.ID, renumbered...); err != nil {
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
// out now, and notes which of those to be walked it has.
func (x *indexer) visitFolders(k *worker, l *listing, known []string) error {
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
		if err := x.forget(k, l.dir.id, l.dir.prefix+name, name); err != nil {
			return err
		}
	}
	return nil
}

// compare returns which files are to be read, which names of files that the
// index has are gone, and entries of unchanged files for which the index is to
// have a new device. It reuses the listing's files.
func (x *indexer) compare(k *worker, l *listing, known []db.Entry) (todo []file, gone []string, renumbered []db.Entry) {
	todo = l.files[:0]
	miss := func(e *db.Entry) {
		if _, kept := slices.BinarySearch(l.kept, e.Name); !kept {
			gone = append(gone, e.Name)
		}
	}
	i := 0
	var unchanged, bytes int64
	reread := x.Verify || l.dir.root.doubted
	now := x.now()
	for _, f := range l.files {
		for ; i < len(known) && known[i].Name < f.name; i++ {
			miss(&known[i])
		}
		if i < len(known) && known[i].Name == f.name {
			f.old = &known[i]
			i++
			if !reread && !f.old.Unsettled && x.same(f.old.Stat, f.stat) && !inFuture(f.stat, now) {
				if f.old.Device != f.stat.Device && f.old.Inode == f.stat.Inode {
					e := *f.old
					e.Device = f.stat.Device
					renumbered = append(renumbered, e)
				}
				unchanged++
				bytes += f.stat.Size
				continue
			}
		}
		todo = append(todo, f)
	}
	for ; i < len(known); i++ {
		miss(&known[i])
	}
	k.sum.Unchanged += unchanged
	k.sum.Files += unchanged
	k.sum.Bytes += bytes
	x.progress.Done.Add(unchanged)
	x.progress.DoneBytes.Add(bytes)
	return todo, gone, renumbered
}

// same reports whether a file is the one that the index has, and unchanged.
func (s *settings) same(a, b db.Stat) bool {
	if s.IgnoreInode {
		a.Inode, a.Device = b.Inode, b.Device
	}
	return a == b
}

// remove drops files from the index.
func (x *indexer) remove(k *worker, dir db.DirID, names []string) error {
	if len(names) == 0 {
		return nil
	}
	if err := x.writer.Remove(dir, names...); err != nil {
		return fmt.Errorf("removing files from the index: %w", err)
	}
	k.sum.Gone += int64(len(names))
	return nil
}

// readBatch reads the files of a batch, one after the other, and enters them.
func (x *indexer) readBatch(k *worker, b batch) error {
	defer b.dir.release()
	entries := make([]db.Entry, 0, len(b.files))
	var gone []string
	var err error
	for i := range b.files {
		f := &b.files[i]
		k.reader.bytes.begin(b.dir, f)
		var e db.Entry
		if e, err = x.enter(k, b.dir, f); err == nil {
			if !f.has(&e) {
				entries = append(entries, e)
			}
			x.counted(k, f, &e)
		} else {
			stays, fatal := x.unread(k, b.dir, f, err)
			if fatal {
				break
			}
			if !stays && f.old != nil {
				gone = append(gone, f.name)
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
func (x *indexer) unread(k *worker, d *directory, f *file, err error) (stays, fatal bool) {
	var out leftOut
	var refused unreadable
	switch {
	case errors.As(err, &out):
		k.skip(out.reason)
		return false, false
	case errors.As(err, &refused):
		x.failed(k, d.prefix+f.name, refused.cause)
		// As long as nothing about a file has moved, what was read of it holds.
		// Else it is of the past: pairs would be shown that are none.
		return f.old != nil && x.same(f.old.Stat, f.stat), false
	}
	return false, true
}

// has reports whether the index has a file as it is.
func (f *file) has(e *db.Entry) bool {
	return f.old != nil && f.old.Stat == e.Stat && f.old.Content == e.Content && f.old.Unsettled == e.Unsettled
}

// counted counts a file that was entered.
func (x *indexer) counted(k *worker, f *file, e *db.Entry) {
	k.sum.Files++
	k.sum.Bytes += e.Size
	switch {
	case f.old == nil:
		k.sum.New++
	case f.old.Content != e.Content:
		k.sum.Changed++
	case x.Verify:
		k.sum.Unchanged++
	}
}
