package fsys

import (
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	PathOnly = unix.O_PATH    // opens no file, and needs no permission to read it
	NoAtime  = unix.O_NOATIME // leaves the access time alone
)

// pathMax is the longest path in bytes that a system call accepts, without the NUL.
const pathMax = 4095

// DeviceOf returns st_dev.
func DeviceOf(st *Status) uint64 { return uint64(st.Dev) }

func deviceOfInfo(st *syscall.Stat_t) uint64 { return uint64(st.Dev) }

func timesOf(st *syscall.Stat_t) (changed, status int64) {
	return st.Mtim.Nano(), st.Ctim.Nano()
}

func openat(dirfd int, name string, flags int) (int, error) {
	return unix.Openat(dirfd, name, flags, 0)
}
