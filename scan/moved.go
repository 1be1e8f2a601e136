package scan

import (
	"fmt"

	"alike/db"
)

// moved finds out whether the index has a file under another path. Such a file was
// renamed, so its content is known without reading it. It returns the entry for the new
// path.
//
// A rename changes the ctime on most file systems. An equal ctime therefore shows that
// a file is the same (a folder above it was renamed), but a different one does not show
// that it is another. Inode, size and mtime do not suffice: inode numbers are reused as
// soon as they are free, archives give all their files one mtime, and files created
// together share a ctime. The birth time decides. The old entry is settled, so its file
// existed when it was read, at least settleTime after the entry's ctime. A file with
// the same inode number that was born at or before that ctime must be the same file,
// because the number was in use all the time. This assumes that the clock was not set
// back meanwhile; see clockSetBack.
//
// It takes a file system with persistent inode numbers and birth times (see
// fsys.FileSystem) and a device number that still means the same file system (see
// keepsInodes). For file systems mounted inside a root, the latter is known only if
// they have been roots themselves.
//
// Two kinds of change go unnoticed: content that was changed before the rename and
// whose mtime was then restored, because the ctime helps only while the path stays the
// same; and the changes that only Verify finds.
func (x *indexer) moved(k *worker, d *directory, f *file) (e db.Entry, ok bool, err error) {
	if x.Verify || x.IgnoreInode || d.root.rereadAll || f.links != 1 ||
		f.old != nil && f.old.Device == f.stat.Device && f.old.Inode == f.stat.Inode ||
		!x.keepsInodes(f.stat.Device) {
		return e, false, nil
	}
	began := x.now()
	if inFuture(f.stat, began) {
		return e, false, nil
	}
	// Most unknown files were created after the last scan. For them, this avoids
	// reading directories of the index.
	born, known := int64(0), false
	if f.stat.CTime > x.lastScan {
		if born, known = k.birthTime(d, f); !known || born > x.lastScan {
			return e, false, nil
		}
	}
	had, err := x.writer.FindInode(f.stat.Device, f.stat.Inode)
	if err != nil {
		return e, false, fmt.Errorf("looking up inodes in the index: %w", err)
	}
	for i := range had {
		was := &had[i]
		if was.Unsettled || was.Size != f.stat.Size || was.MTime != f.stat.MTime {
			continue
		}
		if !known {
			if born, known = k.birthTime(d, f); !known {
				break
			}
		}
		if born > was.CTime {
			continue
		}
		e = db.Entry{Name: f.name, Stat: f.stat, Content: was.Content}
		// No later reading confirms the ctime of a file that was renamed just now. Its
		// entry proves nothing to this function, so the next scan reads the file.
		e.Unsettled = unsettled(f.stat, began)
		return e, true, nil
	}
	return db.Entry{}, false, nil
}

// keepsInodes reports whether inode numbers of the device still identify the files that
// the index has from it.
func (x *indexer) keepsInodes(device uint64) bool {
	fs := x.systems.Known(device)
	if !fs.KeepsInodes() {
		return false
	}
	for _, was := range x.fsids[device] {
		if was != fs.ID && fs.ID != 0 {
			return false // another file system has this device number
		}
	}
	return true
}
