//go:build unix && !openbsd

package system

import "golang.org/x/sys/unix"

// blocksOf returns the size of a block, and the numbers of blocks that an unprivileged user
// may still write and of all.
func blocksOf(st *unix.Statfs_t) (size, available, all int64) {
	return int64(st.Bsize), int64(st.Bavail), int64(st.Blocks)
}
