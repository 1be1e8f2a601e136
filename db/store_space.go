package db

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// spaceMargin is what stays free beyond all that is known to be needed: other
// processes write too, and an index that cannot be closed and opened again is
// worth less than a few more blocks in it.
const spaceMargin = 64 << 20

// checkSpace refuses when the file system of dir has fewer than need bytes
// free beyond the margin. Badger writes through memory maps, where a full disk
// is not an error but a SIGBUS that ends the process. Cost: one statfs, about
// 1 µs.
func checkSpace(dir string, need int64) error {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return fmt.Errorf("asking for the free space at %s: %w", dir, err)
	}
	block := int64(st.Bsize)
	need += min(spaceMargin, int64(st.Blocks)*block/10)
	if free := int64(st.Bavail) * block; free < need {
		return &NoSpaceError{Dir: dir, Free: free, Need: need}
	}
	return nil
}
