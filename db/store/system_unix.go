//go:build unix

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	openFolderOnly   = unix.O_DIRECTORY | unix.O_NONBLOCK
	openFolderItself = unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_NONBLOCK
)

// checkLinks checks that a regular file is not a hard link to a file of another user.
func (d *folder) checkLinks(info fs.FileInfo, name string) error {
	st := info.Sys().(*syscall.Stat_t)
	if st.Nlink == 1 {
		return nil
	}
	owner, err := d.owner()
	if err == nil && st.Uid != owner.Uid {
		err = &DamagedError{Path: d.path(name), Problem: fmt.Sprintf("is a hard link to a file of user %d", st.Uid)}
	}
	return err
}

// owner returns the stat of the folder.
func (d *folder) owner() (*syscall.Stat_t, error) {
	info, err := d.root.Stat(".")
	if err != nil {
		return nil, err
	}
	return info.Sys().(*syscall.Stat_t), nil
}

// giveAway gives a file that root has created to the owner of the index. Otherwise the
// owner could not read the index after root has written to it.
func (d *folder) giveAway(made *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	owner, err := d.owner()
	if err == nil && owner.Uid != 0 {
		err = made.Chown(int(owner.Uid), int(owner.Gid))
	}
	if err != nil {
		return fmt.Errorf("giving %s to the owner of the index: %w", made.Name(), err)
	}
	return nil
}

// userOf returns the user that a file belongs to.
func userOf(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

// space returns the bytes that an unprivileged user may still write to the file system
// of dir, and its size.
func space(dir string) (free, total int64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, fmt.Errorf("reading the free space of %s: %w", dir, err)
	}
	size, available, all := blocksOf(&st)
	return available * size, all * size, nil
}

// occupied returns the bytes of the blocks of a file.
func occupied(info fs.FileInfo) int64 { return info.Sys().(*syscall.Stat_t).Blocks * 512 }

// mayRun reports whether there may be a process with this number.
func mayRun(pid int) bool { return !errors.Is(unix.Kill(pid, 0), unix.ESRCH) }

// mapFile maps an open file of size bytes for reading.
func mapFile(f *os.File, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
}

func unmap(data []byte) error { return unix.Munmap(data) }
