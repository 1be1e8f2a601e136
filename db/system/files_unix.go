//go:build unix

package system

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Flags for opening: a folder and nothing else, without waiting for a device; and no symbolic
// link.
const (
	OpenFolder = unix.O_DIRECTORY | unix.O_NONBLOCK
	NoFollow   = unix.O_NOFOLLOW
)

// MayWrite returns an error if a file cannot be written.
func MayWrite(path string) error { return unix.Access(path, unix.W_OK) }

// MayCreateIn returns an error if no file can be created in a folder.
func MayCreateIn(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }

// UserOf returns the user that a file belongs to.
func UserOf(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

// Space returns the bytes that an unprivileged user may still write to the file system
// of dir, and its size.
func Space(dir string) (free, total int64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, fmt.Errorf("reading the free space of %s: %w", dir, err)
	}
	size, available, all := blocksOf(&st)
	return available * size, all * size, nil
}

// Occupied returns the bytes of the blocks of a file.
func Occupied(info fs.FileInfo) int64 { return info.Sys().(*syscall.Stat_t).Blocks * 512 }

// MayRun reports whether there may be a process with this number.
func MayRun(pid int) bool { return !errors.Is(unix.Kill(pid, 0), unix.ESRCH) }

// Map maps an open file of size bytes for reading.
func Map(f *os.File, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
}

// Unmap gives up a mapping.
func Unmap(data []byte) error { return unix.Munmap(data) }
