package store

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// space returns the bytes that an unprivileged user may still write to the file system
// of dir, and its size.
func space(dir string) (free, total int64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, fmt.Errorf("reading the free space of %s: %w", dir, err)
	}
	block := int64(st.F_bsize)
	return int64(st.F_bavail) * block, int64(st.F_blocks) * block, nil
}
