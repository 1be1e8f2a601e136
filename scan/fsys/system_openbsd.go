package fsys

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// DeviceOf returns st_dev, which has 32 bits.
func DeviceOf(st *Status) uint64 { return uint64(uint32(st.Dev)) }

func deviceOfInfo(st *syscall.Stat_t) uint64 { return uint64(uint32(st.Dev)) }

func timesOf(st *syscall.Stat_t) (changed, status int64) {
	return st.Mtim.Nano(), st.Ctim.Nano()
}

// typeName returns the name of the file system of an open file.
func typeName(fd int) ([16]byte, error) {
	var st unix.Statfs_t
	err := unix.Fstatfs(fd, &st)
	return st.F_fstypename, err
}
