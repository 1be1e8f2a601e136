package scan

import (
	"fmt"

	"golang.org/x/sys/unix"

	"alike/db"
)

// moved finds out whether a file is one that the index has under another path:
// then it was renamed, and its content is known without a read. It returns the
// entry for its new path.
//
// A rename changes ctime on most file systems, so that ctime can tell that a
// file is the same (a folder above it was renamed) but not that it is another.
// Inode, size and mtime alone do not do: inode numbers are given out anew as soon
// as they are free, archives give all their files one mtime, and of files that are
// made together the ctime is one as well. What tells is the time of birth. The old
// entry was settled: its file was there, and was read, at least settleTime after
// the ctime that the entry has. A file that was born at that ctime or before and
// has the same inode number can be no other, since the number was taken all the
// time. (The clock must not have been set back meanwhile; see doubted.)
//
// That holds for a file system whose numbers last and that has a time of birth
// (see fsys.FileSystem), and as long as a device number means one file system (see
// keepsInodes). Of file systems mounted inside a root the latter is known only
// where they were roots as well.
//
// Two things are not noticed: content that was changed before the rename with
// mtime put back afterwards, for which ctime speaks only as long as a file stays
// where it is; and what Verify is for.
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
	// Most files that the index does not have were made since the last scan. This
	// spares reading the directories of the index for them.
	born, known := int64(0), false
	if f.stat.CTime > x.lastScan {
		if born, known = x.birthTime(k, d, f); !known || born > x.lastScan {
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
			if born, known = x.birthTime(k, d, f); !known {
				break
			}
		}
		if born > was.CTime {
			continue
		}
		e = db.Entry{Name: f.name, Stat: f.stat, Content: was.Content}
		// Renamed just now, it has a ctime that no later reading vouches for: its
		// entry proves nothing to this function, and the next scan reads it.
		e.Unsettled = unsettled(f.stat, began)
		return e, true, nil
	}
	return db.Entry{}, false, nil
}

// keepsInodes reports whether inode numbers of the device are those of the files
// that the index has from it.
func (x *indexer) keepsInodes(device uint64) bool {
	fs := x.systems.Known(device)
	if !fs.KeepsInodes() {
		return false
	}
	for _, was := range x.fsids[device] {
		if was != fs.ID && fs.ID != 0 {
			return false // another disk under the number
		}
	}
	return true
}

// bornAt returns when a file was made, in nanoseconds since 1970, if the file
// system knows and the file is still the one that the walk saw.
func (x *indexer) birthTime(k *worker, d *directory, f *file) (born int64, known bool) {
	const want = unix.STATX_BASIC_STATS | unix.STATX_BTIME
	flags := unix.AT_STATX_SYNC_AS_STAT
	if !f.linked {
		flags |= unix.AT_SYMLINK_NOFOLLOW
	}
	for {
		err := unix.Statx(d.fd, f.name, flags, want, &k.statx)
		if err == unix.EINTR {
			continue
		}
		if err != nil || k.statx.Mask&want != want {
			return 0, false
		}
		break
	}
	st := &k.statx
	now := db.Stat{
		Size:   int64(st.Size),
		MTime:  toNanoseconds(st.Mtime),
		CTime:  toNanoseconds(st.Ctime),
		Inode:  st.Ino,
		Device: unix.Mkdev(st.Dev_major, st.Dev_minor),
	}
	if now != f.stat || st.Nlink != 1 {
		return 0, false
	}
	return toNanoseconds(st.Btime), true
}

func toNanoseconds(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }
