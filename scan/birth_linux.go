package scan

import (
	"golang.org/x/sys/unix"

	"alike/db"
)

// births is the buffer of birthTime.
type births = unix.Statx_t

// birthTime returns the birth time of a file in nanoseconds since 1970, if the file
// system has it and the file is still the one that the walk found.
func (k *worker) birthTime(d *directory, f *file) (born int64, known bool) {
	const want = unix.STATX_BASIC_STATS | unix.STATX_BTIME
	flags := unix.AT_STATX_SYNC_AS_STAT
	if !f.linked {
		flags |= unix.AT_SYMLINK_NOFOLLOW
	}
	for {
		err := unix.Statx(d.fd, f.name, flags, want, &k.births)
		if err == unix.EINTR {
			continue
		}
		if err != nil || k.births.Mask&want != want {
			return 0, false
		}
		break
	}
	st := &k.births
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
