package testdata

import (
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// toMemory sets TMPDIR to a folder in memory if there is room. It returns a function that
// removes the folder.
func toMemory() (remove func()) {
	const memory = "/dev/shm"
	var st unix.Statfs_t
	if unix.Statfs(memory, &st) != nil || st.Flags&unix.ST_NOEXEC != 0 || int64(st.Bavail)*int64(st.Bsize) < 2<<30 {
		return func() {}
	}
	dir, remove := ownFolder(memory)
	if err := os.Setenv("TMPDIR", dir); err != nil {
		panic(err)
	}
	return remove
}

// ownFolder makes a folder for this process, and removes those of processes that were
// killed: the owner holds a lock on its folder.
func ownFolder(parent string) (dir string, remove func()) {
	const prefix = "alike-tests-"
	left, _ := filepath.Glob(filepath.Join(parent, prefix+"*"))
	for _, dir := range left {
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		info, err := f.Stat()
		old := err == nil && time.Since(info.ModTime()) > time.Minute // else it may not be locked yet
		if old && unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			_ = os.RemoveAll(dir)
		}
		_ = f.Close()
	}
	dir, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		panic(err)
	}
	f, err := os.Open(dir)
	if err == nil {
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX)
	}
	if err == nil {
		err = f.Chmod(0o777 | os.ModeSticky) // for tests as another user
	}
	if err != nil {
		panic(err)
	}
	return dir, func() {
		_ = os.RemoveAll(dir)
		_ = f.Close()
	}
}
