//go:build unix

package store

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
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
