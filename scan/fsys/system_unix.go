//go:build unix

package fsys

import (
	"alike/db"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Flags of OpenAt.
const (
	ReadOnly    = unix.O_RDONLY
	Directory   = unix.O_DIRECTORY // fail unless it is a folder
	NoFollow    = unix.O_NOFOLLOW  // fail if the last element is a symbolic link
	NonBlock    = unix.O_NONBLOCK
	NoTerminal  = unix.O_NOCTTY
	CloseOnExec = unix.O_CLOEXEC
)

const (
	// WorkingFolder stands for the descriptor of the working directory.
	WorkingFolder = unix.AT_FDCWD
	// LinkItself makes StatAt return the status of a symbolic link instead of its target's.
	LinkItself = unix.AT_SYMLINK_NOFOLLOW
)

// Status is the result of stat(2).
type Status = unix.Stat_t

// Fstat fills st with the status of an open file.
func Fstat(fd int, st *Status) error { return unix.Fstat(fd, st) }

func fstatat(dirfd int, name string, st *Status, flags int) error {
	return unix.Fstatat(dirfd, name, st, flags)
}

// Close closes a descriptor.
func Close(fd int) error { return unix.Close(fd) }

// Read calls read(2), which a signal may interrupt with EINTR.
func Read(fd int, p []byte) (int, error) { return unix.Read(fd, p) }

// Pread calls pread(2), which a signal may interrupt with EINTR.
func Pread(fd int, p []byte, at int64) (int, error) { return unix.Pread(fd, p, at) }

// KindOf returns the type bits of a file, 0 for a regular file.
func KindOf(st *Status) os.FileMode {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		return 0
	case unix.S_IFDIR:
		return os.ModeDir
	case unix.S_IFLNK:
		return os.ModeSymlink
	case unix.S_IFIFO:
		return os.ModeNamedPipe
	case unix.S_IFSOCK:
		return os.ModeSocket
	case unix.S_IFCHR, unix.S_IFBLK:
		return os.ModeDevice
	}
	return os.ModeIrregular
}

// DeviceName formats a device number like /proc/self/mountinfo.
func DeviceName(device uint64) string {
	return fmt.Sprintf("%d:%d", unix.Major(device), unix.Minor(device))
}

// MakeDevice returns the device of a major and a minor number.
func MakeDevice(major, minor uint32) uint64 { return unix.Mkdev(major, minor) }

// MaxOpenFiles returns how many files the process may have open, unless they are a million
// or more.
func MaxOpenFiles() (n int, limited bool) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil || limit.Cur >= 1<<20 {
		return 0, false
	}
	return int(limit.Cur), true
}

// StatOfInfo is StatOf for the result of os.Stat.
func StatOfInfo(path string, info fs.FileInfo) db.Stat {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return db.Stat{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	}
	changed, status := timesOf(st)
	return db.Stat{Size: st.Size, MTime: changed, CTime: status, Inode: st.Ino, Device: deviceOfInfo(st)}
}
